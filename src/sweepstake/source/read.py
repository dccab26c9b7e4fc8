"""Finding and reading a puzzle: the bytes of one file, or of all files of a folder or module."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.machinery import PathFinder
from itertools import islice
from pathlib import Path

from sweepstake.source.normal import READERS
from sweepstake.text.shown import MOST_PATH, line

MAX_FILES, MAX_BYTES = 1_000, 64 << 20
ATTRIBUTE = "PUZZLE"
INIT = "__init__.py"
SHOWN = "report/"
"""The folder of a puzzle on which its answers do not depend."""
POINTS = ".points"
"""A folder by which a results folder is recognized."""

Files = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True)
class Source:
    """The bytes of a puzzle's files when they were read, by their paths in its folder.

    The file of a one-file puzzle is `__init__.py` here.
    """

    name: str
    files: Files = field(repr=False)
    named: str
    """Its name in a config: the absolute path of a file or a folder, or a module."""
    place: str = field(compare=False)
    """The path of the original."""
    attribute: str = ATTRIBUTE

    def __hash__(self) -> int:
        return hash((self.named, self.module))

    @cached_property
    def module(self) -> str:
        """The name of the copy as a module, such as `coin_7a9ef53a8df5`."""
        return f"{self.name}_{digest(self.files)[:12]}"

    def has(self, module: str) -> bool:
        """True for a module of the copy."""
        return module.partition(".")[0] == self.module

    def shows(self, module: str) -> bool:
        """True for a module of the copy's `report/`."""
        return f"{module}.".startswith(f"{self.module}.{SHOWN[:-1]}.")

    @cached_property
    def reads_text(self) -> bool:
        """True if a module may read the text of a module, so that comments and lines count."""
        return any(READERS.search(held) for path, held in self.counted if path.endswith(".py"))

    @property
    def is_file(self) -> bool:
        """True if the original is a single file."""
        return self.place.endswith(".py")

    @property
    def beside(self) -> Path:
        """The folder of the original."""
        return Path(self.place).parent if self.is_file else Path(self.place)

    @property
    def counted(self) -> Files:
        """The files that answers depend on: all but those in `report/`."""
        return tuple((path, held) for path, held in self.files if not path.startswith(SHOWN))

    def original(self, path: str) -> str:
        """The path of the original of the file `path` of the copy."""
        return self.place if self.is_file else f"{self.place}/{path}"


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
    """The file or the folder of a module, found without importing it."""
    spec, folders = None, sys.path
    for part in name.split("."):
        spec = PathFinder.find_spec(part, folders)
        folders = (spec.submodule_search_locations if spec else None) or []
    if spec and spec.origin:
        path = Path(spec.origin)
        return path.parent if path.name == INIT else path
    raise ValueError(
        f"there is no puzzle {name}: no folder or installed module has that name; name a file "
        f"that ends in .py, a folder, or a module"
    )


def read(path: Path, named: str = "", attribute: str = ATTRIBUTE) -> Source:
    """The puzzle that is the file or the folder `path`; ValueError if it is too large."""
    path = path.resolve()
    name = path.stem if path.is_file() else path.name
    if not name.isidentifier():
        raise ValueError(f"{path} can't be a puzzle; use letters, digits and _ in its name")
    if not path.is_file() and not (path / INIT).is_file():
        raise ValueError(f"the folder {path} has no {INIT}; the puzzle is declared there")
    paths = [path] if path.is_file() else sorted(islice(_inside(path), MAX_FILES + 1))
    if len(paths) > MAX_FILES:
        raise ValueError(f"{path} has over {MAX_FILES:,} files; keep only the puzzle there")
    if sum(file.stat().st_size for file in paths) > MAX_BYTES:
        raise ValueError(f"{path} is over {MAX_BYTES >> 20} MB; keep only the puzzle there")
    inside = [INIT if file == path else file.relative_to(path).as_posix() for file in paths]
    files = tuple(zip(inside, map(Path.read_bytes, paths), strict=True))
    return Source(name, files, named or str(path), str(path), attribute)


def _inside(root: Path) -> Iterator[Path]:
    """The files of a folder, without those of editors and Python; ValueError if it has results."""
    for folder, folders, names in os.walk(root, followlinks=True):
        if POINTS in folders:
            raise ValueError(
                f"{folder} has results; keep them outside of the puzzle's folder {root}"
            )
        folders[:] = [name for name in folders if name[0] != "." and name != "__pycache__"]
        kept = [Path(folder, name) for name in names if name[0] != "." and name[-1] != "~"]
        yield from filter(Path.is_file, kept)


def digest(files: Files) -> str:
    """The SHA-256 of files, in hexadecimal: of their names and bytes."""
    hashed = sha256()
    for path, held in files:
        hashed.update(f"{path}\0{len(held)}\0".encode("utf-8", "surrogateescape") + held)
    return hashed.hexdigest()
