"""A results folder may come from a stranger: what is written there must stay there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sweepstake.text.shown import MOST_PATH, line


def check(folder: Path) -> None:
    """Raise ValueError if a link below `folder` leads out of it, or if a pipe or a device is there.

    The folder itself may be a link.
    """
    for entry in _strays(folder, os.path.realpath(folder)):
        shown = line(entry.path, MOST_PATH)
        if entry.is_symlink():
            raise ValueError(
                f"{shown} is a link that leads out of {folder}, so what is written there would "
                f"change other files; put a file or a folder in its place, or remove it"
            )
        raise ValueError(f"{shown} is neither a file nor a folder; remove it")


def _strays(folder: Path | str, root: str) -> Iterator[os.DirEntry[str]]:
    """The entries below `folder` that are neither files, folders, nor links within `root`."""
    with suppress(OSError), os.scandir(folder) as entries:  # the folder is gone, or can't be read
        for entry in entries:
            if entry.is_symlink():
                if not Path(os.path.realpath(entry.path)).is_relative_to(root):
                    yield entry
            elif entry.is_dir():
                yield from _strays(entry.path, root)
            elif not entry.is_file():
                yield entry
