"""One comparison of methods, made at many points; and the exact probabilities that it compares.

Exact probabilities are the texts `p/q` in rows of points, read as integers of any size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ulp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.store.columns import Whole, array, ranges
from sweepstake.store.points import Floats, Points
from sweepstake.text import digits

Bools = NDArray[np.bool_]
Numbers = NDArray[Any]
"""An array of Python integers of any size."""
ROUNDING = 1e-9
STANDARD_ERRORS = 5.0
"""How far a sample may be off, unless a run has its own threshold (`alarm`)."""
MEAN = "mean of "
"""The beginning of the name of a comparison of means."""
IN_ERRORS = ", standard errors"
"""The end of the name of a comparison whose difference is a normal deviate."""


@dataclass(frozen=True)
class Comparison:
    """The differences of some methods at some points, and the largest difference allowed.

    If `bound` is None, the methods are compared, not judged.
    """

    methods: tuple[str, ...]
    compared: str
    at: Whole
    """The indices of the points, ascending; may be empty."""
    difference: Floats
    """The difference at each point."""
    bound: float | None
    strength: str
    power: float | Floats = np.nan
    """The smallest error that would have been caught, at each point; NaN if that says nothing."""
    column: str = ""
    """The outcome column that is compared; empty if all are."""
    each: tuple[str, ...] = ()
    """At each point, the power for each outcome, in words; may be empty."""

    @property
    def is_test(self) -> bool:
        """True if the difference is a normal deviate, as unlikely as the p-value of a test."""
        return self.compared.endswith(IN_ERRORS) or f"{IN_ERRORS}, " in self.compared

    @property
    def powers(self) -> Floats:
        """The power at each point."""
        return np.broadcast_to(np.asarray(self.power, np.float64), len(self.at))

    @property
    def agrees(self) -> Bools:
        """For each point, True if it is judged and within the bound."""
        return self.difference <= (-np.inf if self.bound is None else self.bound)

    @property
    def fails(self) -> Bools:
        """For each point, True if it is judged and not within the bound."""
        return np.zeros(len(self.at), bool) if self.bound is None else ~self.agrees

    def where(self, mask: Bools) -> Comparison:
        """The comparison at the points with a True in `mask`."""
        each = tuple(text for text, is_in in zip(self.each, mask, strict=bool(self.each)) if is_in)
        difference, power = self.difference[mask], self.powers[mask]
        return replace(self, at=self.at[mask], difference=difference, power=power, each=each)

    def unjudged(self) -> Comparison:
        """The comparison without a verdict, which confirms nothing."""
        return replace(self, bound=None, strength="bound")

    def split(self, tells: Bools) -> Iterator[Comparison]:
        """The comparison where `tells`, and an unjudged one where few trials carry the weight."""
        yield self.where(tells)
        what = f"{self.compared}, of too few effective trials"
        yield replace(self.where(~tells), compared=what, bound=None, strength="bound")


@dataclass(frozen=True)
class Ratios:
    """The probabilities of the rows of some points; each distinct text is read once."""

    points: Points
    above: Numbers
    """The numerator of each distinct text, and a 0."""
    below: Numbers
    """The denominator of each distinct text, and a 1."""
    code: Whole
    """For each row, the index of its ratio; -1 if it has no text."""
    beyond: float = STANDARD_ERRORS
    """The standard errors by which a sample may be off."""

    @classmethod
    def of(cls, points: Points, beyond: float = STANDARD_ERRORS) -> Ratios:
        """The ratios in the column `exact` of some points."""
        texts = array(points.rows["exact"]).dictionary_encode()
        code = texts.indices.fill_null(-1).to_numpy().astype(np.int64)
        ratios = [*map(ratio, texts.dictionary.to_pylist()), (0, 1)]
        above, below = (np.array(part, object) for part in zip(*ratios, strict=True))
        return cls(points, above, below, code, beyond)

    @cached_property
    def nearest(self) -> Floats:
        """The probability of each row as a float, from its ratio if it has one."""
        by_text = (self.above / self.below).astype(np.float64)
        return np.where(self.code >= 0, by_text[self.code], self.points.floats("probability"))

    @cached_property
    def is_possible(self) -> Bools:
        """For each row, True if its outcome is possible, however unlikely."""
        log = self.points.floats("log10_probability")
        is_some = (self.above > 0)[self.code].astype(bool)
        return np.asarray(is_some | (self.nearest != 0) | ((log != 0) & ~np.isnan(log)))

    def probability(self, row: int) -> Fraction | float:
        """The probability of a row, a Fraction if it is known exactly; 0 for row -1."""
        if row < 0:
            return Fraction(0)
        if self.code[row] >= 0:
            return Fraction(self.above[self.code[row]], self.below[self.code[row]])
        return float(self.points.floats("probability")[row])

    def left_out(self, method: int, point: int) -> Fraction:
        """The probability that the answer of a method at a point leaves out."""
        return self.points.remainders.get((method, point), Fraction(0))

    def off_one(self, answers: Whole, by_floats: Floats) -> Floats:
        """The distance from 1 of the sum of each answer's probabilities and what it leaves out.

        `answers` are indices in `Points.start`. If a row has no text, the distance is `by_floats`.
        """
        start, sizes = self.points.start[answers], self.points.size[answers]
        first = sizes.cumsum() - sizes
        code = self.code[ranges(start, sizes)]
        above, below = self.above[code], self.below[code]
        whole = np.lcm.reduceat(below, first)
        more = np.add.reduceat(above * (np.repeat(whole, sizes) // below), first) - whole
        if self.points.remainders:
            at = zip(
                self.points.method[start].tolist(), self.points.point[start].tolist(), strict=True
            )
            more += whole * np.array([self.left_out(*answer) for answer in at])
        off = np.zeros(len(answers))
        for k in np.flatnonzero(more):
            off[k] = size(Fraction(more[k]) / whole[k])
        return np.where(np.logical_and.reduceat(code >= 0, first), off, by_floats)


def ratio(exact: str) -> tuple[int, int]:
    """The numerator and the denominator of `p/q` or `p`.

    >>> ratio("5/6"), ratio("1")
    ((5, 6), (1, 1))
    """
    numerator, _, denominator = exact.partition("/")
    return digits.whole(numerator), digits.whole(denominator or "1")


def size(difference: Fraction | float) -> float:
    """The size of a difference as a float; not 0 even if it is below the smallest float."""
    return abs(float(difference)) or (ulp(0.0) if difference else 0.0)
