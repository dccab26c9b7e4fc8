"""Which sets of parameters a question's own table and plot show, where not all can be.

Up to `ALL` rows of answers are read and shown as they are. Of more, some sets are chosen evenly, so
that what is read stays bounded however large a sweep is.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from sweepstake.puzzle.question import Question
from sweepstake.report.summary import in_order
from sweepstake.text.shown import evenly

ALL = 100_000
"""Rows of answers that are all read."""
MOST_ROWS = 500_000
"""Rows of answers that are read of more than these, about."""
MOST_SETS = 1_000
"""Sets of parameters in a table."""
MOST_LINES = 30
"""Lines of a panel: others are left out, evenly."""
MOST_VALUES = 500
"""Values of the swept parameter that a line goes through."""
DRAWN = "drawn by "
"""Columns that begin so say which rows the panel of a parameter draws."""


def tabled(sets: pd.DataFrame) -> pd.DataFrame:
    """The sets of parameters that a table shows: the first, the last, and some between."""
    if sets["rows"].sum() <= ALL:
        return sets
    return sets.iloc[[*evenly(range(len(sets)), _within(sets, MOST_SETS))]]


def drawn(question: Question, sets: pd.DataFrame) -> pd.DataFrame:
    """The sets of parameters that a plot draws, with a column for each panel that draws some.

    A panel has some lines, each with some values of its parameter. The last set is there as well,
    for its distribution.
    """
    if sets["rows"].sum() <= ALL:
        return sets
    ordered = in_order(question, sets.assign(_place=sets.index)).set_index("_place")
    swept = [name for name in question.parameter if ordered[name].nunique() > 1]
    given = [column.name for column in question.outcomes if column.given]
    panels = {at: _lines(ordered, at, [p for p in swept if p != at]) for at in [*swept, *given]}
    for at, places in panels.items():
        ordered[f"{DRAWN}{at}"] = ordered.index.isin(places)
    chosen = ordered.index.isin([*ordered.index[-1:], *np.concatenate([*panels.values()])])
    return ordered[chosen].sort_index()


def of_panel(frame: pd.DataFrame, at: str) -> pd.DataFrame:
    """The rows of `frame` that the panel against `at` draws."""
    return frame[frame[f"{DRAWN}{at}"]] if f"{DRAWN}{at}" in frame else frame


def _lines(sets: pd.DataFrame, at: str, others: list[str]) -> list[int]:
    """The places of the sets in a panel against `at`: of some lines, some values."""
    of = sets.groupby(others, sort=False).ngroup() if others else pd.Series(0, sets.index)
    kept = evenly(range(int(of.max()) + 1), MOST_LINES)
    most = _within(sets, MOST_VALUES * len(kept)) // len(kept)
    lines: Iterable[pd.Series[int]] = (of[of == line] for line in kept)
    return [place for line in lines for place in evenly([*line.index], max(most, 2))]


def _within(sets: pd.DataFrame, most: int) -> int:
    """At most `most` sets of parameters, and so many that their rows are few enough; at least 2."""
    return max(2, min(most, int(MOST_ROWS / sets["rows"].mean())))
