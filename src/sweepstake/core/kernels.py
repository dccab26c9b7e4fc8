"""Kernels: functions that numba compiles when they are first called.

Numba takes half a second to import, so only a call imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """`function` as a kernel, compiled when first called and cached for later processes.

    If no cache folder can be written, every process compiles it again. A kernel must not call
    itself: loaded from the cache, it would crash.
    """
    return cast("Function", Kernel(function))


def inlined(function: Function) -> Function:
    """Like `compiled`, for functions that kernels call in a loop: numba inlines it into them.

    It can't create arrays, because it is compiled without reference counting, which halves the time
    of War's simulation.
    """
    return cast("Function", Kernel(function, forceinline=True, _nrt=False))


class Kernel:
    """A function that is compiled when it is first called, or when a kernel that calls it is."""

    def __init__(self, function: Callable[..., Any], **options: bool) -> None:
        update_wrapper(self, function)
        self.py_func = function
        """The Python function."""
        self._options = options

    def __call__(self, *args: Any) -> Any:
        """Call the compiled function."""
        return self._dispatcher(*args)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._dispatcher, name)

    def __reduce__(self) -> Any:
        """Pickle by name, as Python pickles functions."""
        return self.py_func.__qualname__

    @cached_property
    def _dispatcher(self) -> Any:
        from sweepstake.kernels.cache import dispatcher

        return dispatcher(self.py_func, **self._options)

    @property
    def _numba_type_(self) -> Any:
        """Numba's type of the function, for kernels that refer to it."""
        from numba import typeof

        return typeof(self._dispatcher)
