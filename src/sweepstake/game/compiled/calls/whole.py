"""Whole numbers in compiled plays: 64 bits, of which every overflow is noticed.

A play that would need more raises OverflowError, and plain Python plays instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.extending import intrinsic

from sweepstake.game.compiled.calls.overloads import overload

LIKE = (types.Integer, types.Boolean)


def _instruction(method: str) -> Any:
    """The operation of two whole numbers by an instruction that notices an overflow."""

    @intrinsic
    def operation(typing: Any, a: Any, b: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            both = getattr(builder, method)(*args)
            with builder.if_then(builder.extract_value(both, 1), likely=False):
                context.call_conv.return_user_exc(builder, OverflowError, ())
            return builder.extract_value(both, 0)

        return types.int64(types.int64, types.int64), code

    return operation


_add, _sub, _mul = map(
    _instruction, ("sadd_with_overflow", "ssub_with_overflow", "smul_with_overflow")
)


def added(a: Any, b: Any) -> Any:
    """a + b."""


def added_to(a: Any, b: Any) -> Any:
    """What `a += b` makes of a."""


def less(a: Any, b: Any) -> Any:
    """a - b."""


def times(a: Any, b: Any) -> Any:
    """a * b."""


def power(a: Any, b: Any) -> Any:
    """a ** b."""


def shifted(a: Any, b: Any) -> Any:
    """a << b."""


def quotient(a: Any, b: Any) -> Any:
    """a // b."""


def magnitude(a: Any) -> Any:
    """abs(a)."""


def _overloaded(function: Any, of_whole: Callable[..., Any], others: Callable[..., Any]) -> None:
    @overload(function)
    def chosen(a: Any, b: Any) -> Any:
        return of_whole if isinstance(a, LIKE) and isinstance(b, LIKE) else others


def _extended(a: Any, b: Any) -> Any:
    a += b
    return a


@njit
def _power(a: int, b: int) -> int:
    if b < 0:
        raise OverflowError
    result = 1
    for _ in range(b):
        result = _mul(result, a)
    return result


@njit
def _shifted(a: int, b: int) -> int:
    if b < 0 or b > 62 or a << b >> b != a:
        raise OverflowError
    return a << b


@njit
def _quotient(a: int, b: int) -> int:
    return _sub(0, a) if b == -1 else a // b


@overload(magnitude)
def _magnitude(a: Any) -> Any:
    return (lambda a: a if a >= 0 else _sub(0, a)) if isinstance(a, LIKE) else None


_overloaded(added, lambda a, b: _add(a, b), lambda a, b: a + b)
_overloaded(added_to, lambda a, b: _add(a, b), _extended)
_overloaded(less, lambda a, b: _sub(a, b), lambda a, b: a - b)
_overloaded(times, lambda a, b: _mul(a, b), lambda a, b: a * b)
_overloaded(power, lambda a, b: _power(a, b), lambda a, b: a**b)
_overloaded(quotient, lambda a, b: _quotient(a, b), lambda a, b: a // b)
_overloaded(shifted, lambda a, b: _shifted(a, b), lambda a, b: a << b)


@njit
def total(items: Any) -> Any:
    """sum(items)."""
    result = 0
    for item in items:
        result = added(result, item)
    return result
