"""The cache of kernels' machine code for later processes.

Numba checks whether the file of a kernel has changed, but not the files of the kernels that it
calls. So machine code is kept in a folder named after all source that it may come from: the hash
of `sweepstake.core`, and the name of the puzzle's copy. The files are unpickled, which can run
anything, so no other user may write to the folder.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from numba import config, njit
from numba.core import event
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from sweepstake.source import read as folder
from sweepstake.source.copies import source_of
from sweepstake.source.identity import PACKAGE, of_core
from sweepstake.source.read import read

PUZZLES, GAME = f"{PACKAGE.name}.puzzles.", f"{PACKAGE.name}.game."


# Machine code calls functions by their names, which end in a number. Numba counts from 1, so
# two processes would give two functions the same name, and a third that loads both would call the
# wrong one.
FunctionIdentity._unique_ids = count(secrets.randbits(60))

# Numba takes settings from a file in the current folder, which may be a stranger's.
config._config_fname = os.devnull
config.reload_config()

_compiling = event.TimingListener()
event.register("numba:compile", _compiling)
_told = 0.0


def seconds_compiling() -> float:
    """The seconds spent compiling since the last call; loading from the cache doesn't count."""
    global _told
    before, _told = _told, _compiling.duration if _compiling.done else 0.0
    return _told - before


def dispatcher(function: Callable[..., Any], **options: bool) -> Any:
    """`function` as a numba dispatcher: compiled at its first call, and cached if possible."""
    kernel: Any = njit(nogil=True, **options)(function)
    if not config.DISABLE_JIT and _folder(function.__module__) is not None:
        kernel._cache = _Cache(function)
    return kernel


@cache
def _folder(module: str) -> Path | None:
    """The folder for the kernels of a module; None without a private folder in the cache.

    Kernels that belong neither to a copy nor to this package are compiled by every process.
    """
    owner, base = _owner(module), folder.private(folder.MACHINE_CODE)
    if owner is None or base is None:
        return None
    place = base / f"{of_core()[:16]}-{owner}"
    return place if folder.is_ours(place) else None


def _owner(module: str) -> str | None:
    """A name for all source that the kernels of a module may come from, besides `sweepstake.core`.

    It is the name of the copy, because line numbers and the module's name are compiled in.
    """
    if source := source_of(module):
        return source.module
    if module.startswith(PUZZLES):
        return read(PACKAGE / "puzzles" / module.removeprefix(PUZZLES).partition(".")[0]).module
    if module.startswith(GAME):  # a game's module is named by the hash of its text
        return read(PACKAGE / "game").module
    return "core" if module.startswith(f"{PACKAGE.name}.core.") else None


class _Kept(CompileResultCacheImpl):  # type: ignore[misc]
    """Tells numba where to cache one kernel, and under which name."""

    def __init__(self, function: Callable[..., Any]) -> None:
        place, code = _folder(function.__module__), function.__code__
        name = f"{function.__module__.partition('.')[2]}.{function.__qualname__}"
        self._lineno = code.co_firstlineno
        self._filename_base = f"{name}-{self._lineno}.{sys.implementation.cache_tag}"
        self._locator = SimpleNamespace(
            get_cache_path=lambda: str(place),
            ensure_cache_path=lambda: None,
            get_source_stamp=lambda: place and place.name,
            _py_file=code.co_filename,
        )


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, except that a full disk or a damaged file costs only the time to compile."""

    _impl_class = _Kept

    def load_overload(self, *signature: Any) -> Any:
        """The machine code cached for a signature; None if it can't be read."""
        return self._tried(super().load_overload, signature)

    def save_overload(self, *signature: Any) -> None:
        """Cache what was compiled, if it can be written."""
        self._tried(super().save_overload, signature)

    def _tried(self, step: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
        """The result of `step`. If it fails, remove the index, which numba never repairs; None."""
        try:
            return step(*signature)
        except Exception:  # whatever unpickling a damaged file raises, or a full disk
            try:
                Path(self._cache_file._index_path).unlink(missing_ok=True)
            except OSError:
                self.disable()
