"""Where a puzzle is that a config names: a file, a folder or a module."""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder
from pathlib import Path

from sweepstake.source.read import ATTRIBUTE, INIT, Source, read
from sweepstake.text.shown import MOST_PATH, line


def found(name: str, named: str = "", attribute: str = ATTRIBUTE) -> Source:
    """The puzzle in the file `dice.py`, the folder `dice` or the module `games.dice`.

    ValueError in one line if there is none.
    """
    said = line(name, MOST_PATH)
    try:
        if name.endswith(".py"):
            if not Path(name).is_file():
                raise ValueError(f"there is no puzzle file {said}; name a file that is there")
            return read(Path(name), attribute=attribute)
        if os.sep in name or (Path(name) / INIT).is_file():
            if not Path(name).is_dir():
                raise ValueError(f"there is no puzzle {said}; name a file or a folder")
            return read(Path(name), attribute=attribute)
        if not all(part.isidentifier() for part in name.split(".")) or Path(name).is_file():
            raise ValueError(
                f"puzzle {said} can't be loaded; name a file that ends in .py, a folder or a module"
            )
        return _of_module(name, named or name, attribute)
    except OSError as error:
        raise ValueError(f"puzzle {said} can't be read: {error.strerror}") from None


def _of_module(name: str, named: str, attribute: str) -> Source:
    """The puzzle that a module declares, which is not imported.

    Of a module in a package, that is all of the package's folder.
    """
    first, *rest = name.split(".")
    spec = PathFinder.find_spec(first, sys.path)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if spec and spec.origin and not folders and not rest:
        return read(Path(spec.origin), named, attribute)
    for folder in folders:
        path = Path(folder, *rest)
        if (path / INIT).is_file():
            return read(path, named, attribute)
        if path.with_suffix(".py").is_file() and rest:
            if (path.parent / INIT).is_file():
                return read(path.parent, named, attribute, rest[-1])
            return read(path.with_suffix(".py"), named, attribute)
    raise ValueError(
        f"there is no puzzle {name}: no folder or installed module has that name; name a file "
        f"that ends in .py, a folder, or a module"
    )
