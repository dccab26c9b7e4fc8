"""The rows of an answer as a listing that fits a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from sweepstake.cli import terminal
from sweepstake.puzzle.display import Listing
from sweepstake.report.summary.by_point import ByPoint
from sweepstake.report.tables import cell
from sweepstake.stats.interval import ENOUGH
from sweepstake.text import numbers

if TYPE_CHECKING:
    from sweepstake.config.point import Point

FEW = 20
"""Rows of a list that are shown without `--all`."""
MEASURES = ("probability", "count", "standard_error", "low", "high")


def listing(point: Point, frame: pd.DataFrame, every: bool) -> Listing:
    """The rows: all, or of a list the first ones."""
    kept, notes = (frame if every else frame.head(FEW)), []
    shown = {column.name: list(map(cell, kept[column.name])) for column in point.asks.outcomes}
    if not point.asks.listing:
        shown |= (measures := _measures(kept))
        if frame["exact"].notna().any() and "exact" not in measures:
            notes.append("The fractions are long: --format json has them.")
    if len(kept) < len(frame):
        notes.append(f"{len(frame) - len(kept):,} more rows: --all")
    if frame["trials"].notna().any():
        notes.append(f"{frame['trials'].max():,} trials")
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
