"""Files at a URI: the only module that uses Arrow's file systems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from typing import NamedTuple

import pyarrow as pa
from pyarrow import fs

from sweepstake.errors import SweepstakeError
from sweepstake.text.shown import address, line

OBJECTS = ("s3", "gcs")
"""File systems with buckets, which show an object only once all of it has arrived."""
PATIENCE = 20.0
"""Seconds of silence after which S3 is asked again; it is asked three times."""
MAX_MESSAGE = 200
"""Most characters of Arrow's message of an error."""


class UnreachableError(SweepstakeError, OSError):
    """A file or folder can't be used; the message says why in one line."""


class Stat(NamedTuple):
    """When a file was written, in seconds since 1970."""

    st_mtime: float


@dataclass(frozen=True, order=True)
class Remote:
    """A file or folder below a URI, with some methods of a Path.

    They raise UnreachableError if the file system fails.
    """

    uri: str = field(repr=False)  # it may contain credentials
    below: str = ""

    def __str__(self) -> str:
        return address(self.uri) + self.below

    def __truediv__(self, name: str) -> Remote:
        return Remote(self.uri, f"{self.below}/{name}")

    @property
    def name(self) -> str:
        """The last part of its path."""
        return str(self).rpartition("/")[2]

    def exists(self) -> bool:
        """True if it is an existing file."""
        with suppress(FileNotFoundError):
            return bool(self.stat())
        return False

    def stat(self) -> Stat:
        """When it was written; FileNotFoundError if there is no such file."""
        with self._opened() as (system, path):
            about = system.get_file_info(path)
        if not about.is_file:
            raise FileNotFoundError(f"{self} is not there")
        return Stat(about.mtime_ns / 1e9)

    def glob(self, pattern: str) -> list[Remote]:
        """The files in this folder whose names match; none if it doesn't exist."""
        with self._opened() as (system, path):
            entries = system.get_file_info(fs.FileSelector(path, allow_not_found=True))
        return [self / f.base_name for f in entries if f.is_file and fnmatch(f.base_name, pattern)]

    def folders(self) -> list[Remote]:
        """The folders in this folder; none if it doesn't exist."""
        with self._opened() as (system, path):
            entries = system.get_file_info(fs.FileSelector(path, allow_not_found=True))
        return [self / f.base_name for f in entries if f.type == fs.FileType.Directory]

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove this file."""
        try:
            with self._opened() as (system, path):
                system.delete_file(path)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def replace(self, to: Remote) -> None:
        """Move this file."""
        target = filesystem(to.uri)[1] + to.below
        with self._opened() as (system, path):
            _make_folder(system, target)
            system.move(path, target)

    def put(self, content: pa.Buffer, aside: Remote) -> None:
        """Write this file; first as `aside`, if it would be visible before it is whole."""
        with self._opened() as (system, _):
            target = self if system.type_name in OBJECTS else aside
        with target._opened() as (system, path):
            _make_folder(system, path)
            with system.open_output_stream(path) as stream:
                stream.write(content)
        if target is not self:
            target.replace(self)

    def read_bytes(self) -> bytes:
        """The content of this file."""
        with self._opened() as (system, path), system.open_input_stream(path) as stream:
            return bytes(stream.read())

    @contextmanager
    def _opened(self) -> Iterator[tuple[fs.FileSystem, str]]:
        """The file system, and this path in it."""
        try:
            system, root = filesystem(self.uri)
            yield system, root + self.below
        except (OSError, pa.ArrowException) as error:
            if isinstance(error, FileNotFoundError) or "NO_SUCH_KEY" in str(error):
                raise FileNotFoundError(f"{self} is not there") from None
            raise unreachable(self, error) from error


@cache
def filesystem(uri: str, patience: float = PATIENCE) -> tuple[fs.FileSystem, str]:
    """The file system of a URI, and the path in it."""
    system, path = fs.FileSystem.from_uri(uri)
    if system.type_name == "s3":  # its timeouts are minutes, and a URI has no option for them
        build, (options,) = system.__reduce__()
        system = build(options | {"connect_timeout": patience, "request_timeout": patience})
    return system, path.rstrip("/")


def unreachable(location: object, why: object) -> UnreachableError:
    """The error that says why a file or folder can't be used, and what to look at."""
    return UnreachableError(
        f"{location} can't be used: {in_short(why)}; look whether it is there and may be written, "
        f"and whether your credentials are right"
    )


def in_short(error: object, uri: str = "") -> str:
    """An error of Arrow in one line, without the request's ID and the credentials of `uri`."""
    text = str(error).replace(uri, address(uri)) if uri else str(error)
    return line(re.sub(r"\s*\(Request ID: [^)]*\)", "", text), MAX_MESSAGE)


def _make_folder(system: fs.FileSystem, path: str) -> None:
    if system.type_name not in OBJECTS:
        system.create_dir(path.rpartition("/")[0])
