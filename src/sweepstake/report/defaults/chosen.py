"""The sets of parameters that a table or a plot shows.

Up to `ALL` rows of answers are all read and shown. If there are more, some sets are chosen evenly,
so the number of rows to read is bounded for any sweep. One set has the usual (default) values of
the parameters, or the nearest to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from sweepstake.puzzle.parameter import AnyParameter
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import setting
from sweepstake.quantity.estimates import ranks
from sweepstake.store.columns import distinct
from sweepstake.store.points import ROWS
from sweepstake.text.shown import evenly

ALL = 100_000
"""Up to so many rows of answers are all read."""
MOST_ROWS = 500_000
"""About so many rows are read if there are more than `ALL`."""
MOST_SETS, MOST_DRAWN = 1_000, 15_000
"""The most sets of parameters in a table, and about the most in a plot."""
MOST_LINES = 30
"""The most lines of a panel; of more, some are chosen evenly."""
MOST_VALUES = 500
"""The most values of a parameter in a plot."""
WIDE = 1e3
"""Numbers that differ by more than this factor are drawn on a logarithmic scale."""


def tabled(sets: pd.DataFrame) -> pd.DataFrame:
    """The sets of parameters that a table shows: the first, the last, and some between."""
    if sets[ROWS].sum() <= ALL:
        return sets
    return sets.iloc[[*evenly(range(len(sets)), _within(sets, MOST_SETS))]]


def drawn(question: Question, sets: pd.DataFrame) -> pd.DataFrame:
    """The sets of parameters that a plot draws: those with some values of each parameter.

    The set with the usual parameters, or the nearest to it, is included.
    """
    if sets[ROWS].sum() <= ALL:
        return sets
    values = {
        name: _values(parameter, sets[name]) for name, parameter in question.parameter.items()
    }
    swept = [name for name, column in values.items() if len(column) > 1]
    most = min(MOST_VALUES, int(_within(sets, MOST_DRAWN) ** (1 / max(len(swept), 1))))
    chosen = sets.index == nearest(question, sets, usual(question)).index[-1]
    chosen |= np.logical_and.reduce(
        [
            sets[name].isin(_some(question.parameter[name], values[name], max(most, 2)))
            for name in swept
        ]
    )
    drawn_sets: pd.DataFrame = sets[chosen]
    return drawn_sets


def wide(values: pd.Series[Any], least: float = 1e-300) -> bool:
    """True if the values need a logarithmic scale, and no value is below `least`."""
    array = values.to_numpy()
    if not len(array) or not array.min() >= least:
        return False
    most = array.max()
    return bool(most > WIDE * array.min(where=array > 0, initial=most))  # makes no copy


def _values(parameter: AnyParameter, column: pd.Series[Any]) -> pd.Series[Any]:
    """The values of a parameter in a column, each once, in their order."""
    if pd.api.types.is_integer_dtype(column):  # of ten million, pandas takes 300 MiB more
        return pd.Series(distinct(column.to_numpy()))
    values = column.drop_duplicates()
    return values.iloc[np.argsort(ranks(parameter, values), kind="stable")]


def _some(parameter: AnyParameter, values: pd.Series[Any], most: int) -> pd.Series[Any]:
    """At most `most` of a parameter's values, evenly on the axis that a panel would have."""
    if len(values) <= most:
        return values
    indices, numbers = np.array(evenly(range(len(values)), most)), ranks(parameter, values)
    if wide(numbers):
        wanted = np.geomspace(numbers.iloc[0], numbers.iloc[-1], most)
        indices = np.searchsorted(numbers, wanted).clip(max=len(numbers) - 1)
    return values.iloc[indices]


def _within(sets: pd.DataFrame, most: int) -> int:
    """The number of sets, from 2 to `most`, that have about `MOST_ROWS` rows or fewer."""
    return max(2, min(most, int(MOST_ROWS / max(sets[ROWS].mean(), 1.0))))


def usual(question: Question) -> dict[str, Any]:
    """The usual value of each parameter that has one, as tables store it."""
    return {
        name: parameter.stored(parameter.checked(parameter.default))
        for name, parameter in question.parameter.items()
        if parameter.default is not None
    }


def setting_in_words(question: Question, params: Mapping[str, Any]) -> str:
    """Parameters, as tables store them, in words; parameters at their usual values are left out."""
    return setting(question.setting, params, dict.fromkeys(question.parameter) | usual(question))


def distance(question: Question, frame: pd.DataFrame, wanted: Mapping[str, Any]) -> pd.DataFrame:
    """For each row: `differs`, how many parameters differ from `wanted`; `away`, by how much."""
    differs, away = pd.Series(0, frame.index), pd.Series(0.0, frame.index)
    for name, value in wanted.items():
        differs += (frame[name] != value).astype(int)
        if (parameter := question.parameter.get(name)) is not None:
            at = ranks(parameter, pd.Series([value])).iloc[0]
            away += (ranks(parameter, frame[name]) - at).abs() / (1.0 + abs(at))
    return pd.DataFrame({"differs": differs, "away": away})


def nearest(question: Question, sets: pd.DataFrame, wanted: Mapping[str, Any]) -> pd.DataFrame:
    """The sets with the wanted values; if there are none, those with the nearest values."""
    if not wanted:
        return sets
    far = distance(question, sets, wanted)
    first = sets.loc[far["away"][far["differs"] == far["differs"].min()].idxmin()]
    same = np.logical_and.reduce([sets[name] == first[name] for name in wanted])
    return sets[same]
