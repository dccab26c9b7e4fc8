"""The rows of an answer, and of its conditional outcomes, as listings that fit a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING

import pandas as pd

from sweepstake.cli import terminal
from sweepstake.puzzle.display import Listing
from sweepstake.report import summary
from sweepstake.report.summary.by_point import ByPoint
from sweepstake.report.summary.given import given_outcome, may_be
from sweepstake.report.tables import cell
from sweepstake.stats.interval import ENOUGH
from sweepstake.text import numbers, words

if TYPE_CHECKING:
    from sweepstake.config.point import Point
    from sweepstake.puzzle.question import Column, Question

FEW = 20
"""Most rows that are shown without `--all`."""
MEASURES = ("probability", "count", "standard_error", "low", "high")


def listing(point: Point, frame: pd.DataFrame, every: bool) -> Listing:
    """The rows of an answer: all, or the first ones."""
    kept, notes = (frame if every else frame.head(FEW)), []
    shown = {column.name: list(map(cell, kept[column.name])) for column in point.asks.outcomes}
    if not point.asks.listing:
        shown |= (measures := _measures(kept))
        if frame["exact"].notna().any() and "exact" not in measures:
            notes.append("The fractions are long: --format json has them.")
    if len(kept) < len(frame):
        notes.append(f"{len(frame) - len(kept):,} more rows: --all")
    if frame["trials"].notna().any():
        trials = int(frame["trials"].max())
        notes.append(f"{trials:,} trial{'s' * (trials != 1)}")
    if (frame["standard_error"].notna() & frame["low"].isna()).any():
        notes.append(f"No low and high: fewer than {ENOUGH} effective trials.")
    out = ByPoint(point.asks, frame).left_out()
    if (out > 0.0).any():
        notes.append(f"Left out: {out.iloc[0]:.2g} of the probability.")
    if not len(frame) and point.asks.listing:
        notes.append("There are none: the answer is an empty list.")
    header = tuple(name.replace("_", " ") for name in shown)
    return Listing("", header, [*zip(*shown.values(), strict=True)], "\n".join(notes))


def _measures(frame: pd.DataFrame) -> dict[str, list[str]]:
    """The measures of each outcome, without empty columns."""
    logarithms = frame["log10_probability"].astype(float)
    measures = {name: list(map(cell, frame[name])) for name in MEASURES}
    measures["probability"] = list(map(numbers.likely, frame["probability"], logarithms))
    exact = list(map(cell, frame["exact"]))
    if max(map(len, exact), default=0) <= terminal.width() // 2:
        measures["exact"] = exact
    return {name: cells for name, cells in measures.items() if any(cells)}


def given(point: Point, frame: pd.DataFrame) -> Iterator[Listing]:
    """A listing for each column declared as `given`: the other outcomes, given each value."""
    for column in point.asks.outcomes:
        if column.given and len(point.asks.outcomes) > 1 and may_be(frame, column.name).any():
            yield _given(point.asks, column, frame)


def _given(question: Question, column: Column, frame: pd.DataFrame) -> Listing:
    asked, rows = given_outcome(question, frame, column.name)
    points = ByPoint(asked, rows)
    texts = {
        label: pd.Series(map(_estimate, *estimate), estimate.value.index)
        for other in asked.outcomes
        if other.type != "string" or summary.few(rows[other.name])
        for label, estimate, _ in summary.estimates(points, other)
    }
    table = points.row(**texts)
    cells = [*table[[column.name, *texts]].itertuples(index=False, name=None)]
    more = len(cells) - FEW
    note = f"{more:,} more {column.name}: --all" if more > 0 else ""
    return Listing("", (f"given {column.name}", *texts), cells[:FEW], note)


def _estimate(value: float, error: float, low: float, high: float) -> str:
    """An estimate, with half of its 95% interval if it has one.

    An outcome that no trial met, or every trial, has the end of its interval instead.
    """
    if isnan(value):
        return ""
    if not low < high:
        return numbers.plain(value)
    if error == 0.0:
        return f"≤ {numbers.plain(high)}" if value == 0.0 else f"≥ {numbers.plain(low)}"
    return words.plus_minus(value, (high - low) / 2)
