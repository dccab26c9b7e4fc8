"""The number in an answer, by each method at each set of parameters.

It is the probability of an outcome, a mean, a median, or the length of a list. Over a sweep, the
answer names one of these numbers: its extremum, or the number at the last set of parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf, isnan, log10, nan
from statistics import NormalDist
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sweepstake.puzzle.method import KINDS, Kind
from sweepstake.puzzle.question import Column, Question
from sweepstake.report.summary import ByPoint, Estimate, as_numbers, computed
from sweepstake.text.digits import fraction, written

Z95 = NormalDist().inv_cdf(0.975)
MAX_DIGITS = 20_000
"""The most characters of the fractions that are added as fractions."""
MOST_WORDS = 12
"""How many of the likeliest words are compared."""
MAX_TIES = 3
"""If more words or parameters share an extremum, they aren't listed."""
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Value:
    """A probability or a mean by one method, and its 95 % interval if it was sampled.

    `params` are as tables hold them, `logarithm` is the common logarithm of a probability, and
    `exact` is the number as a fraction. An unknown logarithm is NaN, an unknown fraction is empty.
    """

    params: dict[str, Any]
    method: str
    kind: Kind
    number: float
    logarithm: float
    exact: str
    low: float = nan
    high: float = nan
    trials: int = 0
    rest: float = nan
    """The common logarithm of 1 - probability, if a float is too coarse for it."""

    @property
    def times(self) -> str:
        """The trials in words."""
        return f"{self.trials:,} trial{'s' * (self.trials != 1)}"

    @property
    def half(self) -> float:
        """Half of the interval; 0 if there is no interval."""
        return 0.0 if isnan(self.low) else (self.high - self.low) / 2

    @property
    def is_sampled(self) -> bool:
        """True if it was estimated by random trials."""
        return self.kind in ("sampled", "rare")

    @property
    def has_interval(self) -> bool:
        """True if it was sampled often enough to have an interval."""
        return not isnan(self.low)


Points = Sequence[Sequence[Value]]
"""The values of all methods at each set of parameters, in order."""


def notable_params(
    question: Question, rows: pd.DataFrame, swept: Sequence[str]
) -> Mapping[str, Any]:
    """The set of parameters that the answer over a sweep of the first outcome names."""
    column = question.outcomes[0]
    if rows[column.name].isna().all() or column.type == "string":
        words = by_word(question, rows, column, swept)
        points = [words[word][index] for index, word in enumerate(likeliest_words(words))]
    elif column.is_numeric:
        points = [*by_set(means(question, rows, column))]
    else:
        points = [*by_set(likelihoods(question, rows, column, True))]
    bests = [best(values) for values in points]
    return bests[notable(bests) if len(swept) == 1 else -1].params


def notable(values: Sequence[Value]) -> int:
    """The index of the extremum that the answer over a sweep names, or else the last index."""
    turning = turning_point(values)
    return turning[1][0] if turning else len(values) - 1


def turning_point(values: Sequence[Value]) -> tuple[str, list[int]] | None:
    """The kind of the one extremum inside the sweep, and the indices of its ties, at most three.

    None if the intervals of samples can't tell it from both ends.
    """
    for bound, sign in (("up to", 1.0), ("down to", -1.0)):
        numbers = [sign * value.number for value in values]
        top = max(numbers)
        at = [k for k, number in enumerate(numbers) if number == top]
        rivals = [k for k, v in enumerate(values) if overlap(v, values[at[0]])]
        inside = rivals[0] > 0 and rivals[-1] < len(values) - 1
        if inside and len(rivals) <= MAX_TIES and _is_hill(numbers, at[0]):
            return bound, rivals
    return None


def overlap(first: Value, second: Value) -> bool:
    """True if the two numbers can't be told apart."""
    if first.number == second.number:
        return True
    reach = first.half + second.half
    return bool(reach) and abs(first.number - second.number) <= reach


def _is_hill(numbers: Sequence[float], top: int) -> bool:
    """True if the numbers never fall up to the index `top`, and never rise after it."""
    ups = all(a <= b for a, b in pairwise(numbers[: top + 1]))
    return ups and all(a >= b for a, b in pairwise(numbers[top:]))


def by_set(values: Sequence[Value]) -> Points:
    """The values by set of parameters."""
    sets: dict[tuple[Any, ...], list[Value]] = {}
    for value in values:
        sets.setdefault((*value.params.values(),), []).append(value)
    return [*sets.values()]


def by_word(
    question: Question, rows: pd.DataFrame, column: Column, swept: Sequence[str]
) -> dict[str, Points]:
    """The probability of each word that is compared, at each set of parameters."""
    outcomes, weights = in_words(rows, column), word_weights(rows, column)
    compared = sorted(weights.index if swept else weights.nlargest(MOST_WORDS).index)
    return {word: by_set(shares(question, rows, outcomes == word)) for word in compared}


def likeliest_words(by_word: Mapping[str, Points]) -> list[str]:
    """The likeliest word at each set of parameters."""
    numbers = {word: [best(v).number for v in points] for word, points in by_word.items()}
    return [str(word) for word in pd.DataFrame(numbers).idxmax(axis=1)]


def word_weights(rows: pd.DataFrame, column: Column) -> pd.Series[float]:
    """The total probability of each word, by the method that gives it most."""
    of_method = rows.groupby([in_words(rows, column), "method"])["probability"].sum()
    return of_method.groupby(level=0).max()


def in_words(rows: pd.DataFrame, column: Column) -> pd.Series[Any]:
    """The outcomes of a column, with a word for a missing one."""
    return rows[column.name].astype(object).fillna(f"no {column.name}")


def likelihoods(
    question: Question, frame: pd.DataFrame, column: Column, outcome: Any
) -> list[Value]:
    """The probability that `column` is `outcome` (None: missing), by parameters and method."""
    outcomes = frame[column.name]
    met = outcomes.isna() if outcome is None else (outcomes == outcome).fillna(False).astype(bool)
    return shares(question, frame, met)


def shares(question: Question, frame: pd.DataFrame, met: pd.Series[bool]) -> list[Value]:
    """The total probability of the outcomes in the rows `met`, by parameters and method."""
    points, logs = ByPoint(question, frame), frame["log10_probability"].astype(float)
    terms = frame["exact"].where(met)
    return [*_values(points, points.likelihood(met), terms, logs.where(met), logs.where(~met))]


def lengths(question: Question, frame: pd.DataFrame) -> list[Value]:
    """The number of rows in the answer to a listing question, by parameters and method."""
    points = ByPoint(question, frame)
    rows = points.total(pd.Series(1.0, frame.index))
    return [*_values(points, computed(rows), pd.Series("1", frame.index))]


def means(question: Question, frame: pd.DataFrame, column: Column) -> list[Value]:
    """The mean of the values of `column` that aren't missing, by parameters and method."""
    points, outcomes = ByPoint(question, frame), frame[column.name]
    average = points.average(as_numbers(outcomes))
    return [*_values(points, average, frame["exact"], factors=outcomes)]


def medians(question: Question, frame: pd.DataFrame, column: Column) -> list[Value]:
    """The median of the values of `column` that aren't missing, by parameters and method.

    The interval of a sample lies between two order statistics, whose ranks enclose the median in
    95 of 100 samples. Weighted samples have no interval.
    """
    points, outcomes = ByPoint(question, frame), as_numbers(frame[column.name])
    [middle] = points.quantiles(outcomes, [50])
    rows = pd.DataFrame({"value": outcomes, "count": frame["count"].astype(float)}).dropna()
    ends = {index: _around_middle(part) for index, part in rows.groupby(points.point_of_row)}
    low, high = (
        pd.Series({index: ends.get(index, (nan, nan))[end] for index in points.table.index})
        for end in (0, 1)
    )
    estimate = Estimate(middle.astype(float), low * nan, low, high)
    return [*_values(points, estimate, frame["exact"].where(frame["exact"].isna()))]


def _around_middle(rows: pd.DataFrame) -> tuple[float, float]:
    rows = rows.sort_values("value")
    upto, reach = rows["count"].cumsum(), Z95 * rows["count"].sum() ** 0.5 / 2
    middle = rows["count"].sum() / 2
    if middle - reach < 1 or middle + reach > upto.iloc[-1]:
        return nan, nan
    low, high = (rows["value"][upto >= rank].iloc[0] for rank in (middle - reach, middle + reach))
    return float(low), float(high)


def best(values: Sequence[Value]) -> Value:
    """The value of the best kind; of several such samples, the one with the smallest interval."""
    return min(values, key=lambda v: (KINDS.index(v.kind), v.half if v.has_interval else inf))


def _values(
    points: ByPoint,
    estimate: Estimate,
    terms: pd.Series[Any],
    logarithms: pd.Series[float] | None = None,
    rest: pd.Series[float] | None = None,
    factors: pd.Series[Any] | None = None,
) -> Iterator[Value]:
    rows = pd.DataFrame({"exact": terms, "by": factors}, points.frame.index)
    rows, no_rows = rows.dropna(subset=["exact"]), rows.head(0)
    fractions = dict([*rows.groupby(points.point_of_row)])
    logs, rests = _by_index(logarithms, points.point_of_row), _by_index(rest, points.point_of_row)
    trials, left_out = points.trials.fillna(0).astype(int), points.left_out()
    for index, row in zip(points.table.index, points.table.to_dict("records"), strict=True):
        method = row.pop("method")
        kind, of_answer = points.question.methods[method].kind, fractions.get(index, no_rows)
        drawn = trials[index] > 0
        exact = (_sum if factors is None else _mean)(of_answer) if kind == "exact" else ""
        if left_out[index] > 0.0 and kind == "exact":
            mean = None if factors is None else points.mean(index, str(factors.name))
            kind, exact = ("float", "") if mean is None else (kind, str(mean))
        yield Value(
            params={str(name): value for name, value in row.items()},
            method=method,
            kind=kind,
            number=float(estimate.value[index]),
            logarithm=_log_of_sum(logs.get(index)),
            exact=exact,
            low=float(estimate.low[index]) if drawn else nan,
            high=float(estimate.high[index]) if drawn else nan,
            trials=int(trials[index]),
            rest=_log_of_sum(rests.get(index)) if estimate.value[index] == 1.0 else nan,
        )


def _by_index(
    column: pd.Series[float] | None, point_of_row: pd.Series[Any]
) -> dict[Any, FloatArray]:
    """The values that aren't missing, by index of their point and method."""
    if column is None:
        return {}
    return {index: np.asarray(part) for index, part in column.dropna().groupby(point_of_row)}


def _log_of_sum(logarithms: FloatArray | None) -> float:
    """The common logarithm of a sum, from its terms' logarithms: the terms may underflow."""
    if logarithms is None:
        return nan
    most = logarithms.max()
    return float(most + log10((10.0 ** (logarithms - most)).sum()))


def _sum(rows: pd.DataFrame) -> str:
    """The sum of fractions; empty if they have too many digits."""
    if rows["exact"].str.len().sum() > MAX_DIGITS:
        return ""
    return written(sum(map(fraction, rows["exact"]), Fraction(0)))


def _mean(rows: pd.DataFrame) -> str:
    """The mean of the factors, weighted by their fractions; empty unless the fractions sum to 1."""
    if not (total := _sum(rows)) or total != "1":
        return ""
    valued = rows.dropna(subset=["by"])
    if valued.empty:
        return ""
    pairs = zip(valued["exact"], valued["by"], strict=True)
    weighed = sum((fraction(term) * fraction(by) for term, by in pairs), Fraction(0))
    return written(weighed / fraction(_sum(valued)))
