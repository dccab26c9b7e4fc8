"""Reading a puzzle: the bytes of one file, or of all files of a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from sweepstake.source.normal import reads_text

MAX_FILES, MAX_BYTES = 1_000, 64 << 20
ATTRIBUTE = "PUZZLE"
INIT = "__init__.py"
SHOWN = "report/"
"""The folder of a puzzle that its answers do not depend on."""
RESULTS = (".points", "runs")
"""Folders that only a results folder has."""

Files = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True)
class Source:
    """What a puzzle's files held when they were read, by their paths in its folder.

    A puzzle of one file has that as its `__init__.py`.
    """

    name: str
    files: Files = field(repr=False)
    named: str = ""
    """What a config calls it: the absolute path of a file or a folder, or a module."""
    place: str = field(default="", compare=False)
    """The path of the original."""
    attribute: str = ATTRIBUTE
    inner: str = ""
    """The module that declares the puzzle, if that is not the folder's `__init__`."""

    @property
    def declared_in(self) -> str:
        """The file that declares the puzzle."""
        return f"{self.inner}.py" if self.inner else INIT

    def __hash__(self) -> int:
        return hash((self.named, self.module))

    @cached_property
    def module(self) -> str:
        """The name of the copy as a module, such as `coin_7a9ef53a8df5`."""
        return f"{self.name}_{digest(self.files)[:12]}"

    @cached_property
    def reads_text(self) -> bool:
        """May one of its modules read the text of a module, so that comments and lines count?"""
        return any(reads_text(held) for path, held in self.counted if path.endswith(".py"))

    @property
    def declaring(self) -> str:
        """The module of the copy that declares the puzzle."""
        return f"{self.module}.{self.inner}" if self.inner else self.module

    def has(self, module: str) -> bool:
        """Is this a module of the copy?"""
        return module.partition(".")[0] == self.module

    def shows(self, module: str) -> bool:
        """Is this a module of the copy's `report/`?"""
        return f"{module}.".startswith(f"{self.module}.{SHOWN[:-1]}.")

    @property
    def is_file(self) -> bool:
        """Is the original a single file?"""
        return self.place.endswith(".py")

    @property
    def beside(self) -> Path:
        """The folder of the original: what is there and not in the copy is missed by name."""
        return Path(self.place).parent if self.is_file else Path(self.place)

    @property
    def counted(self) -> Files:
        """The files that answers depend on: all but those in `report/`."""
        return tuple((path, held) for path, held in self.files if not path.startswith(SHOWN))

    def original(self, path: str) -> str:
        """Where the file `path` of the copy comes from."""
        return self.place if self.is_file else f"{self.place}/{path}"


def read(path: Path, named: str = "", attribute: str = ATTRIBUTE, inner: str = "") -> Source:
    """The puzzle that is the file or the folder `path`; ValueError if it is too large."""
    path = path.resolve()
    if not path.stem.isidentifier():
        raise ValueError(f"{path} can't be a puzzle; use letters, digits and _ in its name")
    if path.is_file():
        files: Files = ((INIT, _content([path], path)[0]),)
        return Source(path.stem, files, named or str(path), str(path), attribute)
    if any((path / name).is_dir() for name in RESULTS) and not (path / INIT).is_file():
        raise ValueError(f"{path} has results; name the folder of a puzzle")
    if not (path / INIT).is_file():
        raise ValueError(f"the folder {path} has no {INIT}; the puzzle is declared there")
    paths = list(_inside(path, path))
    names = [inner.relative_to(path).as_posix() for inner in paths]
    files = tuple(zip(names, _content(paths, path), strict=True))
    return Source(path.name, files, named or str(path), str(path), attribute, inner)


def _inside(folder: Path, root: Path, count: int = 0) -> Iterator[Path]:
    """The files of a folder, sorted; ValueError if there are too many, or results among them."""
    if (folder / RESULTS[0]).is_dir():
        raise ValueError(f"{folder} has results; keep them outside of the puzzle's folder {root}")
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name.endswith("~") or path.name == "__pycache__":
            continue  # an editor's, or Python's
        inside = [path] if path.is_file() else []
        for inner in _inside(path, root, count) if path.is_dir() else inside:
            count += 1
            if count > MAX_FILES:
                raise ValueError(f"{root} has over {MAX_FILES:,} files; keep only the puzzle there")
            yield inner


def _content(paths: list[Path], root: Path) -> list[bytes]:
    """What files hold; ValueError if that is too much."""
    if sum(path.stat().st_size for path in paths) > MAX_BYTES:
        raise ValueError(f"{root} is over {MAX_BYTES >> 20} MB; keep only the puzzle there")
    return [path.read_bytes() for path in paths]


def digest(files: Files) -> str:
    """The SHA-256 of files, in hexadecimal: of their names and bytes."""
    found = sha256()
    for path, held in files:
        found.update(f"{path}\0{len(held)}\0".encode("utf-8", "surrogateescape") + held)
    return found.hexdigest()
