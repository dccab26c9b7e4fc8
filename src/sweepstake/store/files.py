"""Files of the store and of results, on this machine or at a URI.

A file of this machine is a Path, and a file at a URI a Remote, which has some methods of a Path;
this module has the rest. Files appear only when they are whole: on a disk, a file is written
elsewhere on the same disk and then renamed; an object store shows an object once all of it has
arrived.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pyarrow as pa

from sweepstake import stop
from sweepstake.errors import InputError
from sweepstake.store import remote
from sweepstake.store.remote import Remote, UnreachableError, in_short, unreachable
from sweepstake.text.shown import address

AnyPath = Path | Remote
AT_ONCE = 16
"""Files at a URI that are worked on at a time."""
HOUR = 3600.0
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
SOON, HASTE = 9.0, 2.0
"""Seconds in which a server must answer at first, and after which S3 is asked again."""
T = TypeVar("T")


def opened(path: AnyPath) -> pa.NativeFile:
    """Open a file for reading; FileNotFoundError if it is not there.

    All of a file at a URI is read at once.
    """
    if isinstance(path, Path):
        return pa.OSFile(str(path))
    return pa.BufferReader(path.read_bytes())


def folders(folder: AnyPath) -> list[AnyPath]:
    """The folders in a folder, sorted by name; none if it is not there."""
    if isinstance(folder, Remote):
        return sorted(folder.folders())
    return sorted(path for path in folder.glob("*") if path.is_dir())


@contextmanager
def writing(path: AnyPath, root: AnyPath) -> Iterator[pa.NativeFile]:
    """A stream whose content is the file `path`, whole, once the body ends well.

    On a disk it is first written to a file in `root`, which is on the same disk.
    """
    name = f"{uuid.uuid4().hex}-{path.name}"
    if isinstance(path, Remote) and isinstance(root, Remote):
        stream = pa.BufferOutputStream()
        yield stream
        content, aside = stream.getvalue(), root / ".partial" / name
        # A Ctrl-C after an object was opened and before it is written would leave it empty.
        stop.apart(lambda: path.put(content, aside)).result()
        return
    assert isinstance(path, Path)
    assert isinstance(root, Path)
    partial = root / ".partial" / name
    partial.parent.mkdir(parents=True, exist_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with pa.OSFile(str(partial), "wb") as file:
            yield file
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def write(path: AnyPath, content: bytes, root: AnyPath) -> None:
    """Write a file, whole or not at all."""
    with writing(path, root) as stream:
        stream.write(content)


def move(path: AnyPath, to: AnyPath) -> None:
    """Move a file into a folder, which need not be there."""
    if isinstance(to, Path):
        to.parent.mkdir(parents=True, exist_ok=True)
    path.replace(to)  # type: ignore[arg-type]  # both are of one kind


def map_files(work: Callable[[AnyPath], T], paths: Iterable[AnyPath]) -> Iterable[T]:
    """The result of `work` for each file, in order; in parallel if the files are at a URI."""
    paths = list(paths)
    if not paths or isinstance(paths[0], Path):
        return map(work, paths)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(work, paths))


def remove_partial(root: AnyPath) -> None:
    """Remove files that killed processes left half-written: those over an hour old."""
    for file in (root / ".partial").glob("*"):
        with suppress(FileNotFoundError):
            if time.time() - file.stat().st_mtime > HOUR:
                file.unlink()


def named(text: str) -> AnyPath:
    """The folder that a path or a URI names; a URI is tried at once, a path is not.

    ValueError if Arrow does not know the URI, UnreachableError if it does not answer soon.

    >>> named("results").name
    'results'
    """
    if not URI.match(text) or Path(text).exists():
        return Path(text)
    try:
        return stop.apart(lambda: _reached(text)).result(SOON)
    except TimeoutError:
        raise unreachable(address(text), f"no answer within {SOON:g} s") from None
    except (ValueError, pa.ArrowException) as error:
        raise InputError(
            f"{address(text)} can't be used: {in_short(error, text)}; allowed: a folder, or a URI "
            f"that Arrow knows, such as s3://bucket/folder?region=eu-west-1"
        ) from None
    except UnreachableError:
        raise
    except OSError as error:
        raise unreachable(address(text), in_short(error, text)) from None


def _reached(uri: str) -> AnyPath:
    """The folder at a URI, once it has answered."""
    system, path = remote.filesystem(uri, HASTE)
    if system.type_name == "local":
        return Path(path)
    bucket = path.partition("/")[0]
    if not bucket:
        raise InputError("it names no folder")
    if system.type_name not in remote.OBJECTS:
        system.get_file_info(path)
    elif system.get_file_info(bucket).type.name == "NotFound":
        raise unreachable(address(uri), f"there is no bucket {bucket}")
    return Remote(uri)


def probe(root: AnyPath) -> None:
    """Raise UnreachableError unless a file that is written in `root` can be read back."""
    file, content = root / ".partial" / f"{uuid.uuid4().hex}-probe", uuid.uuid4().bytes
    try:
        write(file, content, root)
        same = file.read_bytes() == content
        file.unlink()
    except UnreachableError:
        raise
    except OSError as error:
        raise unreachable(root, error) from error
    if not same:
        raise unreachable(root, "it does not keep what is written")
