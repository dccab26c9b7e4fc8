"""Conditional answers: the distribution of the other outcomes, given each value of one outcome."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from sweepstake.puzzle.lists import AnyParameter
from sweepstake.puzzle.parameter import Choice, Parameter
from sweepstake.puzzle.question import Column, Question
from sweepstake.store.stated import STATED

YES = {True: "yes", False: "no"}


def conditioned(question: Question, frame: pd.DataFrame) -> tuple[Question, pd.DataFrame]:
    """Apply `given_outcome` for each outcome declared as `given`, if another outcome remains."""
    asked = question
    for column in question.outcomes:
        if column.given and len(asked.outcomes) > 1 and may_be(frame, column.name).any():
            asked, frame = given_outcome(asked, frame, column.name)
    return asked, frame


def given_outcome(
    question: Question, frame: pd.DataFrame, name: str
) -> tuple[Question, pd.DataFrame]:
    """`frame` with the outcome `name` as one more parameter, and the question that it answers.

    The probabilities of the other outcomes become conditional on its value, and only the trials
    with that value are counted; a ratio of mean weights has no error. Values that are missing or
    have probability 0 are left out.
    """
    [column] = [outcome for outcome in question.outcomes if outcome.name == name]
    others = tuple(outcome for outcome in question.outcomes if outcome.name != name)
    rows = frame[may_be(frame, name)]
    if column.type == "bool":
        rows = rows.assign(**{name: rows[name].astype(bool).map(YES)})
    groups = rows.groupby([*question.parameter, name, "method"], sort=False)
    counted = rows["count"].notna()
    conditional = rows.assign(
        probability=rows["probability"] / groups["probability"].transform("sum"),
        trials=groups["count"].transform("sum").where(counted),
    )
    conditional.attrs.pop(STATED, None)  # statements hold for all values together
    asked = replace(
        question,
        parameters=(*question.parameters, _parameter(column, rows)),
        outcomes=others,
        published=(),
    )
    return asked, conditional


def may_be(frame: pd.DataFrame, name: str) -> pd.Series[bool]:
    """True for rows that have a possible value of the outcome `name`."""
    return (frame["probability"] > 0) & frame[name].notna()


def _parameter(column: Column, rows: pd.DataFrame) -> AnyParameter:
    """The outcome as a parameter with the values that occur."""
    values = rows[column.name].unique()
    if column.type == "int":
        return Parameter(column.name, column.meaning, int(min(values)), int(max(values)))
    return Choice(column.name, column.meaning, tuple(sorted(values)))
