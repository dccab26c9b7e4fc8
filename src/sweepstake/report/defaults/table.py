"""The default table of a question, made from the question's declaration.

It has the mean of numbers (and the probability that there is no number, if that may happen), the
probability of yes, the probability of the number that a headline names if numbers name things, or
the probability of each other outcome. Estimates have a standard error and the ends of their 95%
interval. If a method may leave out rare outcomes, a column has their probability.
"""

from __future__ import annotations

from functools import partial

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Frames, Table
from sweepstake.puzzle.question import Question
from sweepstake.report.defaults.chosen import tabled
from sweepstake.report.summary import ERROR, LEFT_OUT, OF, lack, summed_as, summed_up
from sweepstake.report.summary.by_point import ByPoint
from sweepstake.report.summary.ordered import in_order
from sweepstake.store.stated import STATED

ENDS = {"low": "95% from", "high": "95% to"}
"""The headings of the ends of an interval."""
LEFT = "Left out says how much less than 1 the probabilities sum to, if more than by rounding"


def table(question: Question) -> Table:
    """The default table: a row for each point and method, or for each of their outcomes."""
    summed = summary_columns(question)
    shown = summed or (() if question.listing else ("probability",))
    point = "method and set of parameters"
    row = point if summed else f"outcome, {point}"
    return Table(
        name=question.name,
        title=question.text,
        caption=_caption(question, row),
        questions=(question.name,),
        make=partial(_table, question.name),
        formats=dict.fromkeys(_left_out(question), ".2g") | ({"trials": ","} if summed else {}),
        chosen=tabled,
        errors={shown[0]: ERROR} if shown else {},
        headings=ENDS,
    )


def summary_columns(question: Question) -> tuple[str, ...]:
    """The columns that sum up a point; none if each outcome has a row."""
    [first, *others] = question.outcomes
    if others or question.listing or first.type == "string":
        return ()
    named = summed_as(question, first)
    more = (f"sd of {first.name}", f"least {first.name}", f"most {first.name}")
    return (named, *more) if named.startswith("mean ") else (named,)


def _lacks(question: Question) -> list[str]:
    """The column with the probability that there is no number, if that may happen."""
    [first, *_] = question.outcomes
    return [lack(first)] if len(summary_columns(question)) > 1 and first.nullable else []


def _left_out(question: Question) -> list[str]:
    """The column with the probability that is left out, if a method may leave any out."""
    methods = question.methods.values()
    may = any(m.leaves_out or m.kind in ("float", "approximate") for m in methods)
    return [LEFT_OUT] if may and not question.listing else []


def _caption(question: Question, row: str) -> str:
    says = f"One row for each {row}. {outcomes_in_words(question)}"
    if not _left_out(question):
        return says
    ends = (
        "; where it does, least and most are unknown" if len(summary_columns(question)) > 1 else ""
    )
    return f"{says} {LEFT}{ends}."


def outcomes_in_words(question: Question) -> str:
    """The meanings of the outcome columns, as a sentence."""
    meaning = "; ".join(f"{column.name}: {column.meaning}" for column in question.outcomes)
    return f"{meaning[:1].upper()}{meaning[1:]}."


def _table(name: str, frames: Frames) -> pd.DataFrame:
    question, frame = register.question(name), frames[name]
    keys, out = [*question.parameter, "method"], _left_out(question)
    if frame.empty and STATED not in frame.attrs:  # neither rows nor stated means
        names = summary_columns(question) or [column.name for column in question.outcomes]
        return pd.DataFrame(columns=[*keys, *names])
    if summary_columns(question):
        rows = summed_up(question, frame)
        last = ["exact"] if len(summary_columns(question)) == 1 else _lacks(question)
        rows = rows[[*keys, "trials", *summary_columns(question), *OF, *out, *last]]
    else:
        names = [column.name for column in question.outcomes]
        measures = [] if question.listing else ["probability", "standard_error", "exact"]
        points = ByPoint(question, frame)
        frame = frame.assign(**{name: points.each(points.left_out()) for name in out})
        rows = frame[[*keys, *names, *measures, *out]]
        rows = rows.rename(columns={"standard_error": ERROR})
    return in_order(question, rows)
