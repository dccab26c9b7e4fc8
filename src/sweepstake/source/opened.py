"""What a puzzle opens and imports while it runs: what its answers do not count is refused by name.

Only the audit events of the thread that computes are looked at. What C and C++ code opens by
itself, and other processes, are not seen.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path
from types import FrameType
from typing import Any

from sweepstake.source import copies, folder
from sweepstake.source.reach import ReachError, is_known
from sweepstake.source.read import INIT, SHOWN, Source

SYSTEM = ("/proc/", "/sys/", "/dev/", "/etc/", "/usr/")
ABOUT = ("__pycache__", ".dist-info", ".egg-info")
"""Parts of paths of compiled modules, and of what packages say of themselves."""
IMPORTING = "importlib._bootstrap"

_refused: dict[str, str] = {}
"""Why a copy can't be used any more in this process, for what it has read it may have kept."""
_watches: dict[int, _Watch] = {}
"""By thread."""


@dataclass
class _Watch:
    """What one thread opens and imports while it runs a puzzle."""

    source: Source
    counted: frozenset[str]
    """The paths of the files in the copy that may be opened."""
    opened: dict[str, None] = field(default_factory=dict)
    imported: dict[str, None] = field(default_factory=dict)
    """The files of modules that were read."""
    names: dict[str, None] = field(default_factory=dict)
    """The modules that were asked for."""
    written: set[str] = field(default_factory=set)

    def see(self, event: str, args: tuple[Any, ...]) -> None:
        """Note what an audit event is about, if it may matter."""
        if event == "import":
            self.names[args[0]] = None
        elif event == "sqlite3.connect":
            self._open(args[0], 0)
        elif event == "open":
            self._open(args[0], args[2] or 0)

    def _open(self, name: object, flags: int) -> None:
        if not isinstance(name, str | bytes | os.PathLike):
            return
        path = os.path.realpath(os.fsdecode(name))
        new = bool(flags & os.O_TRUNC) or not os.path.isfile(path)  # noqa: PTH113
        if new:
            self.written.add(path)
        elif _opener("importlib._bootstrap"):  # `importlib.import_module` has no event of its own
            self.imported[_module(path)] = None
        elif flags & os.O_ACCMODE != os.O_WRONLY and self._is_uncounted(path):
            self.opened[path] = None

    def _is_uncounted(self, path: str) -> bool:
        """Does the puzzle read a file that its answers don't count?"""
        return path not in self.written and not self._is_allowed(path) and self._is_by_puzzle()

    def _is_allowed(self, path: str) -> bool:
        """Is this a file of the copy, or no puzzle's concern?"""
        if path in self.counted:
            return not path.endswith(".py") or self.source.reads_text
        if path.startswith(self.source.place) and _opener("linecache"):
            return True  # the line of an error; who reads it on purpose is known to read text
        if any(map(path.__contains__, ABOUT)) or path.startswith(SYSTEM) or is_known(path):
            return True
        return any(path.startswith(f"{base}/") for base in folder.machine_code())

    def _is_by_puzzle(self) -> bool:
        """Does the puzzle open it, and not a package that reads its settings when imported?"""
        for frame in _frames():
            if frame.f_globals.get("__name__", "").partition(".")[0] == self.source.module:
                return True
            if frame.f_globals.get("__name__") == IMPORTING:
                return False
        return True

    def refusal(self) -> str | None:
        """Why what was computed does not count; None if it does."""
        if path := next(iter(self.opened), None):
            if path in self.counted:
                return (
                    f"{self.source.name} reads its own module {Path(path).name}, in which "
                    f"comments don't count; read another file of the puzzle's folder"
                )
            return (
                f"{self.source.name} reads {path}, which its answers don't count; put the file "
                f"into the puzzle's folder and open it from Path(__file__).parent"
            )
        for path in (*self.imported, *filter(None, map(_file, self.names))):
            if path not in self.counted and not is_known(path):
                _forget(path)
                return (
                    f"{self.source.name} imports {path}, which its answers don't count; move it "
                    f"into the puzzle's folder (not into {SHOWN}), or install it (not as editable)"
                )
        return None


def _module(path: str) -> str:
    """The file of a module that was compiled to `path`; `path` itself unless it is such a file."""
    return source_from_cache(path) if path.endswith(".pyc") and "__pycache__" in path else path


def _file(name: str) -> str | None:
    """The file of a module; None if it isn't imported or has none."""
    path = getattr(sys.modules.get(name), "__file__", None)
    return os.path.realpath(path) if path else None


def _forget(path: str) -> None:
    """Forget the modules of a file, so that it is noticed again when they are imported."""
    for name in [name for name in [*sys.modules] if _file(name) == path]:
        del sys.modules[name]


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(1)
    while frame:
        yield frame
        frame = frame.f_back


def _opener(module: str) -> bool:
    """Does a module of the standard library open a file for its own purpose?"""
    names = (f"{frame.f_globals.get('__name__')}" for frame in _frames())
    return next((n for n in names if n not in (__name__, "tokenize")), "").startswith(module)


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if event in ("open", "import", "sqlite3.connect") and (
        watch := _watches.get(threading.get_ident())
    ):
        watch.see(event, args)


@contextmanager
def watched(source: Source, shown: bool = False) -> Iterator[None]:
    """Run a puzzle; ReachError if it opens or imports what does not count.

    With `shown`, its `report/` may be imported.
    """
    if why := _refused.get(source.module):
        raise ReachError(why)
    me, before = threading.get_ident(), _watches.get(threading.get_ident())
    watch = _watches[me] = _Watch(source, _counted(source, shown))
    try:
        yield
    except FileNotFoundError as error:
        if beside := _beside(source, error):
            raise ReachError(beside) from error
        raise
    finally:
        if before is None:
            del _watches[me]
        else:
            _watches[me] = before
        why = watch.refusal()
        if why:
            _refused[source.module] = why
    if why:
        raise ReachError(why)


@cache
def _counted(source: Source, shown: bool) -> frozenset[str]:
    """The paths of the files of a copy that may be opened."""
    files = source.files if shown else source.counted
    return frozenset(str(copies.place(source) / path) for path, _ in files)


def _beside(source: Source, error: FileNotFoundError) -> str | None:
    """What to do about a file that stands beside the puzzle and not in its copy."""
    copy = copies.place(source)
    path = Path(os.path.realpath(os.fsdecode(error.filename or "/")))
    if not source.is_file or not path.is_relative_to(copy):
        return None
    inside = path.relative_to(copy)
    if not (Path(source.place).parent / inside).exists():
        return None
    return (
        f"{source.name} opens {inside}, which stands beside it, and a puzzle of one file has no "
        f"siblings; make a folder of both, {source.name}/{INIT} and {source.name}/{inside}"
    )


sys.addaudithook(_audit)
