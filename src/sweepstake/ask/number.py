"""A number of each answer of a sweep: a probability, a mean or a median."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan
from typing import Any, Literal

import pandas as pd

from sweepstake.config import values as written
from sweepstake.puzzle.question import Column, Question
from sweepstake.report.story import certainty
from sweepstake.report.story.phrases import Phrase
from sweepstake.report.story.values import Value, likelihoods, means, medians, shares
from sweepstake.report.summary import few, summed_outcome
from sweepstake.report.summary.ordered import as_numbers
from sweepstake.text import words
from sweepstake.text.shown import listed, shown

Of = Literal["chance", "mean", "median"]
RELATIONS = {">=": "at least", "<=": "at most"}
MET = {">=": operator.ge, "<=": operator.le}


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

    def of_each(self, frame: pd.DataFrame) -> list[Value]:
        """The number of each answer in `frame`, in the order of parameters."""
        question, column = self.question, self.column
        if self.of == "mean":
            return means(question, frame, column)
        if self.of == "median":
            return medians(question, frame, column)
        if not self.relation:
            return likelihoods(question, frame, column, self.outcome)
        numbers, bound = as_numbers(frame[column.name]), float(self.outcome)
        return shares(question, frame, MET[self.relation](numbers, bound))

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
            return certainty.ends(value)
        if not 0.01 <= value.number <= 0.99:
            return f"{number.number(value)} ({certainty.ends(value)})"
        return words.percent_plus_minus(value.number, value.half)


def read(text: str, question: Question) -> Number:
    """The number that a text names; ValueError in one line if the question doesn't have it.

    It is `won`, `winner=A`, `plays>=1000`, `plays<=30`, `mean:points` or `median:points`.
    """
    columns = {column.name: column for column in question.outcomes}
    of, colon, rest = text.partition(":")
    if colon and of in ("mean", "median"):
        column = _column(rest, columns, text)
        if not column.is_numeric:
            raise ValueError(f"{shown(text)} is not a number; allowed: {_allowed(question)}")
        return Number(question, column, "mean" if of == "mean" else "median")
    for sign in (">=", "<=", "="):
        name, relation_sign, value = text.partition(sign)
        if relation_sign:
            column = _column(name, columns, text)
            relation = sign if sign != "=" else ""
            return Number(question, column, "chance", _outcome(column, value, relation), relation)
    column = _column(text, columns, text)
    if column.type != "bool":
        raise ValueError(f"{shown(text)} is not a number; allowed: {_allowed(question)}")
    return Number(question, column, "chance", True)


def usual(question: Question, frame: pd.DataFrame) -> Iterator[Number]:
    """The numbers that sum up an answer: each column's mean, or the probability of each word.

    If the puzzle's story names an outcome of a column, the probability of that outcome.
    """
    several = frame.duplicated([*question.parameter, "method"]).any()
    facts = not several and not frame["trials"].notna().any()
    for column in question.outcomes:
        held = frame[column.name]
        outcome = summed_outcome(question, column)
        if column.type == "bool" or (outcome is not None and not facts):
            yield Number(question, column, "chance", outcome, is_fact=facts)
        elif column.is_numeric:
            yield Number(question, column, "mean", is_fact=facts)
        elif few(held):
            for word in sorted(held.dropna().unique()):
                yield Number(question, column, "chance", word)


def _column(name: str, columns: dict[str, Column], text: str) -> Column:
    if name not in columns:
        raise ValueError(f"{shown(text)} names no outcome; allowed: {listed(columns)}")
    return columns[name]


def _outcome(column: Column, text: str, relation: str) -> Any:
    """The outcome that a text names, as tables hold it."""
    cell = written.value(text)
    if relation and (not column.is_numeric or (isinstance(cell, str) and "/" not in cell)):
        raise ValueError(
            f"{column.name} can't be {RELATIONS[relation]} {shown(text)}; give a number"
        )
    if column.type == "bool":
        if text.lower() not in ("yes", "true", "no", "false"):
            raise ValueError(f"{column.name} is {shown(text)}; allowed: yes, no")
        return text.lower() in ("yes", "true")
    if column.type == "int" and not isinstance(cell, int):
        raise ValueError(f"{column.name} is {shown(text)}; allowed: whole numbers")
    return cell if column.type == "int" else text


def _allowed(question: Question) -> str:
    names = []
    for column in question.outcomes:
        if column.is_numeric:
            names += [f"mean:{column.name}", f"median:{column.name}"]
        names += [column.name] if column.type == "bool" else [f"{column.name}=..."]
    return listed(names)
