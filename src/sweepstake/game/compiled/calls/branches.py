"""Draws of compiled exploration: all rows of branches in turn, as `playing.Branching` plays them.

`draw` is int64: the number of draws that the play has had, the number in the row, the ways and the
whole of its probability, and for each draw its branch and the number of branches. A number of more
than 64 bits raises OverflowError, as does a row that is too long.
"""

from __future__ import annotations

from math import gcd
from typing import Any

from numba import njit

from sweepstake.core.kernels import inlined
from sweepstake.game.compiled.calls.whole import times

AT, DEPTH, WAYS, OF, FIRST = range(5)
MAX_DRAWS = 1_000
SIZE = FIRST + 2 * MAX_DRAWS
"""The length of `draw`."""


@inlined
def begin(draw: Any) -> None:
    """Begin with the first branch of each draw."""
    draw[AT], draw[DEPTH], draw[WAYS], draw[OF] = 0, 0, 1, 1


@inlined
def advance(draw: Any) -> bool:
    """Turn to the next row, which takes another branch as late as possible; False after all."""
    depth = draw[DEPTH]
    draw[AT], draw[WAYS], draw[OF] = 0, 1, 1
    while depth > 0:
        place = FIRST + 2 * (depth - 1)
        if draw[place] + 1 < draw[place + 1]:
            draw[place] += 1
            draw[DEPTH] = depth
            return True
        depth -= 1
    return False


@inlined
def branch(draw: Any, n: int) -> Any:
    """The row's branch, among `n`."""
    at = draw[AT]
    draw[AT] = at + 1
    place = FIRST + 2 * at
    if at < draw[DEPTH]:
        return draw[place]
    if at >= MAX_DRAWS:
        raise OverflowError
    draw[place], draw[place + 1], draw[DEPTH] = 0, n, at + 1
    return 0


@inlined
def below(draw: Any, n: int) -> Any:
    """A whole number from 0 to n - 1."""
    if n < 1:
        raise ValueError
    draw[OF] = times(draw[OF], n)
    return branch(draw, n)


@inlined
def chance(draw: Any, n: int, d: int) -> Any:
    """True if an event of probability n / d happens."""
    if d < 1 or n < 0 or n > d:
        raise ValueError
    if n == 0 or n == d:
        return n > 0
    common = gcd(n, d)
    missed = branch(draw, 2)
    draw[WAYS] = times(draw[WAYS], (d - n if missed else n) // common)
    draw[OF] = times(draw[OF], d // common)
    return missed == 0


@inlined
def one_of(draw: Any, weights: Any, total: int) -> Any:
    """An index by weights that sum to `total`; weights of 0 have no branch."""
    if total < 1:
        raise ValueError
    count = 0
    for k in range(len(weights)):
        count += weights[k] > 0
    left, j = branch(draw, count), 0
    while weights[j] == 0 or left > 0:
        left -= weights[j] > 0
        j += 1
    draw[WAYS] = times(draw[WAYS], weights[j])
    draw[OF] = times(draw[OF], total)
    return j


@njit
def deal(draw: Any, pile: Any, at: int) -> None:
    """Move one of the cards from `at` on to `at`; equal cards are one branch.

    It is the last of its equals, so that kinds stay in the order of their first cards.
    """
    kinds = 0
    for place in range(at, len(pile)):
        kinds += first(pile, at, place)
    left, chosen = branch(draw, kinds), at
    while left > 0 or not first(pile, at, chosen):
        left -= first(pile, at, chosen)
        chosen += 1
    card, number, last = pile[chosen], 0, at
    for place in range(at, len(pile)):
        if pile[place] == card:
            number, last = number + 1, place
    draw[WAYS] = times(draw[WAYS], number)
    draw[OF] = times(draw[OF], len(pile) - at)
    for place in range(last, at, -1):
        pile[place] = pile[place - 1]
    pile[at] = card


@njit
def first(pile: Any, at: int, place: int) -> bool:
    """True if a card is the first of its kind from `at` on."""
    for other in range(at, place):  # noqa: SIM110  # numba compiles no all()
        if pile[other] == pile[place]:
            return False
    return True
