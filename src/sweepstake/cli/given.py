"""The other outcomes given each value of a column that is declared as `given`, as a listing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import isfinite, isnan
from typing import TYPE_CHECKING

import pandas as pd

from sweepstake.core import numbers
from sweepstake.puzzle.display import Listing
from sweepstake.report import summary
from sweepstake.report.summary.by_point import ByPoint, Estimate

if TYPE_CHECKING:
    from sweepstake.config.point import Point
    from sweepstake.puzzle.question import Column, Question

MOST_ROWS = 20
"""Values that have a row each."""
Said = dict[str, Callable[[ByPoint], Estimate]]
"""What is said of the rows that one value leaves, by its heading."""


def listings(point: Point, frame: pd.DataFrame) -> Iterator[Listing]:
    """A listing for each column that is declared so."""
    for column in point.asks.outcomes:
        if column.given:
            yield _listing(point.asks, column, frame)


def _listing(question: Question, column: Column, frame: pd.DataFrame) -> Listing:
    said: Said = {}
    for other in question.outcomes:
        if other is not column:
            said |= _of(other, frame)
    met = frame.loc[frame["probability"] > 0, column.name].dropna()
    values = sorted(met.unique(), key=Fraction if column.type == "rational" else None)
    rows = []
    for value in values[:MOST_ROWS]:
        held = _given(question, frame[frame[column.name] == value])
        rows.append((_cell(value), *(_in_digits(estimate(held)) for estimate in said.values())))
    more = len(values) - MOST_ROWS
    note = f"{more:,} more {column.name}: --all" if more > 0 else ""
    return Listing("", (f"given {column.name}", *said), rows, note)


def _of(column: Column, frame: pd.DataFrame) -> Said:
    """The mean of a number, the probability of a yes or of each word."""
    if column.type == "bool":
        return {f"P({column.name})": partial(_likelihood, column.name, True)}
    if column.type != "string":
        return {f"mean {column.name}": partial(_mean, column.name)}
    if not summary.few(frame[column.name]):
        return {}
    words = sorted(frame[column.name].dropna().unique())
    return {f"P({column.name}={w})": partial(_likelihood, column.name, w) for w in words}


def _likelihood(name: str, value: object, points: ByPoint) -> Estimate:
    return points.likelihood((points.frame[name] == value).fillna(False).astype(bool))


def _mean(name: str, points: ByPoint) -> Estimate:
    return points.average(summary.as_numbers(points.frame[name]))


def _given(question: Question, rows: pd.DataFrame) -> ByPoint:
    """Some rows of a point as if there were no others; a ratio of mean weights has no error."""
    made = rows.assign(probability=rows["probability"] / rows["probability"].sum())
    counted = rows["count"].notna().all()
    made = made.assign(trials=rows["count"].sum() if counted else float("nan"))
    return ByPoint(question, made)


def _cell(value: object) -> str:
    return {True: "yes", False: "no"}[bool(value)] if pd.api.types.is_bool(value) else str(value)


def _in_digits(estimate: Estimate) -> str:
    """An estimate of one point, with its standard error if it has one."""
    value, error = float(estimate.value.iloc[0]), float(estimate.error.iloc[0])
    if isnan(value):
        return ""
    if not isfinite(error):
        return numbers.plain(value)
    return " ± ".join(numbers.estimated(value, error))
