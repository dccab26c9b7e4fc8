"""An exact answer as a mapping from outcomes to fractions, with its mean, spread and quantiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

import pandas as pd

from sweepstake.errors import InputError
from sweepstake.puzzle.parameter import read
from sweepstake.store.parquet import LEFT_OUT, means
from sweepstake.text import words
from sweepstake.text.digits import fraction, written
from sweepstake.text.shown import listed, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sweepstake.ask.answers import Answer
    from sweepstake.puzzle.question import Column

SHOWN = 12
"""The most outcomes in the text of a distribution."""
DIGITS = 40
"""The most characters of a fraction in that text."""
PRECISION = 2**64
"""A standard deviation is the root of the variance to about so many parts."""


class ExactDistribution(Mapping[Any, Fraction]):
    """The probability of each outcome as a fraction: an immutable mapping.

    An outcome is a value, or a tuple of values if the question has several columns; a missing value
    is None. An answer may leave out outcomes whose total probability is `left_out`. A number that
    is then unknown raises an InputError, which says so.
    """

    def __init__(self, answer: Answer) -> None:
        """`answer` is one of an exact method."""
        self.question, self._answer = answer.point.asks, answer
        self._columns = self.question.outcomes
        rows = pd.DataFrame(answer)
        outcomes = rows[rows["probability"].notna()]
        cells = [self._cells(column, outcomes[column.name]) for column in self._columns]
        of_rows = cells[0] if len(cells) == 1 else zip(*cells, strict=True)
        self._probabilities = dict(zip(of_rows, map(fraction, outcomes["exact"]), strict=True))
        first = rows.iloc[0]
        self.left_out = Fraction(0) if pd.isna(first[LEFT_OUT]) else fraction(first[LEFT_OUT])
        """The probability of all outcomes that aren't listed."""
        self._means = {
            name: fraction(first[mean])
            for name, mean in means(self.question).items()
            if not pd.isna(first[mean])
        }

    @staticmethod
    def _cells(column: Column, cells: pd.Series[Any]) -> list[Any]:
        """The outcomes in a column as Python values; None if missing."""
        plain = cells.astype(object).tolist()  # not NumPy's types
        return [None if pd.isna(cell) else read(column.type, cell) for cell in plain]

    def __getitem__(self, outcome: Any) -> Fraction:
        return self._probabilities[outcome]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._probabilities)

    def __len__(self) -> int:
        return len(self._probabilities)

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def probability(self, predicate: Callable[..., object]) -> Fraction:
        """The probability of the outcomes for which `predicate(outcome)` is true.

        With several columns it gets one argument for each.
        """
        several = len(self._columns) > 1
        shares = (p for o, p in self.items() if (predicate(*o) if several else predicate(o)))
        total = sum(shares, Fraction(0))
        if self.left_out:
            raise self._unknown(f"the probability is between {_short(total)} and that plus this")
        return total

    def mean(self, column: str = "") -> Fraction:
        """The mean of a column of numbers, without missing values."""
        name = self._number(column)
        if (mean := self._means.get(name)) is not None:
            return mean
        law = self._whole(name, "the mean")
        return sum((value * p for value, p in law.items()), Fraction(0)) / sum(law.values())

    def variance(self, column: str = "") -> Fraction:
        """The variance of a column of numbers, without missing values."""
        law = self._whole(self._number(column), "the variance")
        total, mean = sum(law.values()), self.mean(column)
        return sum(((value - mean) ** 2 * p for value, p in law.items()), Fraction(0)) / total

    def sd(self, column: str = "") -> float:
        """The standard deviation of a column of numbers."""
        variance = self.variance(column)
        scaled = variance.numerator * PRECISION**2 // variance.denominator
        return float(Fraction(isqrt(scaled), PRECISION))

    def median(self, column: str = "") -> Any:
        """The smallest value that is not exceeded with probability 1/2 or more."""
        return self.quantile(Fraction(1, 2), column)

    def quantile(self, q: float | str | Fraction, column: str = "") -> Any:
        """The smallest value that is not exceeded with probability `q` or more (0 < q <= 1)."""
        try:
            share = Fraction(str(q)) if isinstance(q, float) else Fraction(q)
        except (ValueError, ZeroDivisionError, TypeError, OverflowError):
            share = Fraction(0)
        if not 0 < share <= 1:
            raise InputError(f"q is {shown(q)}; allowed: above 0, up to 1")
        name = self._number(column)
        law = self._law(name)
        bound = share * (sum(law.values()) + self.left_out)
        least = self._value_at(law, bound - self.left_out)
        if self.left_out and (bound <= self.left_out or least != self._value_at(law, bound)):
            raise self._unknown(f"this quantile of {name} isn't known")
        return least

    @staticmethod
    def _value_at(law: Mapping[Any, Fraction], bound: Fraction) -> Any:
        """The first value up to which the probabilities sum to `bound`; None if none is."""
        total = Fraction(0)
        for value in sorted(law):
            total += law[value]
            if total >= bound:
                return value
        return None

    def _number(self, column: str) -> str:
        """The name of a column of numbers; the only one if `column` is empty."""
        names = [c.name for c in self._columns if c.is_numeric]
        if column in names:
            return column
        if not column and len(names) == 1:
            return names[0]
        problem = (
            f"{shown(column)} is no column of numbers" if column else "name a column of numbers"
        )
        raise InputError(f"{problem}; allowed: {listed(names) or 'none, as there is none'}")

    def _law(self, name: str) -> dict[Any, Fraction]:
        """The probability of each value of a column, without missing values."""
        index = [column.name for column in self._columns].index(name)
        law: dict[Any, Fraction] = {}
        for outcome, p in self.items():
            value = outcome[index] if len(self._columns) > 1 else outcome
            if value is not None:
                law[value] = law.get(value, Fraction(0)) + p
        return law

    def _whole(self, name: str, subject: str) -> dict[Any, Fraction]:
        if self.left_out:
            raise self._unknown(f"{subject} of {name} isn't known")
        if not any((law := self._law(name)).values()):
            raise InputError(f"{name} has no value in any outcome; so it has not {subject}")
        return law

    def _unknown(self, consequence: str) -> InputError:
        out = words.chance(float(self.left_out))
        return InputError(f"the answer leaves out outcomes ({out} in all), so {consequence}")

    def to_frame(self) -> pd.DataFrame:
        """The answer as `sweepstake.answer` returns it: a row for each outcome."""
        return pd.DataFrame(self._answer)

    def plot(self) -> Axes:
        """New Matplotlib axes with the distribution of the first column, as `sweepstake.plot`."""
        from sweepstake.report.charts import figure
        from sweepstake.report.defaults import plot

        return figure.axes(plot.panel(self.question, self.to_frame()))

    def __repr__(self) -> str:
        """The outcomes with their probabilities, the likeliest first if they are many."""
        items = [*self.items()]
        if len(items) > SHOWN:
            items = sorted(items, key=lambda item: -item[1])[:SHOWN]
        names = [shown(outcome) for outcome, _ in items]
        wide = max(map(len, names), default=0)
        lines = [str(self._answer.point), *(
            f"  {name:<{wide}}  {_short(p)}" for name, (_, p) in zip(names, items, strict=True)
        )]  # fmt: skip
        if unlisted := len(self) - len(items):
            lines.append(f"  and {unlisted:,} more")
        if self.left_out:
            lines.append(f"  left out: {_short(self.left_out)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """In a notebook: the question, its plot, and the answer in words."""
        return self._answer._repr_html_()


def _short(probability: Fraction) -> str:
    """A probability as a fraction, if that is short, and in words."""
    text, in_words = written(probability), words.chance(float(probability))
    return f"{text} ({in_words})" if len(text) <= DIGITS else in_words
