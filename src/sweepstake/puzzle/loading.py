"""Puzzles that are loaded from files and modules, and brought to other processes.

A file is brought with the modules beside it that it imports and the data files that its puzzle
declares; a module has to be installed wherever it is needed.
"""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from sweepstake.core import source
from sweepstake.core.shown import in_a_line, line, shown
from sweepstake.puzzle.display import Puzzle

MOST_PATH = 120
"""Characters of a path in a message."""
ATTRIBUTE = "PUZZLE"


class UndeclaredError(ValueError):
    """A module or a file that declares no puzzle."""


@dataclass(frozen=True)
class Source:
    """Where a puzzle comes from: `name`, a module or the absolute path of a file, and its content.

    `files` are paths below one folder, of which the first is the puzzle's own. Two sources are
    equal if their name and content are.
    """

    name: str
    files: tuple[tuple[str, bytes], ...] = ()
    puzzle: Puzzle = field(compare=False, repr=False, default=None)  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Send the files only: the puzzle is made of them where they arrive."""
        return Source, (self.name, self.files)


def named(name: str) -> str:
    """A source's name: a file has only one, however it is named."""
    return str(Path(name).resolve()) if name.endswith(".py") else name


def loaded(name: str, known: Source | None) -> Source:
    """The source that is a file (`dice.py`) or a module; `known` if it has not changed.

    ValueError in one line if it can't be loaded or declares no puzzle.
    """
    if not name.endswith(".py"):
        return known or Source(name, puzzle=imported(name, ATTRIBUTE))
    path = Path(named(name))
    if not path.is_file():
        raise ValueError(f"there is no puzzle file {_said(name)}; name a file that is there")
    if known and all(_content(path.parent / there) == said for there, said in known.files):
        return known
    puzzle = _of_file(path, name)
    return Source(str(path), _files(path, puzzle, name), puzzle)


def put_in(brought: Source) -> Source:
    """A source that another process brought, loaded here."""
    if not brought.files:
        return loaded(brought.name, None)
    folder = Path(tempfile.mkdtemp(prefix="sweepstake-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for there, content in brought.files:
        (folder / there).parent.mkdir(parents=True, exist_ok=True)
        (folder / there).write_bytes(content)
    return replace(brought, puzzle=_of_file(folder / brought.files[0][0], brought.name))


def imported(module: str, attribute: str) -> Puzzle:
    """The puzzle that a module declares."""
    try:
        found = importlib.import_module(module)
    except Exception as error:  # whatever a stranger's module raises
        raise ValueError(f"puzzle {_said(module)} can't be loaded: {in_a_line(error)}") from error
    return _declared(found, attribute, module)


def _of_file(path: Path, name: str) -> Puzzle:
    """The puzzle of a file, as a module with a name of its own for each content."""
    if not path.stem.isidentifier():
        raise ValueError(f"{_said(name)} can't be a puzzle's file; use letters, digits and _")
    try:
        return _declared(_module(path), ATTRIBUTE, name)
    except UndeclaredError:
        raise
    except Exception as error:  # whatever a stranger's file raises
        raise ValueError(f"puzzle {_said(name)} can't be loaded: {in_a_line(error)}") from error


def _module(path: Path) -> ModuleType:
    """A file as a module; what it imports from beside it is imported anew."""
    beside = _beside(path)
    for module in beside:
        sys.modules.pop(module, None)
    content = b"".join(file.read_bytes() for file in (path, *beside.values()))
    mark = sha256(f"{path}\0".encode() + content).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location(f"puzzle_{path.stem}_{mark}", path)
    assert spec
    assert spec.loader
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[spec.name] = made = importlib.util.module_from_spec(spec)
    # Bytecode is told from newer source by whole seconds: what is edited and loaded again within
    # one would be computed as it was before.
    writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(made)
    except BaseException:
        del sys.modules[spec.name]
        raise
    finally:
        sys.dont_write_bytecode = writes_none
    return made


def _beside(path: Path) -> dict[str, Path]:
    """The modules that a file imports from beside it, by name."""
    found = source.depends_on(path.stem, path)
    return {m: file for m, file in found.items() if file != path and not source.is_ours(file)}


def _declared(module: ModuleType, attribute: str, name: str) -> Puzzle:
    puzzle = getattr(module, attribute, None)
    if not isinstance(puzzle, Puzzle):
        raise UndeclaredError(
            f"{_said(name)} declares no puzzle; it needs {attribute} = Puzzle(name, questions)"
        )
    return puzzle


def _files(path: Path, puzzle: Puzzle, name: str) -> tuple[tuple[str, bytes], ...]:
    """The file, what it imports from beside it, and its data."""
    folder = path.parent
    beside = _beside(path).values()
    paths = [path, *sorted({*beside, *(Path(data).resolve() for data in puzzle.data)})]
    for there in paths:
        if not there.is_relative_to(folder):
            raise ValueError(
                f"puzzle {_said(name)} has the data file {_said(str(there))}; "
                f"keep it beside the puzzle, so that both can be brought to a cluster"
            )
    return tuple((os.path.relpath(there, folder), there.read_bytes()) for there in paths)


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _said(name: str) -> str:
    return shown(name) if len(name) < MOST_PATH // 2 else line(name, MOST_PATH)
