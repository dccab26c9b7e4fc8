"""Compares means that come with exact answers, and numbers that a puzzle's source prints.

If an answer leaves nothing out, its means follow from its probabilities. A sample's mean is judged
by the standard deviation of the outcomes that the exact answer lists, if these are nearly all and
there are enough trials for a nearly normal mean. A correct mean then fails less than twice as often
as a normal deviate exceeds five standard errors. Otherwise the mean is compared, not judged.
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
from sweepstake.report.check.comparison import (
    IN_ERRORS,
    MEAN,
    ROUNDING,
    Comparison,
    Ratios,
    size,
)
from sweepstake.report.check.marginals import ENOUGH
from sweepstake.stats import interval, power
from sweepstake.store.points import Floats, Points

Judged = tuple[float, float | None, str, float]
"""A difference, its bound, the strength of the comparison, and its power."""


def of_means(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """The comparisons of the means that come with exact answers."""
    by_kind: dict[Any, list[tuple[int, float, float]]] = defaultdict(list)
    for method, point in sorted({*points.means, *points.mean_bounds}):
        for other in np.flatnonzero(points.answered[:, point]).tolist():
            pair = Answer(points, ratios, method, point), Answer(points, ratios, other, point)
            names = tuple(dict.fromkeys(answer.name for answer in pair))
            for column, outcome in enumerate(points.question.outcomes):
                if outcome.is_numeric and (judged := _compared(*pair, column)):
                    difference, bound, strength, caught = judged
                    errors = IN_ERRORS if pair[1].kind == "sampled" else ""
                    kind = names, f"{MEAN}{outcome.name}{errors}", bound, strength, outcome.name
                    by_kind[kind].append((point, difference, caught))
    for (names, how, bound, strength, name), values in by_kind.items():
        at, off, powers = map(np.array, zip(*values, strict=True))
        yield Comparison(names, how, at, off, bound, strength, powers, name)


@dataclass(frozen=True)
class Answer:
    """The answer of a method at a point; `column` is the index of an outcome column of numbers."""

    points: Points
    ratios: Ratios
    method: int
    point: int

    @property
    def name(self) -> str:
        """The name of the method."""
        return [*self.points.question.methods][self.method]

    @property
    def kind(self) -> str:
        """The kind of the method."""
        return self.points.question.methods[self.name].kind

    def mean(self, column: int) -> Fraction | None:
        """The mean that comes with it, or that follows from its probabilities; None if unknown."""
        given = self.given_mean(column)
        if bounds := self.mean_bounds(column):
            return sum(bounds, Fraction(0)) / 2
        return self.by_rows(column) if given is None and not self.left_out else given

    @property
    def left_out(self) -> Fraction:
        """The probability that it leaves out."""
        return self.ratios.left_out(self.method, self.point)

    def given_mean(self, column: int) -> Fraction | None:
        """The mean that comes with it, if any."""
        name = self.points.question.outcomes[column].name
        return self.points.means.get((self.method, self.point), {}).get(name)

    def mean_bounds(self, column: int) -> tuple[Fraction, Fraction] | None:
        """The proved bounds of the mean, if any."""
        name = self.points.question.outcomes[column].name
        ends = self.points.mean_bounds.get((self.method, self.point), {}).get(name)
        return ends and (Fraction(ends[0]), Fraction(ends[1]))

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
        of_rows = weights[[row for row, _ in pairs]]
        return np.array([float(value) for _, value in pairs]), np.array(of_rows, float)

    def _values(self, column: int) -> Iterator[tuple[int, Any]]:
        """The rows with their numbers, except missing ones."""
        low, high = np.searchsorted(self.points.point, [self.point, self.point + 1])
        rows = low + np.flatnonzero(self.points.method[low:high] == self.method)
        outcome = self.points.question.outcomes[column]
        cells = self.points.rows[outcome.name].take(rows).to_pylist()
        for row, cell in zip(rows.tolist(), cells, strict=True):
            if cell is not None:
                yield row, Fraction(read(outcome.type, cell))


def _compared(first: Answer, other: Answer, column: int) -> Judged | None:
    """Compare a mean that comes with an answer with another's, if that is exact or counted."""
    if first.mean_bounds(column):
        return _within(first, other, column)
    if (mean := first.given_mean(column)) is None:
        return None
    if other.kind == "sampled":
        return _by_sample(mean, first, other, column)
    if other.kind != "exact":
        return None
    if first.method == other.method:  # compared with its own probabilities, if they are complete
        second = None if first.left_out else first.by_rows(column)
        return None if second is None else (size(mean - second), 0.0, "sum", np.nan)
    is_again = other.method < first.method and (other.method, other.point) in first.points.means
    second = None if is_again else other.mean(column)
    return None if second is None else (size(mean - second), 0.0, "exact", 0.0)


def _within(first: Answer, other: Answer, column: int) -> Judged | None:
    """Compare the proved bounds of a mean with another answer's mean."""
    low, high = first.mean_bounds(column) or (Fraction(0), Fraction(0))
    if other.kind == "sampled":
        mean = other.by_rows(column)
        nearest = (low + high) / 2 if mean is None else min(max(low, mean), high)
        return _by_sample(nearest, first, other, column)
    bounds = other.mean_bounds(column)
    if not bounds:
        mean = other.mean(column) if other.kind == "exact" else None
        bounds = None if mean is None else (mean, mean)
    if not bounds or (other.mean_bounds(column) and other.method <= first.method):
        return None
    off = size(max(Fraction(0), low - bounds[1], bounds[0] - high))
    return off, 0.0, "float", size((high - low) / (high or 1))


def _by_sample(mean: Fraction, exact: Answer, sample: Answer, column: int) -> Judged | None:
    """Compare the mean of an exact answer with that of counted trials, in standard errors."""
    values, counts = sample.floats(column, sample.points.whole("count"))
    if not (trials := counts.sum()):
        return None
    listed, shares = exact.floats(column, exact.ratios.nearest)
    is_known = 1 - shares.sum() <= ROUNDING
    sd, skewness = _moments(listed, shares) if is_known else _moments(values, counts)
    off = size(Fraction(float(values @ counts / trials)) - mean)
    errors = off / (sd / sqrt(trials)) if sd else inf if off else 0.0
    caught = float(power.of_mean(sd / sqrt(trials), exact.ratios.beyond))
    caught = caught / abs(float(mean)) if mean else inf if caught else 0.0
    if is_known and trials >= ENOUGH * max(1.0, skewness**2):
        return errors, exact.ratios.beyond, "sample", caught
    return errors, None, "bound", caught


def _moments(values: Floats, weights: Floats) -> tuple[float, float]:
    """The standard deviation and the skewness of weighted values."""
    shares = weights / weights.sum()
    deviation = values - values @ shares
    sd = sqrt(deviation**2 @ shares)
    return sd, float(deviation**3 @ shares / sd**3) if sd else 0.0


def published(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """The comparison of each published number whose method answers at one of the points."""
    names = [*points.question.methods]
    for value in points.question.published:
        at = np.ones(len(points), bool)
        for name, param in points.question.stored(value.params).items():
            at &= np.asarray(points.params[name].to_numpy() == param)
        for point in np.flatnonzero(at):
            method = names.index(value.method) if value.method in names else -1
            if method >= 0 and points.answered[method, point]:
                yield from _compared_published(points, ratios, value, method, int(point))


def _compared_published(
    points: Points, ratios: Ratios, value: Published, method: int, point: int
) -> Iterator[Comparison]:
    """Compare one value with one answer. An estimate is judged in standard errors."""
    kind = points.question.methods[value.method].kind
    number, error, is_known = _answered(points, ratios, value, method, point)
    published_number, bound = Fraction(value.printed), value.tolerance
    off = inf if number is None else size(number - published_number)
    what = "published mean" if value.mean else "published value"
    relative = bound / abs(float(published_number)) if published_number else bound
    comparison = Comparison(
        (value.method,), what, np.array([point]), np.array([off]), bound, "published", relative
    )
    if kind not in ("sampled", "rare"):
        yield comparison
        return
    beyond = max(0.0, off - bound)
    errors = beyond / error if error else inf if beyond else 0.0
    beyond = ratios.beyond
    caught = (bound + power.of_mean(error, beyond)) / (abs(float(published_number)) or 1.0)
    comparison = replace(
        comparison, compared=f"{what}{IN_ERRORS}", bound=beyond, power=float(caught)
    )
    yield from replace(comparison, difference=np.array([errors])).split(np.array([is_known]))


def _answered(
    points: Points, ratios: Ratios, value: Published, method: int, point: int
) -> tuple[Fraction | float | None, float, bool]:
    """The number of a method, its standard error, and False if the error is unknown."""
    if value.mean:
        names = [column.name for column in points.question.outcomes]
        column = names.index(str(value.outcome))
        return Answer(points, ratios, method, point).estimated(column)
    row = _row(points, value, method, point)
    error = points.floats("standard_error")[row] if row >= 0 else np.nan
    error = inf if np.isnan(error) else float(error)
    number, trials = ratios.probability(row), int(points.trials[method, point])
    is_rare = points.question.methods[value.method].kind == "rare"
    return number, error, not is_rare or bool(interval.are_known(float(number), error, trials))


def _row(points: Points, value: Published, method: int, point: int) -> int:
    """The row of the published outcome; -1 if it is not listed."""
    rows = np.flatnonzero((points.point == point) & (points.method == method))
    names = [column.name for column in points.question.outcomes]
    outcomes = points.rows.select(names).take(rows).to_pylist()
    wanted = dict(zip(names, points.question.cells(value.outcome), strict=True))
    return next(
        (int(row) for row, cells in zip(rows, outcomes, strict=True) if cells == wanted), -1
    )
