"""Finds the puzzle that a config names: a file, a folder or a module."""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder
from pathlib import Path

from sweepstake.source.read import ATTRIBUTE, INIT, Source, read
from sweepstake.text.shown import MOST_PATH, line


def puzzle_source(name: str, named: str = "", attribute: str = ATTRIBUTE) -> Source:
    """The source of the puzzle in the file `dice.py`, the folder `dice` or the module `games.dice`.

    ValueError in one line if there isn't one.
    """
    path, puzzle = Path(name), f"puzzle {line(name, MOST_PATH)}"
    try:
        if path.suffix == ".py" or os.sep in name or (path / INIT).is_file():
            if not path.exists():
                raise ValueError(f"there is no {puzzle}; name a file or a folder that is there")
            return read(path, named, attribute)
        if not all(part.isidentifier() for part in name.split(".")) or path.is_file():
            raise ValueError(
                f"{puzzle} can't be loaded; name a file that ends in .py, a folder or a module"
            )
        return read(_of_module(name), named or name, attribute)
    except OSError as error:
        raise ValueError(f"{puzzle} can't be read: {error.strerror}") from None


def _of_module(name: str) -> Path:
    """The file or the folder of a module, which is not imported."""
    first, *rest = name.split(".")
    spec = PathFinder.find_spec(first, sys.path)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder, *rest)
        if (path / INIT).is_file():
            return path
        if path.with_suffix(".py").is_file():
            return path.with_suffix(".py")
    if spec and spec.origin and not rest:
        return Path(spec.origin)
    raise ValueError(
        f"there is no puzzle {name}: no folder or installed module has that name; name a file "
        f"that ends in .py, a folder, or a module"
    )
