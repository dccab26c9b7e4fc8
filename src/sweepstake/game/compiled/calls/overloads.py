"""Numba's `overload`, of functions with annotations: numba compares those with the lambdas' own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numba.extending

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def overload(function: Any, **options: bool) -> Decorator:
    """Say by which Python a function is compiled, by the types of its arguments."""
    return lambda chosen: numba.extending.overload(function, jit_options=options)(_bare(chosen))


def overloaded(**options: bool) -> Decorator:
    """A function for compiled code, which chooses by which Python it is compiled."""

    def declared(chosen: Callable[..., Any]) -> Callable[..., Any]:
        overload(chosen, **options)(chosen)
        return chosen

    return declared


def overload_method(kind: type, name: str) -> Decorator:
    """The same of a method."""
    return lambda chosen: numba.extending.overload_method(kind, name)(_bare(chosen))


def overload_attribute(kind: type, name: str) -> Decorator:
    """The same of an attribute."""
    return lambda chosen: numba.extending.overload_attribute(kind, name)(_bare(chosen))


def _bare(chosen: Callable[..., Any]) -> Callable[..., Any]:
    """Without annotations, as is the function that it returns."""
    chosen.__annotations__.clear()

    @wraps(chosen)
    def bare(*kinds: Any, **more: Any) -> Any:
        if function := chosen(*kinds, **more):
            function.__annotations__.clear()
        return function

    return bare
