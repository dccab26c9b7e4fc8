"""Numbers in compiled plays: whole numbers of 64 bits, and fractions.

Every overflow is noticed: a play that would need more bits raises OverflowError, and is played in
plain Python instead. Fractions are probabilities for `draw.chance`; compiled code neither compares
them nor computes with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, make_attribute_wrapper, models, register_model

from sweepstake.game.simulating.lists import overloaded

LIKE = (types.Integer, types.Boolean)


def _instruction(method: str) -> Any:
    """The operation on two whole numbers whose instruction notices an overflow."""

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


def _operation(name: str, of_whole: Callable[..., Any], of_values: Callable[..., Any]) -> Any:
    """The function of that name, implemented once for two whole numbers, once for other values."""

    def operation(a: Any, b: Any) -> Any:
        return of_whole if isinstance(a, LIKE) and isinstance(b, LIKE) else of_values

    operation.__name__ = operation.__qualname__ = name  # numba's messages have it
    return overloaded()(operation)


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
def _halved(a: int, b: int) -> int:
    if b < 0:
        raise ValueError
    return a >> min(b, 63)


@njit
def _quotient(a: int, b: int) -> int:
    return _sub(0, a) if b == -1 else a // b


added = _operation("added", lambda a, b: _add(a, b), lambda a, b: a + b)
added_to = _operation("added_to", lambda a, b: _add(a, b), _extended)
less = _operation("less", lambda a, b: _sub(a, b), lambda a, b: a - b)
times = _operation("times", lambda a, b: _mul(a, b), lambda a, b: a * b)
power = _operation("power", lambda a, b: _power(a, b), lambda a, b: a**b)
quotient = _operation("quotient", lambda a, b: _quotient(a, b), lambda a, b: a // b)
shifted = _operation("shifted", lambda a, b: _shifted(a, b), lambda a, b: a << b)
halved = _operation("halved", lambda a, b: _halved(a, b), lambda a, b: a >> b)


@overloaded()
def magnitude(a: Any) -> Any:
    """abs(a)."""
    return (lambda a: a if a >= 0 else _sub(0, a)) if isinstance(a, LIKE) else None


@njit
def total(items: Any) -> Any:
    """sum(items)."""
    result = 0
    for item in items:
        result = added(result, item)
    return result


PARTS = ("numerator", "denominator")


class RatioType(types.Type):  # type: ignore[misc]  # numba ships no types
    """The type of a reduced fraction."""

    def __init__(self) -> None:
        super().__init__(name="Ratio")


RATIO = RatioType()


@register_model(RatioType)
class _Model(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [(part, types.int64) for part in PARTS])


for _part in PARTS:
    make_attribute_wrapper(RatioType, _part, _part)


@intrinsic
def ratio(typing: Any, numerator: Any, denominator: Any) -> Any:
    """The fraction of two whole numbers without a common divisor."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        new = cgutils.create_struct_proxy(RATIO)(context, builder)
        new.numerator, new.denominator = args
        return new._getvalue()

    return RATIO(types.int64, types.int64), code
