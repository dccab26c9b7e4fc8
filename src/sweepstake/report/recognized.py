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

    `sweepstake.answer` and `sweepstake.load` name it in `frame.attrs`, which pandas keeps when rows
    are chosen or sorted. For another frame, such as one from `pd.read_parquet`, it is the question
    with the most columns among those whose columns are all in the frame.
    """
    if not isinstance(getattr(frame, "attrs", None), dict):
        raise ValueError(f"{shown(frame)} is no frame; give what answer or load returned")
    named = frame.attrs.get("question")
    if named in register.questions() and not _lacking(register.question(named), frame):
        return _whole(register.question(named), frame)
    fitting = [q for q in register.questions().values() if not _lacking(q, frame)]
    most = max((len(columns(q)) for q in fitting), default=0)
    best = [q for q in fitting if len(columns(q)) == most]
    if not best:
        raise ValueError(_not_recognized(frame))
    if len(best) > 1:
        names = listed(q.name for q in best)
        raise ValueError(f'frame.attrs["question"] is missing; allowed for these columns: {names}')
    return _whole(best[0], frame)


def columns(question: Question) -> list[str]:
    """The columns by which a question is recognized: parameters, method and outcomes."""
    return [*question.parameter, "method", *(column.name for column in question.outcomes)]


def _lacking(question: Question, frame: pd.DataFrame) -> list[str]:
    return [name for name in [*columns(question), "probability"] if name not in frame.columns]


def _not_recognized(frame: pd.DataFrame) -> str:
    named = frame.attrs.get("question")
    if named in register.questions():
        lacking = listed(_lacking(register.question(named), frame))
        return f"the frame answers {named}, but has no column {lacking}; keep all columns"
    if isinstance(named, str):
        return (
            f"the rows answer {shown(named)}, a question of no puzzle that is known here; name the "
            f"puzzle's file with --puzzle or {register.VARIABLE}"
        )
    return (
        f"the frame has the columns {listed(frame.columns) or 'none'}, which are no "
        f"question's; give one that sweepstake.answer or sweepstake.load returned"
    )


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
