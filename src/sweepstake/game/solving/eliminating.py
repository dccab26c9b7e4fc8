"""Elimination in decimals without a subtraction, which keeps digits however near a chain is to
staying for ever (Grassmann, Taksar and Heyman 1985).

A state is eliminated by sending the plays that pass through it straight on. Its pivot is the sum of
its ways to the states that are left and out of the chain: 1 less the probability of returning,
without the cancellation. The state with the fewest neighbours is next.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from typing import TYPE_CHECKING

from sweepstake.game.solving.lifting import by_degree
from sweepstake.puzzle.method import report

if TYPE_CHECKING:
    from sweepstake.game.solving.enclosing import Row

DIGITS, MAX_DIGITS = 40, 1280
"""The digits of the first elimination, and of the last one, if twice as many each time."""
MAX_STEPS = 20_000_000
"""Most multiplications of an elimination, which take about ten seconds."""
EVERY = 64
"""Eliminated states between two progress reports."""
ZERO = Decimal(0)
Entries = list[tuple[int, Decimal]]


class TooFullError(Exception):
    """Elimination takes too many multiplications."""


class Eliminated:
    """A chain's equations, eliminated: solves U x - W x = b and the transposed equations."""

    def __init__(self, units: Sequence[int], rows: Sequence[Row], digits: int) -> None:
        """TooFullError if it takes too many multiplications."""
        self._digits = digits
        self._order: list[int] = []
        self._pivots: list[Decimal] = []
        self._below: list[Entries] = []
        """For each pivot, the states before it, and the share of their ways that led to it."""
        self._right: list[Entries] = []
        """For each pivot, the ways to the states that were left."""
        with localcontext(Context(prec=digits)):
            self._eliminate(units, rows)

    def solved(self, b: Sequence[int], *, transposed: bool) -> list[int]:
        """About the solution, as multiples of the same unit as `b`."""
        with localcontext(Context(prec=self._digits)):
            x = [+Decimal(side) for side in b]
            (self._solve_transposed if transposed else self._solve)(x)
            return [int(number) for number in x]

    def _eliminate(self, units: Sequence[int], rows: Sequence[Row]) -> None:
        left: dict[int, dict[int, Decimal]] = {}
        into: dict[int, set[int]] = {i: set() for i in range(len(rows))}
        out = []
        for i, (at, ways) in enumerate(rows):
            left[i] = {j: Decimal(w) for j, w in zip(at, ways, strict=True) if j != i}
            out.append(Decimal(units[i] - sum(ways)))
            for j in left[i]:
                into[j].add(i)
        steps = 0
        for i, degree in by_degree(left, into):
            steps += degree
            if steps > MAX_STEPS:
                raise TooFullError
            self._take(i, left, into, out)
            if not len(self._order) % EVERY:
                report(f"bounds: eliminating {len(self._order):,} of {len(rows):,} equations")

    def _take(
        self,
        i: int,
        left: dict[int, dict[int, Decimal]],
        into: dict[int, set[int]],
        out: list[Decimal],
    ) -> None:
        right = left.pop(i)
        pivot = out[i] + sum(right.values(), ZERO)
        for j in right:
            into[j].discard(i)
        below: Entries = []
        for k in into.pop(i):
            row = left[k]
            share = row.pop(i) / pivot
            below.append((k, share))
            out[k] += share * out[i]
            for j, ways in right.items():
                if j != k:  # what comes back to k is no step, and the pivot leaves it out
                    if j in row:
                        row[j] += share * ways
                    else:
                        row[j] = share * ways
                        into[j].add(k)
        self._order.append(i)
        self._pivots.append(pivot)
        self._below.append(below)
        self._right.append([*right.items()])

    def _solve(self, x: list[Decimal]) -> None:
        for i, below in zip(self._order, self._below, strict=True):
            if number := x[i]:
                for k, share in below:
                    x[k] += share * number
        factors = zip(self._order, self._pivots, self._right, strict=True)
        for i, pivot, right in reversed([*factors]):
            x[i] = sum((ways * x[j] for j, ways in right), x[i]) / pivot

    def _solve_transposed(self, x: list[Decimal]) -> None:
        for i, pivot, right in zip(self._order, self._pivots, self._right, strict=True):
            x[i] /= pivot
            if number := x[i]:
                for j, ways in right:
                    x[j] += ways * number
        for i, below in reversed([*zip(self._order, self._below, strict=True)]):
            x[i] = sum((share * x[k] for k, share in below), x[i])
