"""Linear equations of a chain in fractions: x = P x + b, by elimination of sparse rows.

The state with the fewest neighbours is eliminated first, so that rows fill slowly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import heapify, heappop, heappush

Row = dict[int, Fraction]
Sides = dict[int, list[Fraction]]
"""By state the right sides, one for each system that is solved at once."""


def solved(rows: Mapping[int, Row], sides: Sides) -> Sides:
    """The x with x[n] = sum of rows[n][m] x[m] + sides[n], of the same shape as `sides`.

    Every state must have a way out: P^t goes to 0.

    >>> half = Fraction(1, 2)
    >>> solved({0: {1: half}, 1: {0: half}}, {0: [Fraction(1)], 1: [Fraction(0)]})
    {1: [Fraction(2, 3)], 0: [Fraction(4, 3)]}
    """
    left, values = {n: dict(row) for n, row in rows.items()}, {n: [*b] for n, b in sides.items()}
    into: dict[int, set[int]] = {n: set() for n in left}
    for n, row in left.items():
        for m in row:
            into[m].add(n)
    eliminated = list[int]()
    heap = [(len(row) * len(into[n]), n) for n, row in left.items()]
    heapify(heap)
    open_ = {*left}
    while heap:
        degree, n = heappop(heap)
        now = len(left[n]) * len(into[n])
        if n not in open_:
            continue
        if now > degree:
            heappush(heap, (now, n))
            continue
        open_.discard(n)
        eliminated.append(n)
        _eliminate(n, left, values, into, open_)
    return _back(eliminated, left, values)


def _eliminate(
    n: int, left: dict[int, Row], values: Sides, into: dict[int, set[int]], open_: set[int]
) -> None:
    """Put the equation of `n` into those of the states that are still open."""
    row = left[n]
    own = row.pop(n, None)
    if own is not None:
        scale = 1 / (1 - own)
        for m in row:
            row[m] *= scale
        values[n] = [value * scale for value in values[n]]
    for m in row:
        into[m].discard(n)
    for other in into[n] & open_:
        share = left[other].pop(n)
        for m, weight in row.items():
            left[other][m] = left[other].get(m, 0) + share * weight
            into[m].add(other)
        values[other] = [
            a + share * b if b else a for a, b in zip(values[other], values[n], strict=True)
        ]
    into[n] = set()


def _back(eliminated: list[int], left: dict[int, Row], values: Sides) -> Sides:
    """The values, from the last eliminated state to the first."""
    solution: Sides = {}
    for n in reversed(eliminated):
        total = values[n]
        for m, weight in left[n].items():
            total = [a + weight * b if b else a for a, b in zip(total, solution[m], strict=True)]
        solution[n] = total
    return solution
