"""What a puzzle opens and imports while it runs: a file that its answers don't count is refused.

The refusal is raised where the file is opened, so no answer can depend on what the file holds. Only
the thread that computes is watched. What C and C++ code opens by itself (Arrow, SQLite), and other
processes, are not seen.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from sweepstake.source import copies, folder
from sweepstake.source.reach import ReachError, is_known
from sweepstake.source.read import INIT, SHOWN, Source

SYSTEM = ("/proc/", "/sys/", "/dev/", "/etc/", "/usr/")
IMPORTING = "importlib._bootstrap"
COMPILED = re.compile(r"__pycache__/(\w+)\.[^/]*pyc$")


@dataclass
class _Watch:
    """A puzzle that runs in this thread."""

    source: Source
    declares: bool
    """Is it imported, so that its declaration may import `report/`?"""
    written: set[str] = field(default_factory=set)

    def see(self, path: str, flags: int) -> None:
        """Raise ReachError if a file is read that the puzzle's answers don't count."""
        if flags & os.O_TRUNC or not os.path.isfile(path):  # noqa: PTH113
            self.written.add(path)
        elif path not in self.written and flags & os.O_ACCMODE != os.O_WRONLY:
            modules = [*_running()]
            imports = modules[0].startswith(IMPORTING)
            by_puzzle = [*filter(self.source.has, modules)]
            if imports or _is_asked(modules, by_puzzle):
                self._check(COMPILED.sub(r"\1.py", path), imports, *by_puzzle[:1])

    def _check(self, path: str, imports: bool, module: str = "") -> None:
        """Raise ReachError if `module` of the puzzle must not read or import the file."""
        inside = _counted(self.source).get(path)
        if inside is None:
            if not _is_allowed(path, self.source):
                raise ReachError(_refusal(self.source, Path(path), imports))
        elif inside.startswith(SHOWN):
            if not self.declares or not self._may_show(module):
                raise ReachError(
                    f"{self.source.name} uses {inside}, but its answers don't depend on {SHOWN}; "
                    f"move what they need out of it"
                )
        elif inside.endswith(".py") and not imports and not self.source.reads_text:
            raise ReachError(
                f"{self.source.name} reads its own module {inside}, in which comments don't "
                f"count; read another file of the puzzle's folder"
            )

    def _may_show(self, module: str) -> bool:
        return module == self.source.declaring or self.source.shows(module)


_watch: ContextVar[_Watch | None] = ContextVar("watch", default=None)


@cache
def _counted(source: Source) -> Mapping[str, str]:
    """The files of a copy, each with its path inside."""
    return {str(copies.place(source) / path): path for path, _ in source.files}


def _running() -> Iterator[str]:
    """The modules whose code is running, innermost first."""
    frame: FrameType | None = sys._getframe(1)
    while frame:
        if (name := frame.f_globals.get("__name__", "")) != __name__:
            yield name
        frame = frame.f_back


def _is_asked(modules: list[str], by_puzzle: list[str]) -> bool:
    """Does the puzzle read a file, and not a package that reads its settings when imported?"""
    importing = next((name for name in modules if name.startswith(IMPORTING)), None)
    if importing is None or not by_puzzle:
        return importing is None
    return modules.index(by_puzzle[0]) < modules.index(importing)


def _is_allowed(path: str, source: Source) -> bool:
    """Is a file outside of the copy no puzzle's concern?"""
    if path == source.place or path.startswith(f"{source.place}/"):
        return False
    kernels = tuple(f"{base}/" for base in folder.machine_code())
    return path.startswith((*SYSTEM, *kernels)) or is_known(path)


def _refusal(source: Source, path: Path, imports: bool) -> str:
    """Why a file outside of the copy is refused, and what to do."""
    does = f"{source.name} {'imports' if imports else 'reads'}"
    if source.is_file and path.is_relative_to(source.beside):
        inside = path.relative_to(source.beside)
        dots = f", and write `from . import {inside.stem}`" if imports else ""
        return (
            f"{does} {inside}, which stands beside it, and a puzzle of one file has no siblings; "
            f"make a folder of both, {source.name}/{INIT} and {source.name}/{inside}{dots}"
        )
    if imports and path.is_relative_to(source.beside):
        inside = path.relative_to(source.beside)
        return f"{does} {inside} of its own folder without dots; write `from . import ...`"
    advice = "or install it (not as editable)" if imports else "and open it from there by __file__"
    return (
        f"{does} {path}, which its answers don't count; move it into the puzzle's folder, {advice}"
    )


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if event == "open" and (watch := _watch.get()) and isinstance(args[0], str | bytes):
        watch.see(os.path.realpath(os.fsdecode(args[0])), args[2] or 0)


@contextmanager
def watched(source: Source, declares: bool = False) -> Iterator[None]:
    """Run a puzzle, which gets a ReachError if it opens or imports what does not count.

    With `declares`, its declaration may import `report/`.
    """
    token = _watch.set(_Watch(source, declares))
    try:
        yield
    except (FileNotFoundError, ModuleNotFoundError) as error:
        if path := _missing(source, error):
            imports = isinstance(error, ModuleNotFoundError)
            raise ReachError(_refusal(source, path, imports)) from error
        raise
    finally:
        _watch.reset(token)


def _missing(source: Source, error: FileNotFoundError | ModuleNotFoundError) -> Path | None:
    """The file that a puzzle misses in its copy, if it stands where the original is."""
    if isinstance(error, FileNotFoundError):
        path = os.path.realpath(os.fsdecode(error.filename or ""))
        inside = [os.path.relpath(path, copies.place(source))]
    else:
        first = f"{error.name}".removeprefix(f"{source.module}.").partition(".")[0]
        inside = [f"{first}.py", INIT if first == source.name else f"{first}/{INIT}"]
    paths = [source.beside / path for path in inside if not path.startswith("..")]
    return next((path for path in paths if path.is_file()), None)


sys.addaudithook(_audit)
