"""Puzzles that are loaded from files and modules, and brought to other processes.

A file is brought with the modules beside it that it imports and the data files that its puzzle
declares; a module has to be installed wherever it is needed.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from multiprocessing.util import Finalize
from pathlib import Path
from types import ModuleType
from typing import Any

from sweepstake.puzzle import beside
from sweepstake.puzzle.display import Puzzle
from sweepstake.source import loaded as texts
from sweepstake.source import modules
from sweepstake.text.shown import MOST_PATH, line, raised, shown

ATTRIBUTE = "PUZZLE"
Files = tuple[tuple[str, bytes], ...]


class UndeclaredError(ValueError):
    """A module or a file that declares no puzzle."""


@dataclass(frozen=True)
class Source:
    """Where a puzzle comes from: `name`, a module or the absolute path of a file, and its content.

    `files` are paths below one folder, of which the first is the puzzle's own. Two sources are
    equal if their name and content are.
    """

    name: str
    files: Files = ()
    puzzle: Puzzle = field(compare=False, repr=False, default=None)  # type: ignore[assignment]
    module: str = field(compare=False, default="")
    """The full name of the module that declares the puzzle here."""

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
        if Path(name).is_file() or not all(part.isidentifier() for part in name.split(".")):
            raise ValueError(
                f"puzzle {_said(name)} can't be loaded; name a file that ends in .py, or a module"
            )
        return known or Source(name, (), imported(name, ATTRIBUTE), name)
    path = Path(named(name))
    if not path.is_file():
        raise ValueError(f"there is no puzzle file {_said(name)}; name a file that is there")
    if known and all(_content(path.parent / there) == said for there, said in known.files):
        return known
    puzzle, module = _of_file(path, name)
    files = _with_data(path, puzzle, name, texts.mark_of(module))
    texts.note_given(module, repr(files).encode())
    return Source(str(path), files, puzzle, module)


def put_in(brought: Source) -> Source:
    """A source that another process brought, loaded here."""
    if not brought.files:
        return loaded(brought.name, None)
    folder = Path(tempfile.mkdtemp(prefix="sweepstake-"))
    # by `atexit` it would stay: processes that Dask starts as workers don't call that
    Finalize(None, shutil.rmtree, (folder,), {"ignore_errors": True}, exitpriority=0)
    for there, content in brought.files:
        (folder / there).parent.mkdir(parents=True, exist_ok=True)
        (folder / there).write_bytes(content)
    puzzle, module = _of_file(folder / brought.files[0][0], brought.name, brought.files)
    texts.note_given(module, repr(brought.files).encode())
    return replace(brought, puzzle=puzzle, module=module)


def imported(module: str, attribute: str) -> Puzzle:
    """The puzzle that a module declares."""
    try:
        _forget_older_bytecode(module)
        found = importlib.import_module(module)
        puzzle = _declared(found, attribute, module)
        texts.note_given(module, repr([path.read_bytes() for path in puzzle.data]).encode())
    except UndeclaredError:
        raise
    except (Exception, SystemExit) as error:  # whatever a stranger's module raises
        raise ValueError(f"puzzle {_said(module)} can't be loaded: {raised(error)}") from error
    return puzzle


def _forget_older_bytecode(module: str) -> None:
    """Remove what Python has compiled of a module, and of all that it needs, before they changed.

    Python tells by a text's date, in whole seconds, and its size. An edit within a second may keep
    both, and so do copies that keep dates; the time at which a file changed can't be kept.
    """
    found = importlib.util.find_spec(module.partition(".")[0])
    inside = [*(found.submodule_search_locations or ()), found.origin] if found else []
    file = modules.file_of(module, Path(inside[0]).parent) if inside and inside[0] else None
    for name, text in (modules.depends_on(module, file) if file else {}).items():
        compiled = Path(importlib.util.cache_from_source(str(text)))
        with suppress(OSError):  # there is none, another process has removed it, or nobody may
            if name not in sys.modules and compiled.stat().st_mtime_ns <= text.stat().st_ctime_ns:
                compiled.unlink()


def _of_file(path: Path, name: str, brought: Files = ()) -> tuple[Puzzle, str]:
    """The puzzle that a file declares, and its module, which has another name for each content."""
    if not path.stem.isidentifier():
        raise ValueError(f"{_said(name)} can't be a puzzle's file; use letters, digits and _")
    try:
        files = brought or _files(path, beside.modules(path).values())
        mark = sha256(repr((named(name), files)).encode()).hexdigest()[:12]
        module = beside.load(path, mark, {path.parent / there: held for there, held in files})
        return _declared(module, ATTRIBUTE, name), module.__name__
    except UndeclaredError:
        raise
    except (Exception, SystemExit) as error:  # whatever a stranger's file raises
        raise ValueError(f"puzzle {_said(name)} can't be loaded: {raised(error)}") from error


def _declared(module: ModuleType, attribute: str, name: str) -> Puzzle:
    puzzle = getattr(module, attribute, None)
    if not isinstance(puzzle, Puzzle):
        raise UndeclaredError(
            f"{_said(name)} declares no puzzle; it needs {attribute} = Puzzle(name, questions)"
        )
    return puzzle


def _with_data(path: Path, puzzle: Puzzle, name: str, mark: str) -> Files:
    """The file, what it imports from beside it, and its data."""
    data = [Path(data).resolve() for data in puzzle.data]
    for there in data:
        if not there.is_relative_to(path.parent):
            raise ValueError(
                f"puzzle {_said(name)} has the data file {_said(str(there))}; "
                f"keep it beside the puzzle, so that both can be brought to a cluster"
            )
    return _files(path, {*beside.modules(path).values(), *data}, mark)


def _files(path: Path, others: Iterable[Path], mark: str = "") -> Files:
    """A puzzle's file and others: their paths below its folder, and what they hold.

    If it was loaded by a `mark`, what they held then.
    """
    every = (path, *sorted(others))
    return tuple((os.path.relpath(at, path.parent), texts.text_of(at, mark)) for at in every)


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _said(name: str) -> str:
    return shown(name) if len(name) < MOST_PATH // 2 else line(name, MOST_PATH)
