"""The draws of compiled plays, by the same random words as `playing.Sampled`.

`draw` is a stream: uint64 of shape (4,). Arguments that plain Python refuses raise ValueError.
"""

from __future__ import annotations

from math import gcd
from typing import Any

import numpy as np
from numba import njit, types

from sweepstake.core.kernels import inlined
from sweepstake.core.stream import below as narrow
from sweepstake.core.stream import word
from sweepstake.game.compiled.calls.overloads import overloaded
from sweepstake.game.compiled.calls.whole import added, power, times

NARROW = 1 << 31
_32 = np.uint64(32)
_HALF = np.uint64(0xFFFFFFFF)


class LongError(Exception):
    """A play takes many steps without a draw; it may never end."""


@inlined
def below(draw: Any, n: int) -> Any:
    """A whole number from 0 to n - 1."""
    if n <= 1:
        if n < 1:
            raise ValueError
        return 0
    if n <= NARROW:
        return narrow(draw, n)
    return wide(draw, n)


@njit
def wide(draw: Any, n: int) -> Any:
    """Like `below`, from two words of 32 bits, the higher one first (Lemire)."""
    if n > 1 << 62:
        raise OverflowError
    bound = np.uint64(n)
    while True:
        high, low = word(draw) >> _32, word(draw) >> _32
        a, b = high * (bound >> _32), high * (bound & _HALF)
        c, d = low * (bound >> _32), low * (bound & _HALF)
        middle = (b & _HALF) + (c & _HALF) + (d >> _32)
        rest = (middle << _32) | (d & _HALF)
        if rest >= bound or rest >= (~bound + np.uint64(1)) % bound:
            return np.int64(a + (b >> _32) + (c >> _32) + (middle >> _32))


@inlined
def is_below(draw: Any, n: int, d: int) -> Any:
    """True if an event of probability n / d, a reduced fraction, happens."""
    if n < 0 or n > d:
        raise ValueError
    if n == 0 or n == d:
        return n > 0
    return below(draw, d) < n


@njit
def reduced(draw: Any, n: int, d: int) -> Any:
    """Like `is_below`, for any fraction."""
    if d < 1:
        raise ValueError
    common = gcd(n, d)
    return is_below(draw, n // common, d // common)


@njit(forceinline=True)
def one_of(draw: Any, weights: Any, total: int) -> Any:
    """An index by weights that sum to `total`."""
    place = below(draw, total)
    for j in range(len(weights)):
        if place < weights[j]:
            return j
        place -= weights[j]
    raise ValueError


@overloaded()
def among(draw: Any, items: Any) -> Any:
    """One of some items."""

    def taken(draw: Any, items: Any) -> Any:
        if len(items) == 0:
            raise ValueError
        return items[below(draw, len(items))]

    kept = isinstance(getattr(items, "dtype", None), types.List)  # it would be a copy
    return None if kept else taken


@overloaded(forceinline=True)
def pick(draw: Any, weights: Any) -> Any:
    """An index, by weights."""
    if not isinstance(getattr(weights, "dtype", None), types.Integer):
        return None

    def picked(draw: Any, weights: Any) -> Any:
        total = 0
        for weight in weights:
            if weight < 0:
                raise ValueError
            total = added(total, weight)
        return one_of(draw, weights, total)

    return picked


@njit
def choose(n: int, k: int) -> int:
    """The number of ways to choose k of n."""
    ways = 1
    for i in range(k):
        ways = times(ways, n - i) // (i + 1)
    return ways


@njit
def dice(draw: Any, n: int, sides: int) -> Any:
    """A roll of some dice, the lowest first: one draw, read as the row of `ways.rolls`."""
    if n < 0 or sides < 1:
        raise ValueError
    place, left, faces = below(draw, power(sides, n)), n, [0 for _ in range(n)]
    for face in range(1, sides + 1):
        shown = left
        others = power(sides - face, left - shown)
        while place >= times(choose(left, shown), others):
            place -= choose(left, shown) * others
            shown -= 1
            others = power(sides - face, left - shown)
        place //= choose(left, shown)
        for k in range(shown):
            faces[n - left + k] = face
        left -= shown
    return faces


@njit
def counts(draw: Any, n: int, weights: Any) -> Any:
    """How often each index is picked in n picks: one draw, read as the row of `ways.vectors`."""
    rest = 0
    for weight in weights:
        if weight < 0:
            raise ValueError
        rest = added(rest, weight)
    if n < 0 or rest < 1:
        raise ValueError
    place, left, numbers = below(draw, power(rest, n)), n, [0 for _ in range(len(weights))]
    for j in range(len(weights)):
        rest -= weights[j]
        k = 0
        own = choose(left, k) * power(weights[j], k)
        others = power(rest, left - k)
        while place >= times(own, others):
            place -= own * others
            k += 1
            own = times(choose(left, k), power(weights[j], k))
            others = power(rest, left - k)
        place //= own
        numbers[j] = k
        left -= k
    return numbers
