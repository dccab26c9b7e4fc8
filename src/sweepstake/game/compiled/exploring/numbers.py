"""Operations of whole numbers as Python has them; what needs more than 64 bits raises."""

from __future__ import annotations

from typing import Any

from sweepstake.core.kernels import compiled, inlined
from sweepstake.game.compiled.calls.whole import less


@inlined
def divided(a: int, b: int) -> Any:
    """a // b."""
    if b == 0:
        raise ZeroDivisionError
    return less(0, a) if b == -1 else a // b


@inlined
def modulo(a: int, b: int) -> Any:
    """a % b."""
    if b == 0:
        raise ZeroDivisionError
    return 0 if b == -1 else a % b


@inlined
def halved(a: int, b: int) -> Any:
    """a >> b."""
    if b < 0:
        raise ValueError
    return a >> min(b, 63)


@inlined
def both(a: int, b: int) -> Any:
    """a & b."""
    return a & b


@inlined
def either(a: int, b: int) -> Any:
    """a | b."""
    return a | b


@inlined
def differing(a: int, b: int) -> Any:
    """a ^ b."""
    return a ^ b


@inlined
def size(a: int) -> Any:
    """abs(a)."""
    return less(0, a) if a < 0 else a


@compiled
def within(value: int, items: Any) -> Any:
    """value in items."""
    for item in items:  # noqa: SIM110  # numba compiles no any()
        if item == value:
            return True
    return False


@compiled
def item(items: Any, place: int) -> Any:
    """items[place]."""
    at = place + len(items) if place < 0 else place
    if at < 0 or at >= len(items):
        raise IndexError
    return items[at]
