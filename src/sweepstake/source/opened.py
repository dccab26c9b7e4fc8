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
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

from sweepstake.source import copies, folder
from sweepstake.source.reach import ReachError, foreign, is_known
from sweepstake.source.read import SHOWN, Source

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
    written: set[str] = field(default_factory=set)

    def see(self, event: str, args: tuple[Any, ...]) -> None:
        """Note what an audit event is about, if it may matter."""
        if event == "import":
            self.imported[args[0]] = None
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
        elif flags & os.O_ACCMODE != os.O_WRONLY and self._is_uncounted(path):
            self.opened[path] = None

    def _is_uncounted(self, path: str) -> bool:
        """Does the puzzle read a file that its answers don't count?"""
        return path not in self.written and not self._is_allowed(path) and self._is_by_puzzle()

    def _is_allowed(self, path: str) -> bool:
        """Is this a file of the copy, or no puzzle's concern?"""
        if path in self.counted:
            return not path.endswith(".py") or self.source.reads_text or _opener("importlib.")
        if _opener("linecache"):  # for the line of an error; what reads it otherwise counts as text
            return path.startswith(self.source.place)
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
        for name in self.imported:
            if name in sys.modules and (where := self._uncounted(name)):
                del sys.modules[name]  # so that it is noticed again
                return (
                    f"{self.source.name} imports {name} from {where}, which its answers don't "
                    f"count; move it into the puzzle's folder (not into {SHOWN}), or install it "
                    f"(not as editable)"
                )
        return None

    def _uncounted(self, name: str) -> str | None:
        if name.partition(".")[0] == self.source.module:
            path = os.path.realpath(getattr(sys.modules[name], "__file__", None) or "/")
            return None if path == "/" or path in self.counted else path
        return foreign(name)


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(1)
    while frame:
        yield frame
        frame = frame.f_back


def _opener(module: str) -> bool:
    """Does a module of the standard library open a file for its own purpose?"""
    names = (frame.f_globals.get("__name__") for frame in _frames())
    others = [name for name in islice(names, 9) if name not in (__name__, "tokenize")]
    return f"{others[0]}".startswith(module) if others else False


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
    files = source.files if shown else source.counted
    counted = frozenset(str(copies.place(source) / path) for path, _ in files)
    me, before = threading.get_ident(), _watches.get(threading.get_ident())
    watch = _watches[me] = _Watch(source, counted)
    try:
        yield
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


sys.addaudithook(_audit)
