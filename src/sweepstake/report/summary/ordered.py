"""The order of parameters' values: rationals by size, words and lists as declared."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import pandas as pd

from sweepstake.puzzle.lists import AnyParameter, ListOf
from sweepstake.puzzle.parameter import Choice
from sweepstake.puzzle.question import Question


def in_order(question: Question, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows, which are sorted as tables hold their parameters, in the order of their values."""
    if all(p.type == "int" for p in question.parameters):
        return rows.reset_index(drop=True)
    order = pd.DataFrame({p.name: ranks(p, rows[p.name]) for p in question.parameters})
    return rows.loc[order.sort_values([*order], kind="stable").index].reset_index(drop=True)


def ranks(parameter: AnyParameter, values: pd.Series[Any]) -> pd.Series[float]:
    """Numbers with the same order as a parameter's values."""
    if isinstance(parameter, Choice):
        return values.map({word: k for k, word in enumerate(parameter.values)}).astype(float)
    if isinstance(parameter, ListOf):
        ordered = sorted(values.unique(), key=parameter.place)
        return values.map({text: k for k, text in enumerate(ordered)}).astype(float)
    return as_numbers(values)


def as_numbers(column: pd.Series[Any]) -> pd.Series[float]:
    """A column of numbers, booleans, or rationals as text, as floats."""
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        return column.astype(float)
    known = {text: as_float(Fraction(text)) for text in column.dropna().unique()}
    return column.map(known).astype(float)


def as_float(number: Fraction) -> float:
    """A number as a float; infinite if it is too large."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf
