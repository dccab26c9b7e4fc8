"""Compares means that exact answers state with other exact means and with means of samples.

If an answer leaves nothing out, its means follow from its probabilities. A sample's mean is judged
by the standard deviation of the outcomes that the exact answer lists, if these are nearly all and
there are enough trials for a nearly normal mean. A correct mean then fails less than twice as often
as a normal deviate exceeds five standard errors. Otherwise the mean is compared, not judged.

Compares numbers that a puzzle's source prints with the answers of methods.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np

from sweepstake.puzzle.parameter import read
from sweepstake.puzzle.question import Published
from sweepstake.report.check.comparison import ROUNDING, STANDARD_ERRORS, Comparison, Ratios, size
from sweepstake.stats import interval
from sweepstake.store.points import Floats, Points

MEAN = "mean of "
"""The beginning of the name of a comparison of means."""
ENOUGH = 2_000
"""The fewest trials of a judged sample; times the square of the skewness if that is above 1."""
Judged = tuple[float, float | None, str]
"""A difference, its bound, and the strength of the comparison."""


def of_stated(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """The comparisons of means at each point where an exact answer states means."""
    by_kind: dict[Any, list[tuple[int, float]]] = defaultdict(list)
    for method, place in sorted(points.stated):
        for other in np.flatnonzero(points.answered[:, place]).tolist():
            pair = Answer(points, ratios, method, place), Answer(points, ratios, other, place)
            names = tuple(dict.fromkeys(answer.name for answer in pair))
            for column, outcome in enumerate(points.question.outcomes):
                if outcome.is_numeric and (judged := _compared(*pair, column)):
                    difference, bound, strength = judged
                    errors = ", standard errors" if pair[1].kind == "sampled" else ""
                    kind = names, f"{MEAN}{outcome.name}{errors}", bound, strength
                    by_kind[kind].append((place, difference))
    for (names, how, bound, strength), values in by_kind.items():
        at, off = zip(*values, strict=True)
        yield Comparison(names, how, np.array(at), np.array(off), bound, strength)


@dataclass(frozen=True)
class Answer:
    """The answer of a method at a point; `column` is the place of an outcome column of numbers."""

    points: Points
    ratios: Ratios
    method: int
    place: int

    @property
    def name(self) -> str:
        """The name of the method."""
        return [*self.points.question.methods][self.method]

    @property
    def kind(self) -> str:
        """The kind of the method."""
        return self.points.question.methods[self.name].kind

    def mean(self, column: int) -> Fraction | None:
        """The stated mean, or the one that follows from the probabilities; None if unknown."""
        stated = self.points.stated.get((self.method, self.place))
        if stated and (stated.left_out or stated.means[column] is not None):
            return stated.means[column]
        return self.by_rows(column)

    def by_rows(self, column: int) -> Fraction | None:
        """The mean of the listed numbers; None if there are none."""
        share = total = Fraction(0)
        for row, value in self._values(column):
            p = Fraction(self.ratios.probability(row))
            share, total = share + p, total + p * value
        return total / share if share else None

    def estimated(self, column: int) -> tuple[Fraction | float | None, float, bool]:
        """A mean, its standard error, and False if the error is unknown (for weighted trials)."""
        mean = self.mean(column)
        if self.kind != "sampled" or mean is None:
            return mean, inf, self.kind != "rare"
        values, counts = self.floats(column, self.points.whole("count"))
        sd, _ = _moments(values, counts)
        return mean, sd / sqrt(counts.sum()), True

    def floats(self, column: int, weights: Any) -> tuple[Floats, Floats]:
        """The numbers, and their weights."""
        pairs = [*self._values(column)]
        own = weights[[row for row, _ in pairs]]
        return np.array([float(value) for _, value in pairs]), np.array(own, float)

    def _values(self, column: int) -> Iterator[tuple[int, Any]]:
        """The rows with their numbers, except missing ones."""
        low, high = np.searchsorted(self.points.point, [self.place, self.place + 1])
        rows = low + np.flatnonzero(self.points.method[low:high] == self.method)
        outcome = self.points.question.outcomes[column]
        cells = self.points.rows[outcome.name].take(rows).to_pylist()
        for row, cell in zip(rows.tolist(), cells, strict=True):
            if cell is not None:
                yield row, Fraction(read(outcome.type, cell))


def _compared(first: Answer, other: Answer, column: int) -> Judged | None:
    """Compare a stated mean with another method's; None unless that is exact or sampled."""
    stated = first.points.stated[first.method, first.place]
    if (mean := stated.means[column]) is None:
        return None
    if other.kind == "sampled":
        return _by_sample(mean, first, other, column)
    if other.kind != "exact":
        return None
    if first.method == other.method:  # compared with its own probabilities, if they are complete
        second = None if stated.left_out else first.by_rows(column)
        return None if second is None else (size(mean - second), 0.0, "sum")
    is_again = other.method < first.method and (other.method, other.place) in first.points.stated
    second = None if is_again else other.mean(column)
    return None if second is None else (size(mean - second), 0.0, "exact")


def _by_sample(mean: Fraction, exact: Answer, sample: Answer, column: int) -> Judged | None:
    """Compare a stated mean with the mean of counted trials, in standard errors."""
    values, counts = sample.floats(column, sample.points.whole("count"))
    if not (trials := counts.sum()):
        return None
    known, shares = exact.floats(column, exact.ratios.nearest)
    is_known = 1 - shares.sum() <= ROUNDING
    sd, skewness = _moments(known, shares) if is_known else _moments(values, counts)
    off = size(Fraction(float(values @ counts / trials)) - mean)
    errors = off / (sd / sqrt(trials)) if sd else inf if off else 0.0
    if is_known and trials >= ENOUGH * max(1.0, skewness**2):
        return errors, STANDARD_ERRORS, "sample"
    return errors, None, "bound"


def _moments(values: Floats, weights: Floats) -> tuple[float, float]:
    """The standard deviation and the skewness of weighted values."""
    shares = weights / weights.sum()
    away = values - values @ shares
    sd = sqrt(away**2 @ shares)
    return sd, float(away**3 @ shares / sd**3) if sd else 0.0


def published(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """The comparison of each published number whose method answers at one of the points."""
    names = [*points.question.methods]
    for value in points.question.published:
        at = np.ones(len(points), bool)
        for name, param in points.question.stored(value.params).items():
            at &= np.asarray(points.params[name].to_numpy() == param)
        for place in np.flatnonzero(at):
            method = names.index(value.method) if value.method in names else -1
            if method >= 0 and points.answered[method, place]:
                yield from _compared_published(points, ratios, value, method, int(place))


def _compared_published(
    points: Points, ratios: Ratios, value: Published, method: int, place: int
) -> Iterator[Comparison]:
    """Compare one value with one answer. An estimate is judged in standard errors."""
    kind = points.question.methods[value.method].kind
    own, error, is_known = _own(points, ratios, value, method, place)
    theirs, rounded = Fraction(value.printed), 0.0
    off = inf if own is None else size(own - theirs)
    if "/" not in value.printed and not value.printed.lstrip("-").isdigit():
        rounded = _last_place(value.printed) / 2
    bound = max(rounded, 1e-12 * float(abs(theirs))) if rounded else 0.0
    what = "published mean" if value.mean else "published value"
    comparison = Comparison(
        (value.method,), what, np.array([place]), np.array([off]), bound, "published"
    )
    if kind not in ("sampled", "rare"):
        yield comparison
        return
    beyond = max(0.0, off - rounded)
    errors = beyond / error if error else inf if beyond else 0.0
    comparison = replace(comparison, compared=f"{what}, standard errors", bound=STANDARD_ERRORS)
    yield from replace(comparison, difference=np.array([errors])).split(np.array([is_known]))


def _own(
    points: Points, ratios: Ratios, value: Published, method: int, place: int
) -> tuple[Fraction | float | None, float, bool]:
    """The number of a method, its standard error, and False if the error is unknown."""
    if value.mean:
        names = [column.name for column in points.question.outcomes]
        column = names.index(str(value.outcome))
        return Answer(points, ratios, method, place).estimated(column)
    row = _row(points, value, method, place)
    error = points.floats("standard_error")[row] if row >= 0 else np.nan
    error = inf if np.isnan(error) else float(error)
    own, trials = ratios.probability(row), int(points.trials[method, place])
    is_rare = points.question.methods[value.method].kind == "rare"
    return own, error, not is_rare or bool(interval.are_known(float(own), error, trials))


def _row(points: Points, value: Published, method: int, place: int) -> int:
    """The row of the published outcome; -1 if it is not listed."""
    rows = np.flatnonzero((points.point == place) & (points.method == method))
    names = [column.name for column in points.question.outcomes]
    outcomes = points.rows.select(names).take(rows).to_pylist()
    wanted = dict(zip(names, points.question.cells(value.outcome), strict=True))
    return next((int(row) for row, own in zip(rows, outcomes, strict=True) if own == wanted), -1)


def _last_place(decimal: str) -> float:
    """The value of one unit in the last place printed.

    >>> _last_place("0.01799"), _last_place("3.13E-09")
    (1e-05, 1e-11)
    """
    mantissa, _, exponent = decimal.lower().partition("e")
    return float(f"1e{int(exponent or 0) - len(mantissa.partition('.')[2])}")
