"""Finds the question that a frame answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sweepstake.puzzle import register
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import listed, shown

if TYPE_CHECKING:
    import pandas as pd


def question_of(frame: pd.DataFrame) -> Question:
    """The question that the rows answer; ValueError in one line if there isn't one.

    `sweepstake.answer`, `sweepstake.load` and `pd.read_parquet` of a sweep's table name it in
    `frame.attrs`, which pandas keeps when rows are chosen or sorted.
    """
    if not isinstance(getattr(frame, "attrs", None), dict):
        raise ValueError(f"{shown(frame)} is no frame; give what answer or load returned")
    if (named := frame.attrs.get("question")) is None:
        raise ValueError(
            'frame.attrs["question"] is missing; give a frame that sweepstake.answer or '
            "sweepstake.load returned, or set it to the question's name"
        )
    if named not in register.questions():
        raise ValueError(
            f"the rows answer {shown(named)}, a question of no puzzle that is known here; name the "
            f"puzzle's file with --puzzle or {register.VARIABLE}"
        )
    question = register.question(named)
    if lacking := [name for name in [*columns(question), "probability"] if name not in frame]:
        raise ValueError(
            f"the frame answers {named}, but has no column {listed(lacking)}; keep all columns"
        )
    return _whole(question, frame)


def columns(question: Question) -> list[str]:
    """The columns that name an outcome: parameters, method and outcomes."""
    return [*question.parameter, "method", *(column.name for column in question.outcomes)]


def _whole(question: Question, frame: pd.DataFrame) -> Question:
    """The question, if every row answers it and no answer occurs twice; else ValueError."""
    if frame[[*question.parameter, "method"]].isna().to_numpy().any():
        raise ValueError(
            f"some rows have no {listed([*question.parameter, 'method'])}, so they don't answer "
            f"{question.name}; give the answers of one question at a time"
        )
    twice = frame.duplicated(columns(question))
    if twice.any():
        row = frame[twice].iloc[0]
        at = " ".join(f"{name}={row[name]}" for name in [*question.parameter, "method"])
        raise ValueError(
            f"the answer at {at} has a row twice, as of two sweeps that share points; give each "
            f"answer once"
        )
    return question
