"""Which of several quantities is greatest, and which can't be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf, isnan
from typing import Any

import pandas as pd

from sweepstake.puzzle.method import KINDS
from sweepstake.puzzle.question import Column, Question
from sweepstake.quantity.estimates import in_order, outcomes
from sweepstake.quantity.quantity import Quantity, likelihoods, means, shares

MOST_WORDS = 12
"""How many of the likeliest words are compared."""
MAX_TIES = 3
"""If more words or parameters share an extremum, it isn't named."""


def notable_params(question: Question, rows: pd.DataFrame) -> Mapping[str, Any]:
    """The set of parameters that stands for all in `rows`.

    If the first outcome's number has one extremum inside a sweep of one parameter, it is there; or
    else it is the last set.
    """
    if not question.parameter:
        return {}
    sets = in_order(question, rows[[*question.parameter]].drop_duplicates())
    swept = [name for name in question.parameter if sets[name].nunique() > 1]
    if len(swept) == 1 and not question.listing:
        column = question.outcomes[0]
        has_mean = column.is_numeric and outcomes(rows)[column.name].notna().any()
        of = (
            means(question, rows, column) if has_mean else likelihoods(question, rows, column, True)
        )
        bests = [best(methods) for methods in by_set(of)]
        turning = turning_point([quantity for quantity in bests if not isnan(quantity.value)])
        if turning is not None:
            return turning.params
    return {name: sets[name].iloc[-1] for name in question.parameter}


def turning_point(values: Sequence[Quantity]) -> Quantity | None:
    """The one extremum inside a sweep, which at most two others share.

    None if the intervals of samples can't tell it from both ends.
    """
    for sign in (1.0, -1.0):
        numbers = [sign * quantity.value for quantity in values]
        at = numbers.index(max(numbers)) if numbers else 0
        rivals = [k for k, v in enumerate(values) if overlap(v, values[at])]
        inside = bool(rivals) and rivals[0] > 0 and rivals[-1] < len(values) - 1
        if inside and len(rivals) <= MAX_TIES and _is_hill(numbers, at):
            return values[at]
    return None


def overlap(first: Quantity, second: Quantity) -> bool:
    """True if the two numbers can't be told apart."""
    if first.value == second.value:
        return True
    reach = first.half + second.half
    return bool(reach) and abs(first.value - second.value) <= reach


def _is_hill(numbers: Sequence[float], top: int) -> bool:
    """True if the numbers never fall up to the index `top`, and never rise after it."""
    ups = all(a <= b for a, b in pairwise(numbers[: top + 1]))
    return ups and all(a >= b for a, b in pairwise(numbers[top:]))


def by_set(values: Sequence[Quantity]) -> Sequence[Sequence[Quantity]]:
    """The values by set of parameters."""
    sets: dict[tuple[Any, ...], list[Quantity]] = {}
    for quantity in values:
        sets.setdefault((*quantity.params.values(),), []).append(quantity)
    return [*sets.values()]


def by_word(
    question: Question, rows: pd.DataFrame, column: Column
) -> dict[str, Sequence[Quantity]]:
    """The probability of each of the likeliest words, by all methods, at one set of parameters."""
    listed_words, weights = in_words(rows, column), word_weights(rows, column)
    compared = sorted(weights.nlargest(MOST_WORDS).index)
    return {word: shares(question, rows, listed_words == word) for word in compared}


def word_weights(rows: pd.DataFrame, column: Column) -> pd.Series[float]:
    """The total probability of each word, by the method that gives it most."""
    of_method = outcomes(rows).groupby([in_words(rows, column), "method"])["probability"].sum()
    return of_method.groupby(level=0).max()


def in_words(rows: pd.DataFrame, column: Column) -> pd.Series[Any]:
    """The outcomes of a column, with a word for a missing one."""
    words = outcomes(rows)[column.name].astype(object)
    if column.nominal:
        words = words.map(str, na_action="ignore")
    return words.fillna(f"no {column.name}")


def best(values: Sequence[Quantity]) -> Quantity:
    """The value of the best kind; of several such samples, the one with the smallest interval."""
    return min(values, key=lambda v: (KINDS.index(v.kind), v.half if v.has_interval else inf))
