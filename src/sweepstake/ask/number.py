"""A number of each answer of a sweep: a probability, a mean or a median; and inverse questions.

An inverse question asks at which values of the parameters a number is greatest, or passes a bound.
Samples are compared by their intervals. If there are several samples, each interval is widened so
that all hold at once in 95 of 100 sweeps (Bonferroni).
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isnan
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

from sweepstake.config import valid
from sweepstake.core.distribution import log10
from sweepstake.errors import InputError
from sweepstake.puzzle.question import Column, Question
from sweepstake.report.summary import as_numbers, few, summed_outcome
from sweepstake.report.words import answers
from sweepstake.report.words.phrases import Phrase
from sweepstake.report.words.values import Value, likelihoods, means, medians, shares
from sweepstake.text import words
from sweepstake.text.digits import fraction
from sweepstake.text.shown import listed, shown

if TYPE_CHECKING:
    from sweepstake.ask.answers import Answers

Of = Literal["chance", "mean", "median"]
RELATIONS = {">=": "at least", "<=": "at most"}
COMPARE = {">=": operator.ge, "<=": operator.le}
BEYOND = 0.025
"""The probability that a number lies above, and that it lies below, its 95% interval."""


@dataclass(frozen=True)
class Number:
    """A number of a question's answers.

    It is the probability that `column` equals `outcome`, or by `relation` is at least (">=") or at
    most ("<=") that; or the mean or the median of `column`, where it has a value.
    """

    question: Question
    column: Column
    of: Of
    outcome: Any = None
    relation: str = ""
    is_fact: bool = False
    """True if each set of parameters has one certain outcome: the outcome itself is shown."""

    @property
    def label(self) -> str:
        """The name of the number in headings and sentences."""
        column = self.column.name.replace("_", " ")
        if self.is_fact:
            return column
        if self.of != "chance":
            return f"{self.of} {column}"
        if self.column.type == "bool" and self.outcome is True:
            return column
        between = f" {RELATIONS[self.relation]}" if self.relation else ""
        return f"{column}{between} {self.outcome}"

    def values_in(self, frame: pd.DataFrame) -> list[Value]:
        """The number of each answer in `frame`, in the order of parameters."""
        question, column = self.question, self.column
        if self.of == "mean":
            return means(question, frame, column)
        if self.of == "median":
            return medians(question, frame, column)
        if not self.relation:
            return likelihoods(question, frame, column, self.outcome)
        numbers, bound = as_numbers(frame[column.name]), float(self.outcome)
        return shares(question, frame, COMPARE[self.relation](numbers, bound))

    def text(self, value: Value) -> str:
        """A value in words, with ± half of its 95% interval if it has one."""
        number = Phrase("chance" if self.of == "chance" else "mean")
        if isnan(value.number):
            return "none"
        if self.is_fact and self.of == "chance":
            return "yes" if value.number else "no"
        if not value.is_sampled or not value.has_interval:
            return number.with_fraction(value, 3)
        if self.of == "median":
            low, high = words.amount(value.low), words.amount(value.high)
            return f"{words.amount(value.number)} ({low} to {high})"
        if self.of == "mean" and value.half:
            return words.plus_minus(value.number, value.half)
        if self.of == "mean":
            return number.number(value)
        if value.number in (0.0, 1.0):
            return answers.ends(value)
        if not 0.01 <= value.number <= 0.99:
            return f"{number.number(value)} ({answers.ends(value)})"
        return words.percent_plus_minus(value.number, value.half)


def read(text: str, question: Question) -> Number:
    """The number that a text names; ValueError in one line if the question doesn't have it.

    It is `won`, `winner=A`, `plays>=1000`, `plays<=30`, `mean:points` or `median:points`.
    """
    columns = {column.name: column for column in question.outcomes}
    of, colon, column_name = text.partition(":")
    if colon and of in ("mean", "median"):
        column = _column(column_name, columns, text)
        if not column.is_numeric:
            raise InputError(f"{shown(text)} is not a number; allowed: {_allowed(question)}")
        return Number(question, column, "mean" if of == "mean" else "median")
    for sign in (">=", "<=", "="):
        name, relation_sign, value = text.partition(sign)
        if relation_sign:
            column = _column(name, columns, text)
            relation = sign if sign != "=" else ""
            return Number(question, column, "chance", _outcome(column, value, relation), relation)
    column = _column(text, columns, text)
    if column.type != "bool":
        raise InputError(f"{shown(text)} is not a number; allowed: {_allowed(question)}")
    return Number(question, column, "chance", True)


def usual(question: Question, frame: pd.DataFrame) -> Iterator[Number]:
    """The numbers that sum up an answer: each column's mean, or the probability of each word.

    If the puzzle's story names an outcome of a column, the probability of that outcome.
    """
    several = frame.duplicated([*question.parameter, "method"]).any()
    facts = not several and not frame["trials"].notna().any()
    for column in question.outcomes:
        values = frame[column.name]
        outcome = summed_outcome(question, column)
        if column.type == "bool" or (outcome is not None and not facts):
            yield Number(question, column, "chance", outcome, is_fact=facts)
        elif column.is_numeric:
            yield Number(question, column, "mean", is_fact=facts)
        elif few(values):
            for word in sorted(values.dropna().unique()):
                yield Number(question, column, "chance", word)


def _column(name: str, columns: dict[str, Column], text: str) -> Column:
    if name not in columns:
        raise InputError(f"{shown(text)} names no outcome; allowed: {listed(columns)}")
    return columns[name]


def _outcome(column: Column, text: str, relation: str) -> Any:
    """The outcome that a text names, as tables store it."""
    cell = valid.value(text)
    if relation and (not column.is_numeric or (isinstance(cell, str) and "/" not in cell)):
        raise InputError(
            f"{column.name} can't be {RELATIONS[relation]} {shown(text)}; give a number"
        )
    if column.type == "bool":
        if text.lower() not in ("yes", "true", "no", "false"):
            raise InputError(f"{column.name} is {shown(text)}; allowed: yes, no")
        return text.lower() in ("yes", "true")
    if column.type == "int" and not isinstance(cell, int):
        raise InputError(f"{column.name} is {shown(text)}; allowed: whole numbers")
    return cell if column.type == "int" else text


def _allowed(question: Question) -> str:
    names = []
    for column in question.outcomes:
        if column.is_numeric:
            names += [f"mean:{column.name}", f"median:{column.name}"]
        names += [column.name] if column.type == "bool" else [f"{column.name}=..."]
    return listed(names)


@dataclass(frozen=True, repr=False)
class Location:
    """The sets of parameters that answer an inverse question, with their values and a note."""

    text: str
    values: tuple[Value, ...]
    note: str = ""

    def __str__(self) -> str:
        return f"{self.text}\n{self.note}" if self.note else self.text

    __repr__ = __str__

    @property
    def params(self) -> list[dict[str, Any]]:
        """The sets of parameters, as tables store them."""
        return [value.params for value in self.values]


def extreme(answers: Answers, asked: str, is_greatest: bool) -> Location:
    """The points of the greatest or least number: all ties, and all that samples can't separate."""
    number = read(asked, answers.question)
    values = [value for value in number.values_in(answers.frame) if value.number == value.number]
    if not values:
        raise InputError(f"{number.label} has no value anywhere; nothing is greatest or least")
    sign, wider = (1 if is_greatest else -1), widened(sum(value.is_sampled for value in values))
    least = max(sign * value.number - wider * _half(value) for value in values)
    best = [v for v in values if sign * v.number + wider * _half(v) >= least]
    top = max(best, key=lambda value: sign * value.number)
    if not any(value.is_sampled for value in best):  # floats may round unequal fractions to one
        best = [value for value in best if _order(value) == _order(top)]
    most = "greatest" if is_greatest else "least"
    where = " or ".join(_at(answers, value) for value in best)
    text = f"{number.label} is {most} at {where}: {number.text(top)}"
    is_open = len(best) > 1 and any(value.is_sampled for value in best)
    note = "More trials would tell these apart, if they differ." if is_open else ""
    return Location(text, tuple(best), note)


def first(answers: Answers, asked: str, relation: str, bound: object) -> Location:
    """The first value of the one swept parameter at which the number meets the bound.

    The text says whether later values meet it too. A sample meets the bound if its whole interval
    does. `relation` is ">=" or "<=".
    """
    if len(answers.swept) != 1:
        names = listed(answers.swept) or "none"
        raise InputError(f"the first value is of one swept parameter; swept: {names}")
    number, limit = read(asked, answers.question), bound_of(bound)
    condition = f"{number.label} is {RELATIONS[relation]} {shown_bound(limit)}"
    values = number.values_in(answers.frame)
    states = [is_met(value, relation, limit) for value in values]
    if True not in states:
        closest = max(values, key=lambda v: v.number * (1 if relation == ">=" else -1))
        nearest = f"nearest at {_at(answers, closest)}: {number.text(closest)}"
        return Location(f"{condition} at none of {len(values):,} values; {nearest}", ())
    index = states.index(True)
    later = states[index + 1 :]
    agree = f"also at all {len(later):,} later values" if later else "it is the last value"
    failing = [values[index + 1 + k] for k, state in enumerate(later) if state is False]
    if failing:
        where = _at(answers, failing[0])
        agree = f"but not at {len(failing):,} later values, first at {where}"
    text = (
        f"{condition} first at {_at(answers, values[index])}: {number.text(values[index])}; {agree}"
    )
    undecided = [value for value, state in zip(values, states, strict=True) if state is None]
    return Location(text, (values[index],), _open(answers, undecided))


def is_met(value: Value, relation: str, limit: Fraction) -> bool | None:
    """True if a number is at least, or at most, the limit; None if its interval can't tell."""
    if value.is_sampled and not value.has_interval:
        return None
    if not value.exact and not value.number and value.logarithm == value.logarithm and limit > 0:
        return (relation == ">=") == (value.logarithm >= (log10(limit) or 0.0))
    ends = [value.low, value.high] if value.is_sampled else [_order(value)]
    states = {COMPARE[relation](end, limit) for end in ends}
    return states.pop() if len(states) == 1 else None


def bound_of(bound: object) -> Fraction:
    """A bound as a fraction, from a number or a text like `1/2`, `0.5`, `50%`; else ValueError."""
    text = str(bound).strip()
    try:
        return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"{shown(bound)} is not a bound; allowed: numbers like 0.5, 1/2, 50%"
        ) from None


def shown_bound(limit: Fraction) -> str:
    """A bound in a sentence."""
    return str(limit) if limit.denominator < 1000 else f"{float(limit):g}"


def widened(samples: int) -> float:
    """The factor that widens each 95% interval so that those of all `samples` hold at once.

    >>> widened(1), round(widened(20), 3)
    (1.0, 1.543)
    """
    normal = NormalDist()
    return normal.inv_cdf(1 - BEYOND / max(samples, 1)) / normal.inv_cdf(1 - BEYOND)


def _half(value: Value) -> float:
    """Half of the interval; infinite for a sample without an interval."""
    return inf if value.is_sampled and not value.has_interval else value.half


def _order(value: Value) -> Fraction | float:
    """The number, as exactly as it is known."""
    return fraction(value.exact) if value.exact else value.number


def _at(answers: Answers, value: Value) -> str:
    return " ".join(f"{name}={value.params[name]}" for name in answers.swept) or "the one answer"


def _open(answers: Answers, values: Sequence[Value]) -> str:
    """Says at which values the samples leave the question open."""
    if not values:
        return ""
    named = ", ".join(_at(answers, value) for value in values[:3])
    more = f" and {len(values) - 3:,} more" if len(values) > 3 else ""
    return f"The intervals leave it open at {named}{more}; more trials would tell."
