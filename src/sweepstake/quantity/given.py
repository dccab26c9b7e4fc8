"""Answers given the value of an outcome, which becomes a parameter."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from sweepstake.puzzle.parameter import AnyParameter, Choice, Parameter
from sweepstake.puzzle.question import Column, Question
from sweepstake.store.parquet import LEFT_OUT, means

YES = {True: "yes", False: "no"}


def conditioned(question: Question, frame: pd.DataFrame) -> tuple[Question, pd.DataFrame]:
    """Apply `given_outcome` for each outcome declared as `given`, if another outcome remains."""
    conditional = question
    for column in question.outcomes:
        if column.given and len(conditional.outcomes) > 1 and may_be(frame, column.name).any():
            conditional, frame = given_outcome(conditional, frame, column.name)
    return conditional, frame


def given_outcome(
    question: Question, frame: pd.DataFrame, name: str
) -> tuple[Question, pd.DataFrame]:
    """`frame` with the outcome `name` as one more parameter, and the question that it answers.

    The probabilities of the other outcomes become conditional on its value, and only the trials
    with that value are counted; a ratio of mean weights has no error. Values that are missing or
    have probability 0 are left out.
    """
    [column] = [outcome for outcome in question.outcomes if outcome.name == name]
    remaining = tuple(outcome for outcome in question.outcomes if outcome.name != name)
    rows = frame[may_be(frame, name)]
    if column.type == "bool":
        rows = rows.assign(**{name: rows[name].astype(bool).map(YES)})
    groups = rows.groupby([*question.parameter, name, "method"], sort=False)
    is_counted = rows["count"].notna()
    conditional = rows.assign(
        probability=rows["probability"] / groups["probability"].transform("sum"),
        trials=groups["count"].transform("sum").where(is_counted),
    )
    of_all_values = [LEFT_OUT, *(name for name in means(question).values() if name in rows)]
    conditional = conditional.assign(**dict.fromkeys(of_all_values))
    conditional_question = replace(
        question,
        parameters=(*question.parameters, _parameter(column, rows)),
        outcomes=remaining,
        published=(),
    )
    return conditional_question, conditional


def may_be(frame: pd.DataFrame, name: str) -> pd.Series[bool]:
    """True for rows that have a possible value of the outcome `name`."""
    return (frame["probability"] > 0) & frame[name].notna()


def _parameter(column: Column, rows: pd.DataFrame) -> AnyParameter:
    """The outcome as a parameter with the values that occur."""
    values = rows[column.name].unique()
    if column.type == "int":
        return Parameter(column.name, column.meaning, int(min(values)), int(max(values)))
    return Choice(column.name, column.meaning, tuple(sorted(values)))
