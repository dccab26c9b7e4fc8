"""Files of the store and of results.

A file appears only when it is whole: it is written elsewhere on the same disk and then renamed.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa

HOUR = 3600.0


def folders(folder: Path) -> list[Path]:
    """The folders in a folder, sorted by name; none if it is not there."""
    return sorted(path for path in folder.glob("*") if path.is_dir())


@contextmanager
def writing(path: Path, root: Path) -> Iterator[pa.NativeFile]:
    """A stream whose content is the file `path`, whole, once the body ends well.

    It is first written to a file in `root`, which is on the same disk.
    """
    partial = root / ".partial" / f"{uuid.uuid4().hex}-{path.name}"
    partial.parent.mkdir(parents=True, exist_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with pa.OSFile(str(partial), "wb") as file:
            yield file
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def write(path: Path, content: bytes, root: Path) -> None:
    """Write a file, whole or not at all."""
    with writing(path, root) as stream:
        stream.write(content)


def move(path: Path, to: Path) -> None:
    """Move a file into a folder, which need not be there."""
    to.parent.mkdir(parents=True, exist_ok=True)
    path.replace(to)


def remove_partial(root: Path) -> None:
    """Remove files that killed processes left half-written: those over an hour old."""
    for file in (root / ".partial").glob("*"):
        with suppress(FileNotFoundError):
            if time.time() - file.stat().st_mtime > HOUR:
                file.unlink()
