"""Compares numbers that a puzzle's source prints with the answers of methods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np

from sweepstake.puzzle.question import Published
from sweepstake.report.comparisons.comparison import STANDARD_ERRORS, Comparison
from sweepstake.report.comparisons.means import Answer
from sweepstake.report.comparisons.ratios import Ratios, size
from sweepstake.stats import interval
from sweepstake.store.points import Points


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
                yield from _compared(points, ratios, value, method, int(place))


def _compared(
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
