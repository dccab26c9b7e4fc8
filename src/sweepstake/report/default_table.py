"""The table of a question for which its puzzle declares none, made from its declaration.

Of outcomes that are numbers it has the mean, of a yes or no the probability of yes, and of others
the probability of each.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Frames, Table
from sweepstake.puzzle.question import Question

ERROR = "standard error"


def table(question: Question) -> Table:
    """A row for each point and method, or for each of their outcomes."""
    shown = summary_columns(question) or (() if question.listing else ("probability",))
    return Table(
        name=question.name,
        title=question.text,
        caption=f"One row for each point and method. {outcomes_in_words(question)}",
        questions=(question.name,),
        make=partial(_table, question.name),
        formats=dict.fromkeys((*shown, ERROR), ".6g") if shown else {},
        by_point=True,
        errors={shown[0]: ERROR} if shown else {},
    )


def summary_columns(question: Question) -> tuple[str, ...]:
    """The columns that sum up a point; none if each outcome has a row."""
    [first, *others] = question.outcomes
    if others or question.listing or first.type == "string":
        return ()
    if first.type == "bool":
        return (f"P({first.name})",)
    return f"mean {first.name}", f"sd of {first.name}", f"least {first.name}", f"most {first.name}"


def outcomes_in_words(question: Question) -> str:
    """What the outcome columns say, as a sentence."""
    meaning = "; ".join(f"{column.name}: {column.meaning}" for column in question.outcomes)
    return f"{meaning[:1].upper()}{meaning[1:]}."


def summed_up(question: Question, frame: pd.DataFrame) -> pd.DataFrame:
    """A row for each point and method: mean or probability, and its standard error."""
    outcome, keys = question.outcomes[0], [*question.parameter, "method"]
    value = as_numbers(frame[outcome.name])
    weighted = pd.DataFrame(
        {
            "mean": frame["probability"] * value,
            "square": frame["probability"] * value**2,
            "low": value,
            "high": value,
        }
    )
    parts = pd.concat([frame[[*keys, "trials"]], weighted], axis="columns").groupby(keys, sort=True)
    found = parts.agg(
        {"mean": "sum", "square": "sum", "low": "min", "high": "max", "trials": "max"}
    ).reset_index()
    variance = (found["square"] - found["mean"] ** 2).clip(lower=0.0)
    trials = found["trials"].astype(float)
    columns: list[Any] = [found["mean"], np.sqrt(variance), found["low"], found["high"]]
    made = found[[*keys, "trials"]].copy()
    for name, column in zip(summary_columns(question), columns, strict=False):
        made[name] = column
    made[ERROR] = np.sqrt(variance / trials)
    return made


def as_numbers(column: pd.Series[Any]) -> pd.Series[float]:
    """A column of numbers, yes and no, or rationals in words, as floats."""
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        return column.astype(float)
    known = {text: float(Fraction(text)) for text in column.dropna().unique()}
    return column.map(known).astype(float)


def _table(name: str, frames: Frames) -> pd.DataFrame:
    question, frame = register.question(name), frames[name]
    if summary_columns(question):
        made = summed_up(question, frame)
        if question.outcomes[0].type == "bool":
            keys = [*question.parameter, "method"]
            yes = frame[frame[question.outcomes[0].name].astype(bool)]
            made = made.merge(yes[[*keys, "exact"]], on=keys, how="left")
    else:
        names = [column.name for column in question.outcomes]
        measures = [] if question.listing else ["probability", "standard_error", "exact"]
        made = frame[[*question.parameter, "method", *names, *measures]]
        made = made.rename(columns={"standard_error": ERROR})
    return _in_order(question, made)


def _in_order(question: Question, made: pd.DataFrame) -> pd.DataFrame:
    """Rows in the order of their parameters, rationals by size."""
    rationals = [name for name, p in question.parameter.items() if p.type == "rational"]
    if not rationals:
        return made.reset_index(drop=True)
    keys = [as_numbers(made[n]) if n in rationals else made[n] for n in question.parameter]
    order = pd.DataFrame({str(k): key for k, key in enumerate(keys)}, index=made.index)
    return made.loc[order.sort_values([*order], kind="stable").index].reset_index(drop=True)
