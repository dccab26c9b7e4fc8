"""The panel of one answer: the distribution of its first outcome, by method."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pandas as pd

from sweepstake.core.stats.summary import bin_width, quantiles
from sweepstake.puzzle.display import Mark, Panel, Series
from sweepstake.puzzle.question import Question
from sweepstake.report.summary import as_numbers

BINS = 60
"""Numbers that are drawn one by one; more are put into so many bins at most."""
DRAWN = 0.995
"""Of what stands in bins: the tail would leave them empty."""
MOST_WORDS = 24
TINY = 1e-3
"""A probability that can't be seen beside 1."""


def distribution(question: Question, frame: pd.DataFrame) -> Panel:
    """The distribution of the first outcome, whatever the others are, at the last point."""
    keys, first = [*question.parameter], question.outcomes[0]
    last = frame.tail(1)[keys]
    rows = frame.merge(last, on=keys) if keys else frame
    where = ", ".join(f"{name}={last[name].iloc[0]}" for name in keys)
    numbers = first.type in ("int", "rational")
    at = as_numbers(rows[first.name]) if numbers else _words(rows[first.name])
    rows = rows.assign(at=at).dropna(subset=["at"])
    rows, width = _binned(rows) if numbers else (_commonest(rows), 0)
    methods = rows.groupby("method", sort=True)
    series = [_series(question, str(name), part, methods.ngroups) for name, part in methods]
    y = f"share, {width:,} a bin" if width > 1 else "probability"
    shares = [share for one in series for share in one.y if share > 0]
    tiny = not numbers and min(shares) < TINY
    return Panel(where, f"{first.meaning} ({first.name})", y, series, log_y=tiny)


def _series(question: Question, name: str, rows: pd.DataFrame, methods: int) -> Series:
    """Bars of the only method there is; else points of what was sampled, and lines or bars."""
    sampled, words = question.methods[name].draws, isinstance(rows["at"].iloc[0], str)
    found = rows.groupby("at", sort=not words)["probability"].sum()
    other: Mark = "points" if sampled else "bars" if words else "line"
    mark = "bars" if methods == 1 else other
    return Series(name, [*found.index], found.tolist(), mark, _errors(rows, found))


def _errors(rows: pd.DataFrame, found: pd.Series[float]) -> list[float] | None:
    """The standard errors of what was counted; None of anything else."""
    if rows["count"].isna().any():
        return None
    trials = float(rows["trials"].max())
    return [sqrt(max(0.0, share * (1 - share)) / trials) for share in found]


def _binned(rows: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """Whole numbers that are many, put into bins of an even width, at their middles; the width."""
    values = rows["at"]
    if values.nunique() <= BINS or not (values == values.round()).all():
        return rows, 0
    [most] = quantiles(values, rows["probability"], [DRAWN])
    kept = rows[values <= most]
    low, width = float(values.min()), bin_width(kept["at"], BINS)
    middle = low + (kept["at"] - low) // width * width + (width - 1) / 2
    return kept.assign(at=middle), width


def _commonest(rows: pd.DataFrame) -> pd.DataFrame:
    often = rows.groupby("at")["probability"].max().nlargest(MOST_WORDS).index
    return rows[rows["at"].isin(often)]


def _words(values: pd.Series[Any]) -> pd.Series[Any]:
    """Outcomes as they are written, yes and no as words."""
    return values.map(lambda its: {True: "yes", False: "no"}.get(its, str(its)))
