"""Which of several quantities is greatest, and which can't be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Any

import pandas as pd

from sweepstake.puzzle.method import KINDS
from sweepstake.puzzle.question import Column, Question
from sweepstake.quantity.estimates import outcomes
from sweepstake.quantity.quantity import Quantity, likelihoods, means, shares

MOST_WORDS = 12
"""How many of the likeliest words are compared."""
MAX_TIES = 3
"""If more words or parameters share an extremum, they aren't listed."""
Points = Sequence[Sequence[Quantity]]
"""The values of all methods at each set of parameters, in order."""


def notable_params(
    question: Question, rows: pd.DataFrame, swept: Sequence[str]
) -> Mapping[str, Any]:
    """The set of parameters that the answer over a sweep of the first outcome names."""
    column = question.outcomes[0]
    if outcomes(rows)[column.name].isna().all() or column.type == "string":
        words = by_word(question, rows, column, swept)
        points = [words[word][index] for index, word in enumerate(likeliest_words(words))]
    elif column.is_numeric:
        points = [*by_set(means(question, rows, column))]
    else:
        points = [*by_set(likelihoods(question, rows, column, True))]
    bests = [best(values) for values in points]
    return bests[notable(bests) if len(swept) == 1 else -1].params


def notable(values: Sequence[Quantity]) -> int:
    """The index of the extremum that the answer over a sweep names, or else the last index."""
    turning = turning_point(values)
    return turning[1][0] if turning else len(values) - 1


def turning_point(values: Sequence[Quantity]) -> tuple[str, list[int]] | None:
    """The kind of the one extremum inside the sweep, and the indices of its ties, at most three.

    None if the intervals of samples can't tell it from both ends.
    """
    for bound, sign in (("up to", 1.0), ("down to", -1.0)):
        numbers = [sign * quantity.value for quantity in values]
        top = max(numbers)
        at = [k for k, number in enumerate(numbers) if number == top]
        rivals = [k for k, v in enumerate(values) if overlap(v, values[at[0]])]
        inside = rivals[0] > 0 and rivals[-1] < len(values) - 1
        if inside and len(rivals) <= MAX_TIES and _is_hill(numbers, at[0]):
            return bound, rivals
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


def by_set(values: Sequence[Quantity]) -> Points:
    """The values by set of parameters."""
    sets: dict[tuple[Any, ...], list[Quantity]] = {}
    for quantity in values:
        sets.setdefault((*quantity.params.values(),), []).append(quantity)
    return [*sets.values()]


def by_word(
    question: Question, rows: pd.DataFrame, column: Column, swept: Sequence[str]
) -> dict[str, Points]:
    """The probability of each word that is compared, at each set of parameters."""
    listed_words, weights = in_words(rows, column), word_weights(rows, column)
    compared = sorted(weights.index if swept else weights.nlargest(MOST_WORDS).index)
    return {word: by_set(shares(question, rows, listed_words == word)) for word in compared}


def likeliest_words(by_word: Mapping[str, Points]) -> list[str]:
    """The likeliest word at each set of parameters."""
    numbers = {word: [best(v).value for v in points] for word, points in by_word.items()}
    return [str(word) for word in pd.DataFrame(numbers).idxmax(axis=1)]


def word_weights(rows: pd.DataFrame, column: Column) -> pd.Series[float]:
    """The total probability of each word, by the method that gives it most."""
    of_method = outcomes(rows).groupby([in_words(rows, column), "method"])["probability"].sum()
    return of_method.groupby(level=0).max()


def in_words(rows: pd.DataFrame, column: Column) -> pd.Series[Any]:
    """The outcomes of a column, with a word for a missing one."""
    return outcomes(rows)[column.name].astype(object).fillna(f"no {column.name}")


def best(values: Sequence[Quantity]) -> Quantity:
    """The value of the best kind; of several such samples, the one with the smallest interval."""
    return min(values, key=lambda v: (KINDS.index(v.kind), v.half if v.has_interval else inf))
