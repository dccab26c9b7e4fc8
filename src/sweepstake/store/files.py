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
from sweepstake.store import remote
from sweepstake.store.remote import Remote, UnreachableError, in_short, unreachable
from sweepstake.text.shown import address

Place = Path | Remote
AT_ONCE = 16
"""Files at a URI that are worked on at a time."""
HOUR = 3600.0
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
SOON, HASTE = 9.0, 2.0
"""Seconds in which a place must answer at first, and after which S3 is asked again."""
T = TypeVar("T")


def opened(place: Place) -> pa.NativeFile:
    """Open a file for reading; FileNotFoundError if it is not there.

    All of a file at a URI is read at once.
    """
    if isinstance(place, Path):
        return pa.OSFile(str(place))
    return pa.BufferReader(place.read_bytes())


def folders(place: Place) -> list[Place]:
    """The folders in a folder, sorted by name; none if it is not there."""
    if isinstance(place, Remote):
        return sorted(place.folders())
    return sorted(path for path in place.glob("*") if path.is_dir())


@contextmanager
def writing(place: Place, root: Place) -> Iterator[pa.NativeFile]:
    """A stream whose content is at `place`, whole, once the body ends well.

    On a disk it is first written to a file in `root`, which is on the same disk.
    """
    name = f"{uuid.uuid4().hex}-{place.name}"
    if isinstance(place, Remote) and isinstance(root, Remote):
        stream = pa.BufferOutputStream()
        yield stream
        content, aside = stream.getvalue(), root / ".partial" / name
        # A Ctrl-C after an object was opened and before it is written would leave it empty.
        stop.apart(lambda: place.put(content, aside)).result()
        return
    assert isinstance(place, Path)
    assert isinstance(root, Path)
    partial = root / ".partial" / name
    partial.parent.mkdir(parents=True, exist_ok=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        with pa.OSFile(str(partial), "wb") as file:
            yield file
        partial.replace(place)
    finally:
        partial.unlink(missing_ok=True)


def write(place: Place, content: bytes, root: Place) -> None:
    """Write a file, whole or not at all."""
    with writing(place, root) as stream:
        stream.write(content)


def move(place: Place, to: Place) -> None:
    """Move a file into a folder, which need not be there."""
    if isinstance(to, Path):
        to.parent.mkdir(parents=True, exist_ok=True)
    place.replace(to)  # type: ignore[arg-type]  # both are of one kind


def each(work: Callable[[Place], T], places: Iterable[Place]) -> Iterable[T]:
    """The results of `work` for each place, in order; in parallel if the places are at a URI."""
    places = list(places)
    if not places or isinstance(places[0], Path):
        return map(work, places)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(work, places))


def remove_partial(root: Place) -> None:
    """Remove files that killed processes left half-written: those over an hour old."""
    for file in (root / ".partial").glob("*"):
        with suppress(FileNotFoundError):
            if time.time() - file.stat().st_mtime > HOUR:
                file.unlink()


def named(text: str) -> Place:
    """The folder that a path or a URI names; a URI is tried at once, a path is not.

    ValueError if Arrow does not know the URI, UnreachableError if the place does not answer soon.

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
        raise ValueError(
            f"{address(text)} can't be used: {in_short(error, text)}; allowed: a folder, or a URI "
            f"that Arrow knows, such as s3://bucket/folder?region=eu-west-1"
        ) from None
    except UnreachableError:
        raise
    except OSError as error:
        raise unreachable(address(text), in_short(error, text)) from None


def _reached(uri: str) -> Place:
    """The place, once it has answered."""
    system, path = remote.filesystem(uri, HASTE)
    if system.type_name == "local":
        return Path(path)
    bucket = path.partition("/")[0]
    if not bucket:
        raise ValueError("it names no folder")
    if system.type_name not in remote.OBJECTS:
        system.get_file_info(path)
    elif system.get_file_info(bucket).type.name == "NotFound":
        raise unreachable(address(uri), f"there is no bucket {bucket}")
    return Remote(uri)


def probe(root: Place) -> None:
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
