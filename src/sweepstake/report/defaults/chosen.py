"""The sets of parameters that the default table and plot of a large sweep show.

Up to `ALL` rows of answers are all read and shown. If there are more, some sets are chosen evenly,
so the number of rows to read is bounded for any sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from sweepstake.puzzle.parameter import Parameter
from sweepstake.puzzle.question import Question
from sweepstake.report.summary import in_order, ranks
from sweepstake.report.usual import nearest, usual
from sweepstake.store.points.sets import ROWS
from sweepstake.text.shown import evenly

ALL = 100_000
"""Up to so many rows of answers are all read."""
MOST_ROWS = 500_000
"""About so many rows are read if there are more than `ALL`."""
MOST_SETS = 1_000
"""The most sets of parameters in a table."""
MOST_LINES = 30
"""The most lines of a panel; of more, some are chosen evenly."""
MOST_VALUES = 500
"""The most values of the swept parameter in a line."""
WIDE = 1e3
"""Numbers that differ by more than this factor are drawn on a logarithmic scale."""
DRAWN = "drawn by "
"""The beginning of the names of columns that say which rows a parameter's panel draws."""


def tabled(sets: pd.DataFrame) -> pd.DataFrame:
    """The sets of parameters that a table shows: the first, the last, and some between."""
    if sets[ROWS].sum() <= ALL:
        return sets
    return sets.iloc[[*evenly(range(len(sets)), _within(sets, MOST_SETS))]]


def drawn(question: Question, sets: pd.DataFrame) -> pd.DataFrame:
    """The sets of parameters that a plot draws, with a column for each parameter's panel.

    A panel has some lines, each with some values of its parameter. The set whose distribution is
    drawn is included.
    """
    if sets[ROWS].sum() <= ALL:
        return sets
    ordered = sets.copy(deep=False)
    if any(p.type != "int" for p in question.parameters):
        ordered = in_order(question, sets.assign(_place=sets.index)).set_index("_place")
    swept = [name for name in question.parameter if (sets[name] != sets[name].iloc[0]).any()]
    known = [column.name for column in question.outcomes if column.given]
    chosen = ordered.index == nearest(question, ordered, usual(question)).index[-1]
    for at in (*swept, *known):
        places = _lines(question, ordered, at, [name for name in swept if name != at])
        ordered[f"{DRAWN}{at}"] = ordered.index.isin(places)
        chosen |= ordered[f"{DRAWN}{at}"].to_numpy()
    shown: pd.DataFrame = ordered[chosen].sort_index()
    return shown


def of_panel(frame: pd.DataFrame, at: str) -> pd.DataFrame:
    """The rows of `frame` that the panel with `at` on its axis draws."""
    return frame[frame[f"{DRAWN}{at}"]] if f"{DRAWN}{at}" in frame else frame


def wide(values: pd.Series[Any], least: float = 1e-300) -> bool:
    """True if the values need a logarithmic scale, and no value is below `least`."""
    held = values.to_numpy()
    if not len(held) or not held.min() >= least:
        return False
    most = held.max()
    return bool(most > WIDE * held.min(where=held > 0, initial=most))  # makes no copy


def _lines(question: Question, sets: pd.DataFrame, at: str, others: list[str]) -> list[int]:
    """The places of the sets in a panel with `at` on its axis: some values of some lines."""
    is_swept = at in sets
    numbers = _numbers(question, sets, at) if is_swept else pd.Series(0.0, sets.index)
    lines = [numbers]
    if others:
        of = sets.groupby(others, sort=False).ngroup()
        lines = [numbers[of == line] for line in evenly(range(int(of.max()) + 1), MOST_LINES)]
    most = max(2, _within(sets, MOST_VALUES * len(lines)) // len(lines))
    some = _by_logarithm if is_swept and wide(numbers) else _evenly
    return [place for line in lines for place in some(line, most)]


def _numbers(question: Question, sets: pd.DataFrame, at: str) -> pd.Series[Any]:
    """Numbers in the order of a parameter's values; those of integers are not copied."""
    parameter = question.parameter[at]
    return sets[at] if isinstance(parameter, Parameter) else ranks(parameter, sets[at])


def _evenly(values: pd.Series[Any], most: int) -> Sequence[int]:
    """The index of at most `most` values, including the first and the last."""
    return [*values.index[[*evenly(range(len(values)), most)]]]


def _by_logarithm(values: pd.Series[Any], most: int) -> Sequence[int]:
    """The index of at most `most` sorted positive values, evenly spaced on a logarithmic axis."""
    if len(values) <= most:
        return [*values.index]
    held = values.to_numpy()
    wanted = np.geomspace(held[0], held[-1], most)
    if held.dtype.kind == "i":  # otherwise searchsorted would copy all as floats
        wanted = np.ceil(wanted).astype(held.dtype)
    places = np.searchsorted(held, wanted).clip(max=len(held) - 1)
    return [*values.index[np.unique(places)]]


def _within(sets: pd.DataFrame, most: int) -> int:
    """The number of sets, from 2 to `most`, that have about `MOST_ROWS` rows or fewer."""
    return max(2, min(most, int(MOST_ROWS / max(sets[ROWS].mean(), 1.0))))
