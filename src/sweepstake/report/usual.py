"""The usual (default) values of parameters, and the sets of parameters nearest to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import setting
from sweepstake.report.summary.ordered import ranks


def usual(question: Question) -> dict[str, Any]:
    """The usual value of each parameter that has one, as tables hold it."""
    return {
        name: parameter.stored(parameter.checked(parameter.default))
        for name, parameter in question.parameter.items()
        if parameter.default is not None
    }


def in_words(question: Question, params: Mapping[str, Any]) -> str:
    """Parameters, as tables hold them, in words; parameters at their usual values are left out."""
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
