"""Proved bounds for the solution of a chain's linear equations: guessed, then proved.

The equations are U x = W x + b in whole numbers: U is diagonal and positive, W has no negative
number, and every state has a way out, so the powers of W / U go to 0. Then an x with U x <= W x + b
is a lower bound of the solution in every entry, and one with U x >= W x + b is an upper bound.

An approximate solution x is refined until its remainder r = b + W x - U x is small. Its entries are
whole multiples of a tiny unit, so r is known exactly. Let v be another approximate solution, with
s = U v - W v >= 1. For the least t with r + t s >= 0, x - t v is a lower bound; an upper bound is
found alike. Nothing is assumed of the approximations: if one is bad, there is no such v, or the
bounds are wide, and a better approximation is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul
from typing import NamedTuple, Protocol

from sweepstake.errors import TooLargeError
from sweepstake.game.solving.eliminating import DIGITS, MAX_DIGITS, Eliminated, TooFullError

SCALE = 256
"""Numbers are multiples of 2^-SCALE."""
ONE = 1 << SCALE
DEPTH = 160
"""A remainder below 2^-DEPTH is small enough."""
FEW = 100
"""Up to so many equations are eliminated in decimals; importing SciPy takes longer."""
FINE = 20
"""The s are about 2^FINE times as large as the rounding of v to whole numbers can make them err."""
ROUNDS = 100
"""Most refinements of an approximate solution."""


class Row(NamedTuple):
    """The entries of a row that aren't 0."""

    at: list[int]
    ways: list[int]


class Approximate(Protocol):
    """Solves U x - W x = b approximately, or the transposed equations."""

    def solved(self, b: Sequence[int], *, transposed: bool) -> list[int]:
        """About the solution, as multiples of the same unit as `b`."""


class Component:
    """The equations between the states of a component.

    A play in state i goes on to state j with the probability ways / units[i], for each j and ways
    of rows[i]; otherwise it leaves the component, which every state can.
    """

    def __init__(self, units: list[int], rows: list[Row]) -> None:
        self.units, self.rows = units, rows
        self._approximations = self._tried()
        self._visits = _System(units, _transposed(rows), self._approximations, is_transposed=True)
        self._values = _System(units, rows, self._approximations, is_transposed=False)

    def values(self, low: list[int], high: list[int]) -> tuple[list[int], list[int]]:
        """Bounds of the x with units[i] x[i] = sum of ways x[j] + b[i], for low <= b <= high."""
        return self._values.bound(low, above=False), self._values.bound(high, above=True)

    def visits(self, inflow: list[int]) -> list[int]:
        """Lower bounds of the expected visits of each state, divided by its unit.

        `inflow` has how much of a play begins in each state. As this is not negative, 0 is a lower
        bound, too; and the larger of two lower bounds is one.
        """
        return [max(0, number) for number in self._visits.bound(inflow, above=False)]

    def _tried(self) -> _Cached:
        return _Cached(self._approximate())

    def _approximate(self) -> Iterator[Approximate]:
        """Approximations, from the quickest to the finest."""
        if len(self.units) > FEW:
            from sweepstake.game.solving.factoring import Factored  # importing SciPy takes a while

            yield Factored(self.units, self.rows)
        digits = DIGITS
        while digits <= MAX_DIGITS:
            try:
                yield Eliminated(self.units, self.rows, digits)
            except TooFullError:
                return
            digits *= 2


class _Cached:
    """An iterable whose items are computed once."""

    def __init__(self, items: Iterator[Approximate]) -> None:
        self._items, self._known = items, list[Approximate]()

    def __iter__(self) -> Iterator[Approximate]:
        yield from self._known
        for item in self._items:
            self._known.append(item)
            yield item


class _System:
    """The equations U x = W x + b; only b differs from call to call."""

    def __init__(
        self,
        units: list[int],
        rows: list[Row],
        approximations: _Cached,
        *,
        is_transposed: bool,
    ) -> None:
        self._units, self._rows = units, rows
        self._approximations, self._is_transposed = approximations, is_transposed
        self._supports: list[tuple[list[int], list[int]] | None] = []
        rounding = max(u + sum(row.ways) for u, row in zip(units, rows, strict=True))
        self._small, self._weight = (1 << SCALE - DEPTH) + rounding, rounding << FINE

    def bound(self, b: list[int], *, above: bool) -> list[int]:
        """A lower bound of the solution, or an upper bound; TooLargeError if none is proved."""
        widest: list[int] | None = None
        for number, approximation in enumerate(self._approximations):
            if support := self._support(number, approximation):
                x, r, is_fine = self._refined(approximation, b)
                bound = _moved(x, r, *support, above=above)
                if is_fine:
                    return bound
                widest = widest or bound
        if widest is None:
            raise TooLargeError(
                f"bounds: {len(b):,} equations can't be solved well enough to prove a bound"
            )
        return widest

    def _support(
        self, number: int, approximation: Approximate
    ) -> tuple[list[int], list[int]] | None:
        """The v and s = U v - W v of an approximation; None unless s >= 1 in every entry."""
        if number == len(self._supports):
            sides = [self._weight] * len(self._units)
            v = approximation.solved(sides, transposed=self._is_transposed)
            s = [-r for r in self._remainder([0] * len(v), v)]
            self._supports.append((v, s) if min(s) >= 1 else None)
        return self._supports[number]

    def _remainder(self, b: list[int], x: list[int]) -> list[int]:
        """The remainder b + W x - U x, exactly."""
        of = x.__getitem__
        return [
            side + sum(map(mul, ways, map(of, at))) - unit * number
            for side, (at, ways), unit, number in zip(b, self._rows, self._units, x, strict=True)
        ]

    def _refined(
        self, approximation: Approximate, b: list[int]
    ) -> tuple[list[int], list[int], bool]:
        """An approximate solution, its remainder, and True if that is small."""
        x, r, size = [0] * len(b), b, max(map(abs, b))
        for _ in range(ROUNDS):
            if size <= self._small:
                break
            more = approximation.solved(r, transposed=self._is_transposed)
            finer = [a + d for a, d in zip(x, more, strict=True)]
            left = self._remainder(b, finer)
            if 2 * (new := max(map(abs, left))) > size:
                break
            x, r, size = finer, left, new
        return x, r, size <= self._small


def _moved(x: list[int], r: list[int], v: list[int], s: list[int], *, above: bool) -> list[int]:
    """The bound of a solution, from an approximation x with the remainder r."""
    sign = 1 if above else -1
    t = max(-(-sign * a // b) for a, b in zip(r, s, strict=True))
    return [a + sign * t * d for a, d in zip(x, v, strict=True)]


def _transposed(rows: Sequence[Row]) -> list[Row]:
    columns = [Row([], []) for _ in rows]
    for i, (at, all_ways) in enumerate(rows):
        for j, ways in zip(at, all_ways, strict=True):
            columns[j].at.append(i)
            columns[j].ways.append(ways)
    return columns
