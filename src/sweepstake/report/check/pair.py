"""Two answers to one question, with their outcomes side by side.

`pairs` finds the methods to compare: each with the reference of its point. It aligns their outcomes
at the points that both answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from sweepstake.puzzle.method import Kind
from sweepstake.report.check.comparison import ROUNDING, Bools, Comparison, Ratios
from sweepstake.store.columns import Whole
from sweepstake.store.points import Floats, Points


@dataclass(frozen=True)
class Pair:
    """A reference and another method. A cell is an outcome at a point that one or both list.

    `rows` and the result of `column` have the shape (2, cells).
    """

    points: Points
    ratios: Ratios
    methods: tuple[int, int]
    """The indices of the reference and of the other method."""
    at: Whole
    """The indices of the points that both answer."""
    rows: Whole
    """The row of each cell in both answers; -1 if it is missing."""
    size: Whole
    """The number of cells of each point; 0 if both listings are empty."""

    @property
    def kinds(self) -> tuple[Kind, Kind]:
        """The kinds of the two methods."""
        first, second = (self.points.question.methods[name].kind for name in self.names)
        return first, second

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two methods."""
        names = [*self.points.question.methods]
        return names[self.methods[0]], names[self.methods[1]]

    @cached_property
    def proves(self) -> tuple[bool, bool]:
        """For each of the two methods, True if it proves bounds."""
        first, second = (self.points.question.methods[name].proves for name in self.names)
        return first, second

    def bounds(self, which: int, row: int, point: int) -> tuple[Fraction, Fraction]:
        """The bounds of a probability by one of the methods; `row` is -1 if it is not listed.

        An exact probability is its own bound, and that of a float method is widened by rounding.
        """
        if row < 0:
            return Fraction(0), self.ratios.left_out(self.methods[which], point)
        if self.proves[which]:
            low, high = (float(self.points.floats(end)[row]) for end in ("low", "high"))
            return Fraction(low), Fraction(high)
        probability = Fraction(self.ratios.probability(row))
        rounding = Fraction(ROUNDING) * (self.kinds[which] != "exact")
        return probability * (1 - rounding), probability * (1 + rounding)

    @cached_property
    def left_out(self) -> Floats:
        """The probability that each answer leaves out at each point, of shape (2, points)."""
        return np.array([self.points.left_out(method, self.at) for method in self.methods])

    @cached_property
    def is_partial(self) -> Bools:
        """For each point, True if one of the answers leaves something out."""
        return np.asarray((self.left_out > 0).any(0))

    @cached_property
    def first(self) -> Whole:
        """The first cell of each point."""
        return self.size.cumsum() - self.size

    def column(self, values: NDArray[Any], missing: float) -> NDArray[Any]:
        """The values of both methods in each cell, from `values`, which has one for each row."""
        return np.append(values, np.array([missing], values.dtype))[self.rows]

    def expected(self, sampled: Floats) -> Floats:
        """The probability of each cell according to the reference.

        If the reference does not list an outcome, its expected probability is taken from the sample
        (`sampled`), capped by what the reference leaves out. So it is between proved bounds.
        """
        reference = self.column(self.ratios.nearest, 0.0)[0]
        if self.proves[0]:
            ends = (self.column(self.points.floats(end), 0.0)[0] for end in ("low", "high"))
            reference = np.clip(sampled, *ends)
        unlisted = np.clip(sampled, 0.0, self.spread(self.left_out[0]))
        return np.where(self.rows[0] < 0, unlisted, reference)

    def outcomes(self, cells: Whole) -> list[str]:
        """The outcomes of some cells, in words."""
        rows = pa.array(self.rows.max(0)[cells])
        names = [column.name for column in self.points.question.outcomes]
        texts = [self.points.rows[name].take(rows).cast(pa.string()) for name in names]
        if not texts:
            return [""] * len(cells)
        words: list[str] = pc.binary_join_element_wise(
            *texts, " ", null_handling="replace", null_replacement="none"
        ).to_pylist()
        return words

    @cached_property
    def beyond_each(self) -> Floats:
        """At each point, how far one of its outcomes may be off, as it may be any of them."""
        level = 2 * ndtr(-self.ratios.beyond) / np.maximum(self.size, 1)
        return np.asarray(0.0 - ndtri(level / 2))

    def in_words(self, errors: Floats, expected: Floats, which: Bools) -> tuple[str, ...]:
        """At each point, the relative size of the `errors` of the cells in `which`, in words."""
        texts: list[list[str]] = [[] for _ in self.at]
        cells = np.flatnonzero(which & (expected > 0))
        index = self.spread(np.arange(len(self.at)))[cells].tolist()
        relative = (errors[cells] / expected[cells]).tolist()
        for point, name, error in zip(index, self.outcomes(cells), relative, strict=True):
            texts[point].append(f"{name}: {error:.2g}")
        return tuple(map("; ".join, texts))

    def largest(self, values: Floats) -> Floats:
        """At each point, the largest of its cells' values, 0 or more."""
        return self._reduced(np.maximum, values)

    def sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """At each point, the sum of its cells' values."""
        return self._reduced(np.add, values)

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """In each cell, the value of its point."""
        return np.repeat(values, self.size)

    def compared(
        self, how: str, difference: Floats, bound: float | None, strength: str
    ) -> Comparison:
        """The comparison of the two methods at all points."""
        return Comparison(self.names, how, self.at, difference, bound, strength)

    def _reduced(self, by: np.ufunc, values: NDArray[Any]) -> NDArray[Any]:
        reduced, has = np.zeros(len(self.at), values.dtype), self.size > 0
        if has.any():
            reduced[has] = by.reduceat(values, self.first[has])
        return reduced


def pairs(points: Points, ratios: Ratios) -> Iterator[Pair]:
    """Each point's reference with each other method that can be compared with it."""
    reference, takes_part = _references(points)
    if not (takes_part.sum(0) > 1).any():
        return
    row = _rows(points)
    of_cell = np.empty(row.shape[1], np.int64)
    of_cell[points.cell] = points.point
    for other in range(len(takes_part)):
        for best in np.unique(reference[takes_part[other]]):
            is_at = takes_part[other] & (reference == best)
            if best in (other, -1) or not is_at.any():
                continue
            at = np.flatnonzero(is_at)
            cells = is_at[of_cell] & (np.maximum(row[best], row[other]) >= 0)
            rows = row[[best, other]][:, cells]
            size = np.bincount(of_cell[cells], minlength=len(is_at))[at]
            yield Pair(points, ratios, (int(best), other), at, rows, size)


def _rows(points: Points) -> Whole:
    """The row of each method and cell; -1 if it is missing."""
    cells = int(points.cell.max()) + 1 if len(points.cell) else 0
    row = np.full((len(points.answered), cells), -1)
    row[points.method, points.cell] = np.arange(len(points.cell))
    return row


def _references(points: Points) -> tuple[Whole, Bools]:
    """The reference of each point for all other methods, and whether each method takes part.

    The reference is the first exact method that lists outcomes, else the first float method;
    methods written by hand come before those derived from rules. If there are only samples, it is
    the largest counted sample, else the largest weighted one. If there is no method, it is -1.
    """
    methods = points.question.methods.values()
    kinds = np.array([method.kind for method in methods])[:, None]
    by_hand = np.array([not method.rules for method in methods])[:, None]
    drawn = points.answered & ((kinds == "sampled") | ((kinds == "rare") & (points.trials > 1)))
    lists = points.answered & (points.has_rows | points.question.listing) & (kinds != "rare")
    computed = lists & np.isin(kinds, ["exact", "float"])
    preferred = np.where(points.trials > 0, points.trials, by_hand)
    reference = np.full(len(points), -1)
    for kind in ("rare", "sampled", "float", "exact"):  # the best comes last
        of_kind = (computed | drawn) & (kinds == kind)
        best = np.where(of_kind, preferred, -1).argmax(0)
        reference = np.where(of_kind.any(0), best, reference)
    return reference, drawn | (lists & computed.any(0))
