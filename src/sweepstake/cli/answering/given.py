"""The other outcomes given each value of a column that is declared as `given`, as a listing."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING

import pandas as pd

from sweepstake.puzzle.display import Listing
from sweepstake.report import summary
from sweepstake.report.summary.by_point import ByPoint
from sweepstake.report.summary.given import given_outcome, may_be
from sweepstake.text import numbers, words

if TYPE_CHECKING:
    from sweepstake.config.point import Point
    from sweepstake.puzzle.question import Column, Question

MOST_ROWS = 20
"""Values that have a row each."""


def listings(point: Point, frame: pd.DataFrame) -> Iterator[Listing]:
    """A listing for each column that is declared so."""
    for column in point.asks.outcomes:
        if column.given and len(point.asks.outcomes) > 1 and may_be(frame, column.name).any():
            yield _listing(point.asks, column, frame)


def _listing(question: Question, column: Column, frame: pd.DataFrame) -> Listing:
    asked, rows = given_outcome(question, frame, column.name)
    points = ByPoint(asked, rows)
    texts = {
        label: pd.Series(map(_cell, *estimate), estimate.value.index)
        for other in asked.outcomes
        if other.type != "string" or summary.few(rows[other.name])
        for label, estimate, _ in summary.estimates(points, other)
    }
    table = summary.in_order(asked, points.row(**texts))
    cells = [*table[[column.name, *texts]].itertuples(index=False, name=None)]
    more = len(cells) - MOST_ROWS
    note = f"{more:,} more {column.name}: --all" if more > 0 else ""
    return Listing("", (f"given {column.name}", *texts), cells[:MOST_ROWS], note)


def _cell(value: float, error: float, low: float, high: float) -> str:
    """An estimate, with half of its 95% interval if it has one.

    An outcome of no trial, or of all, has the end of its interval instead.
    """
    if isnan(value):
        return ""
    if not low < high:
        return numbers.plain(value)
    if error == 0.0:
        return f"≤ {numbers.at_most(high)}" if value == 0.0 else f"≥ {numbers.at_least(low)}"
    return words.plus_minus(value, (high - low) / 2)
