"""Kernels: functions that numba compiles, and where their machine code is kept.

Numba looks whether the file of a kernel has changed, but not the files of the kernels that it
calls, and would run old code after an upgrade. So the machine code stands in a folder named by the
fingerprint of all source that the kernel may call, wherever that folder is. There it stands under
what else may have been compiled into it: values of globals are, and a puzzle may read them from its
data, from the environment, or from another package. What is kept is unpickled, which can run
anything: the folder must be ours, and nobody else may write to it.
"""

from __future__ import annotations

import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
from numba import config, njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from sweepstake.source.digest import fingerprint
from sweepstake.source.loaded import given_to, mark_of, plain

Function = TypeVar("Function", bound=Callable[..., Any])

_DAMAGED = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, ValueError)


def compiled(function: Function) -> Function:
    """`function` as a kernel, compiled when first called and kept for later processes.

    Where no folder can be written, every process compiles for itself. A kernel must not call
    itself: loaded from the cache, it would crash.
    """
    return _kernel(function)


def inlined(function: Function) -> Function:
    """As `compiled`, for what kernels call in a loop: it becomes part of each of them.

    It counts no references to its arrays, and so can't make any. With counting, and calls, the
    simulation of War took twice as long.
    """
    return _kernel(function, forceinline=True, _nrt=False)


def _kernel(function: Function, **options: bool) -> Function:
    kernel: Any = njit(nogil=True, **options)(function)
    if not config.DISABLE_JIT and _Place.from_function(function, "") is not None:
        kernel._cache = _Cache(function)
    made: Function = kernel
    return made


class _Place:
    """Where the machine code of one kernel is kept, as numba asks for it."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._line = function.__code__.co_firstlineno
        self._folder = folder

    @classmethod
    def from_function(cls, function: Callable[..., Any], _: str) -> _Place | None:
        """The place for `function`; None if there is none that can be used."""
        folder = _folder(function.__module__, Path(function.__code__.co_filename))
        return None if folder is None else cls(function, folder)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        """Nothing: it was looked at before."""

    def get_source_stamp(self) -> str:
        """The version of the source: the folder's name."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """What tells functions of one name in one file apart."""
        return str(self._line)


class _Kept(CompileResultCacheImpl):  # type: ignore[misc]  # numba ships no types
    _locator_classes = (_Place,)


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, but that a full disk or a damaged file costs only the time to compile."""

    _impl_class = _Kept

    def _index_key(self, *signature: Any) -> tuple[Any, ...]:
        held = sha256(repr(sorted({*_values(self._py_func, set())})).encode()).hexdigest()
        return (*super()._index_key(*signature), given_to(self._py_func.__module__), held)

    def load_overload(self, *signature: Any) -> Any:
        """What is kept for a signature; None if it can't be read."""
        if given_to(self._py_func.__module__) is None:
            return None
        try:
            return super().load_overload(*signature)
        except (OSError, *_DAMAGED):
            return None

    def save_overload(self, *signature: Any) -> None:
        """Keep what was compiled, if it can be written."""
        if given_to(self._py_func.__module__) is None:
            return
        try:
            super().save_overload(*signature)
        except (OSError, *_DAMAGED):
            return


def _values(function: FunctionType, seen: set[FunctionType]) -> Iterator[tuple[str, str]]:
    """The values that a kernel and those that it calls may find in globals, by where they stand."""
    seen.add(function)
    names = {*_names(function.__code__)}
    found = {name: function.__globals__[name] for name in names & function.__globals__.keys()}
    found |= {
        f"{name}.{inner}": vars(module)[inner]
        for name, module in found.items()
        if isinstance(module, ModuleType)
        for inner in names & vars(module).keys()
    }
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # it may be empty still
            found[name] = cell.cell_contents
    for name, value in found.items():
        inner = getattr(value, "py_func", None)
        if isinstance(inner, FunctionType):
            yield from () if inner in seen else _values(inner, seen)
        elif (said := _said(value)) is not None:
            yield f"{plain(function.__module__)}.{function.__qualname__}.{name}", said


def _names(code: CodeType) -> Iterator[str]:
    """What code names, and the code within it."""
    yield from (*code.co_names, *code.co_freevars)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _said(value: object) -> str | None:
    """A value that may be compiled into machine code, as a text; None if it is of no such type."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return str([_said(one) for one in value])
    if isinstance(value, int | float | complex | str | bytes | np.generic):
        return f"{type(value).__name__} {value!r}"
    return None


@cache
def _folder(module: str, file: Path) -> Path | None:
    """The folder for the kernels of `module`: the first of several that can be written."""
    if not file.is_file():
        return None
    name = f"kernels-{fingerprint(module, file)[:32]}"
    return next((base / name for base in _bases(module, file) if _usable(base / name)), None)


def _bases(module: str, file: Path) -> Iterator[Path]:
    """Where numba is told to keep things, beside the source, and in the user's own cache."""
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR)
    if not mark_of(module):  # a file that was brought to a worker goes with it
        yield file.parent / "__pycache__"
    own = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))  # noqa: PTH111
    if own.is_absolute():  # it is not where there is no home
        yield own / "sweepstake"


def _usable(folder: Path) -> bool:
    """Can we write to `folder`, and nobody else? It is made if it is not there."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.stat(follow_symlinks=False)
        if about.st_uid != os.geteuid() or about.st_mode & 0o022:
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
