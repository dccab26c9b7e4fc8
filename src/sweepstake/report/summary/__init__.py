"""Answers summed up: one row for each point (a question, its parameters and a method).

A yes-or-no outcome has the probability of yes; a number has its mean, spread and quantiles; a word
has the probability of each word, or of the likeliest word. If a number may be missing, the mean is
taken over the others, and the probability that it is missing is a column of its own. An exact
answer may leave out some outcomes and state its means; a float method may leave out rare outcomes.
The column `left out` has their probability; the least and the greatest value are then unknown.
Estimates have a standard error and a 95% interval.

For counted trials the standard error follows from the counts. For weighted trials only the errors
of single outcomes are known. The error of a sum of outcomes is at most the sum of their errors,
which is used here, so the interval contains the true value in at least 95% of cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.question import Column, Question
from sweepstake.report.recognized import question_of
from sweepstake.report.summary.by_point import ByPoint, Estimate, Numbers
from sweepstake.report.summary.ordered import as_numbers
from sweepstake.store.tables import joined
from sweepstake.text.shown import listed

ERROR = "standard error"
LEFT_OUT = "left out"
ROWS = "rows of the answer"
"""The column that sums up a listing: its number of rows."""
OF = (ERROR, "low", "high")
"""Columns beside an estimate, after its name if there are several estimates."""
QUANTILES = (5, 25, 50, 75, 95)
"""The quantiles of a number, in percent."""
MOST_WORDS, LONGEST_WORD = 8, 20
"""Each word of an outcome has a column, up to so many words and letters."""


def summary(frame: pd.DataFrame | list[pd.DataFrame]) -> pd.DataFrame:
    """Answers summed up: one row for each point, with its parameters as the first columns.

    `frame` is a result of `answer` or `load`, or all rows of some of its points; or it is a list of
    such frames for one question.

    >>> import sweepstake
    >>> frame = sweepstake.answer("war_sweep", ranks=2, suits=2, method="exact")
    >>> sweepstake.summary(frame)[["ranks", "suits", "P(swept)", "exact"]].to_dict("records")
    [{'ranks': 2, 'suits': 2, 'P(swept)': 0.16666666666666666, 'exact': '1/6'}]
    """
    if isinstance(frame, list):  # pandas would drop statements that not all frames have
        names = sorted({question_of(part).name for part in frame})
        if len(names) != 1:
            raise ValueError(f"summary of {listed(names) or 'nothing'}; allowed: of one question")
        frame = joined(frame)
    question = question_of(frame)
    return summed_up(question, frame.reset_index(drop=True))


def summed_up(question: Question, frame: pd.DataFrame) -> pd.DataFrame:
    """Sum up `frame`, which answers `question`; rows are in the order of the parameters."""
    points = ByPoint(question, frame)
    if question.listing:
        return points.row(**{ROWS: points.total(pd.Series(1, frame.index))})
    parts = [part for column in question.outcomes for part in estimates(points, column)]
    columns: dict[str, Numbers] = {}
    for label, estimate, others in parts:
        before = f"{label}: " if len(parts) > 1 else ""
        columns[label] = estimate.value
        columns |= {f"{before}{name}": end for name, end in zip(OF, estimate[1:], strict=True)}
        columns |= others
    columns |= {"trials": points.trials.astype("Int64"), LEFT_OUT: points.left_out()}
    return points.row(**columns, **_of_yes(points))


def estimates(
    points: ByPoint, column: Column
) -> Iterator[tuple[str, Estimate, dict[str, Numbers]]]:
    """The estimates of an outcome: label, estimate, and further columns."""
    name, held = column.name, points.frame[column.name]
    if (outcome := summed_outcome(points.question, column)) is not None:
        yield summed_as(points.question, column), points.likelihood(_met(held, outcome)), {}
    elif column.is_numeric:
        values = as_numbers(held)
        lacks = {lack(column): points.likelihood(held.isna()).value} if column.nullable else {}
        spread = _spread(points, name, values)
        yield summed_as(points.question, column), points.average(values), {**lacks, **spread}
    elif few(held):
        for word in sorted(held.dropna().unique()):
            yield f"P({name}={word})", points.likelihood(held == word), {}
        if column.nullable:
            yield lack(column), points.likelihood(held.isna()), {}
    else:
        likeliest = points.likeliest(held)
        met = held == points.each(likeliest)
        yield f"P(likeliest {name})", points.likelihood(met), {f"likeliest {name}": likeliest}


def summed_outcome(question: Question, column: Column) -> object:
    """The outcome whose probability sums up a column: yes, or a number that a headline names.

    It is None for words and for numbers with a mean. Numbers that name things, such as seats, don't
    have a mean; a headline states the probability of one of them.
    """
    if column.type == "bool":
        return True
    return register.story_outcome(question.name, column.name) if column.is_numeric else None


def summed_as(question: Question, column: Column) -> str:
    """The name of the number that sums up a column: a probability, or a mean."""
    if (outcome := summed_outcome(question, column)) is None:
        return f"mean {column.name}"
    return f"P({column.name})" if outcome is True else f"P({column.name}={outcome})"


def _met(held: pd.Series[Any], outcome: object) -> pd.Series[bool]:
    return (held == outcome).fillna(False).astype(bool)


def lack(column: Column) -> str:
    """The name of the probability that an outcome has no value."""
    return f"P(no {column.name})"


def few(words: pd.Series[Any]) -> bool:
    """True if the words are few and short enough for a column each."""
    kinds = words.dropna().unique()
    return len(kinds) <= MOST_WORDS and all(len(word) <= LONGEST_WORD for word in kinds)


def _spread(points: ByPoint, name: str, values: pd.Series[float]) -> dict[str, Numbers]:
    least, most = points.ends(values)
    quantiles = {
        f"{percent}% of {name}": quantile
        for percent, quantile in zip(QUANTILES, points.quantiles(values, QUANTILES), strict=True)
    }
    spread = {f"sd of {name}": points.spread(values), f"least {name}": least}
    return {**spread, **quantiles, f"most {name}": most}


def _of_yes(points: ByPoint) -> dict[str, Numbers]:
    """The fraction and the logarithm of the summed outcome's probability, for a single column."""
    [first, *others] = points.question.outcomes
    if others or (outcome := summed_outcome(points.question, first)) is None:
        return {}
    yes = points.frame[_met(points.frame[first.name], outcome)]
    logarithm = points.first(yes["log10_probability"])
    named = f"log10 {summed_as(points.question, first)}"
    return {"exact": points.first(yes["exact"]), named: logarithm}
