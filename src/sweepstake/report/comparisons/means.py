"""Compares means that exact answers state with other exact means and with means of samples.

If an answer leaves nothing out, its means follow from its probabilities. A sample's mean is judged
by the standard deviation of the outcomes that the exact answer lists, if these are nearly all and
there are enough trials for a nearly normal mean. A correct mean then fails less than twice as often
as a normal deviate exceeds five standard errors. Otherwise the mean is compared, not judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np

from sweepstake.puzzle.parameter import read
from sweepstake.report.comparisons.comparison import ROUNDING, STANDARD_ERRORS, Comparison
from sweepstake.report.comparisons.ratios import Ratios, size
from sweepstake.store.points import Floats, Points

MEAN = "mean of "
"""The beginning of the name of a comparison of means."""
ENOUGH = 2_000
"""The fewest trials of a judged sample; times the square of the skewness if that is above 1."""
Kind = tuple[tuple[str, ...], str, float | None, str]
"""The names of the methods, what is compared, the bound, and the strength."""


def of_stated(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """The comparisons of means at each point where an exact answer states means."""
    by_kind: dict[Kind, list[tuple[int, float]]] = defaultdict(list)
    means = Means(points, ratios)
    for method, place in sorted(points.stated):
        for other in np.flatnonzero(points.answered[:, place]).tolist():
            for column in means.columns:
                if compared := means.compared(method, other, place, column):
                    by_kind[compared[0]].append((place, compared[1]))
    for (names, how, bound, strength), values in by_kind.items():
        at, off = zip(*values, strict=True)
        yield Comparison(names, how, np.array(at), np.array(off), bound, strength)


class Means:
    """The means of the outcome columns that are numbers, by the places of method and point."""

    def __init__(self, points: Points, ratios: Ratios) -> None:
        self.points, self.ratios = points, ratios
        self.names = [*points.question.methods]
        outcomes = enumerate(points.question.outcomes)
        self.columns = [k for k, c in outcomes if c.is_numeric]

    def mean(self, method: int, place: int, column: int) -> Fraction | None:
        """The stated mean, or the one that follows from the probabilities; None if unknown."""
        stated = self.points.stated.get((method, place))
        if stated and (stated.left_out or stated.means[column] is not None):
            return stated.means[column]
        return self.by_rows(method, place, column)

    def by_rows(self, method: int, place: int, column: int) -> Fraction | None:
        """The mean of the listed numbers; None if there are none."""
        share = total = Fraction(0)
        for row, value in self._values(method, place, column):
            p = Fraction(self.ratios.probability(row))
            share, total = share + p, total + p * value
        return total / share if share else None

    def estimated(
        self, method: int, place: int, column: int
    ) -> tuple[Fraction | float | None, float, bool]:
        """A mean, its standard error, and False if the error is unknown (for weighted trials)."""
        mean, kind = self.mean(method, place, column), self._kind(method)
        if kind != "sampled" or mean is None:
            return mean, inf, kind != "rare"
        values, counts = self._floats(method, place, column, self.points.whole("count"))
        sd, _ = _moments(values, counts)
        return mean, sd / sqrt(counts.sum()), True

    def compared(
        self, method: int, other: int, place: int, column: int
    ) -> tuple[Kind, float] | None:
        """Compare a stated mean with another method's; None unless that is exact or sampled."""
        by = {"exact": self._exactly, "sampled": self._by_sample}.get(self._kind(other))
        return by(method, other, place, column) if by else None

    def _exactly(
        self, method: int, other: int, place: int, column: int
    ) -> tuple[Kind, float] | None:
        """Compare a stated mean with another exact mean, or with its own complete probabilities."""
        stated = self.points.stated[method, place]
        is_own = method == other
        if (other, place) in self.points.stated and other < method:
            return None  # compared the other way round
        if is_own and stated.left_out:
            return None
        first = stated.means[column]
        second = (self.by_rows if is_own else self.mean)(other, place, column)
        if first is None or second is None:
            return None
        names = (self.names[method],) if is_own else (self.names[method], self.names[other])
        return (names, self._named(column), 0.0, "sum" if is_own else "exact"), size(first - second)

    def _by_sample(
        self, method: int, other: int, place: int, column: int
    ) -> tuple[Kind, float] | None:
        """Compare a stated mean with the mean of counted trials, in standard errors."""
        mean = self.points.stated[method, place].means[column]
        values, counts = self._floats(other, place, column, self.points.whole("count"))
        trials = counts.sum()
        if mean is None or not trials:
            return None
        known, shares = self._floats(method, place, column, self.ratios.nearest)
        is_known = 1 - shares.sum() <= ROUNDING
        sd, skewness = _moments(known, shares) if is_known else _moments(values, counts)
        off = size(Fraction(float(values @ counts / trials)) - mean)
        errors = off / (sd / sqrt(trials)) if sd else inf if off else 0.0
        judged = is_known and trials >= ENOUGH * max(1.0, skewness**2)
        bound, strength = (STANDARD_ERRORS, "sample") if judged else (None, "bound")
        how = f"{self._named(column)}, standard errors"
        return ((self.names[method], self.names[other]), how, bound, strength), errors

    def _kind(self, method: int) -> str:
        return self.points.question.methods[self.names[method]].kind

    def _named(self, column: int) -> str:
        return f"{MEAN}{self.points.question.outcomes[column].name}"

    def _values(self, method: int, place: int, column: int) -> Iterator[tuple[int, Any]]:
        """The rows of an answer with their numbers, except missing ones."""
        low, high = np.searchsorted(self.points.point, [place, place + 1])
        rows = low + np.flatnonzero(self.points.method[low:high] == method)
        outcome = self.points.question.outcomes[column]
        cells = self.points.rows[outcome.name].take(rows).to_pylist()
        for row, cell in zip(rows.tolist(), cells, strict=True):
            if cell is not None:
                yield row, Fraction(read(outcome.type, cell))

    def _floats(self, method: int, place: int, column: int, weights: Any) -> tuple[Floats, Floats]:
        """The numbers of an answer, and their weights."""
        pairs = [*self._values(method, place, column)]
        own = weights[[row for row, _ in pairs]]
        return np.array([float(value) for _, value in pairs]), np.array(own, float)


def _moments(values: Floats, weights: Floats) -> tuple[float, float]:
    """The standard deviation and the skewness of weighted values."""
    shares = weights / weights.sum()
    away = values - values @ shares
    sd = sqrt(away**2 @ shares)
    return sd, float(away**3 @ shares / sd**3) if sd else 0.0
