"""Puzzles of the current folder: those that its configs name, and files that declare one."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sweepstake.text.shown import MOST_PATH, line, listed

CONFIGS = ("config/config.yaml", "*.yaml", "*.yml")
DECLARED = re.compile(rb"^PUZZLE\b[^=\n]*=", re.MULTILINE)
"""A pattern for files that declare a puzzle."""
MOST_BYTES = 1 << 20
"""Larger files are not searched."""


def load(args: argparse.Namespace) -> list[str]:
    """Load puzzles of this folder, all or until one has the name that the command asks for.

    Returns the loaded files if the command asks for a name. Files that can't be loaded are left
    out, with a message.
    """
    from sweepstake.puzzle import register

    names = (getattr(args, name, None) for name in ("question", "puzzle"))
    name, loaded = next((name for name in names if name), None), list[str]()
    for file in dict.fromkeys(map(str, _files())):
        if name in register.questions() or name in register.puzzles():
            break
        try:
            register.load([file])
            loaded.append(file)
        except ValueError as error:
            print(f"sweepstake: left out: {error}", file=sys.stderr)
    if loaded:
        shown = listed(line(Path(file).name, MOST_PATH) for file in loaded)
        print(f"sweepstake: with puzzles of this folder: {shown}", file=sys.stderr)
    return loaded if name else []


def _files() -> Iterator[Path]:
    for path in sorted(path for pattern in CONFIGS for path in Path().glob(pattern)):
        with suppress(ValueError, OSError):
            yield from _named(path)
    for path in sorted(Path().glob("*.py")):
        with suppress(OSError):
            if path.stat().st_size < MOST_BYTES and DECLARED.search(path.read_bytes()):
                yield path.absolute()


def _named(config: Path) -> Iterator[Path]:
    """The files and folders that a config names as puzzles."""
    from sweepstake.config.file import located, read_config

    puzzles = located(read_config(config), [config.parent]).get("puzzles")
    for name in puzzles if isinstance(puzzles, list) else []:
        if isinstance(name, str) and (path := Path(name)).exists():
            yield path.absolute()
