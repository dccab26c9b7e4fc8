"""Numba's `overload` for annotated functions: numba compares annotations with those of lambdas."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numba.extending

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def overload(function: Any, **options: bool) -> Decorator:
    """Decorate a function that chooses a Python implementation by the types of the arguments."""
    return lambda chosen: numba.extending.overload(function, jit_options=options)(_bare(chosen))


def overloaded(**options: bool) -> Decorator:
    """Decorate a function for compiled code that chooses its Python implementation by types."""

    def declared(chosen: Callable[..., Any]) -> Callable[..., Any]:
        overload(chosen, **options)(chosen)
        return chosen

    return declared


def overload_method(kind: type, name: str) -> Decorator:
    """Like `overload`, for a method."""
    return lambda chosen: numba.extending.overload_method(kind, name)(_bare(chosen))


def overload_attribute(kind: type, name: str) -> Decorator:
    """Like `overload`, for an attribute."""
    return lambda chosen: numba.extending.overload_attribute(kind, name)(_bare(chosen))


def _bare(chosen: Callable[..., Any]) -> Callable[..., Any]:
    """`chosen` without annotations, and without those of the function that it returns."""
    chosen.__annotations__.clear()

    @wraps(chosen)
    def bare(*kinds: Any, **more: Any) -> Any:
        if function := chosen(*kinds, **more):
            function.__annotations__.clear()
        return function

    return bare
