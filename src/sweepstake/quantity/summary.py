"""Answers summed up.

A yes-or-no outcome has the probability of yes; a number has its mean, spread and quantiles; a word
has the probability of each word, or of the likeliest word. An outcome declared as `given` becomes a
parameter, and the other outcomes are conditional on it, in tables and charts.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Question
from sweepstake.quantity.estimates import ByPoint
from sweepstake.quantity.quantity import Quantity, quantities_at
from sweepstake.quantity.statistic import Statistic, read, summarizing
from sweepstake.store.parquet import LEFT_OUT, QUESTION
from sweepstake.text.shown import listed, shown

COLUMNS = ("method", "quantity", "value", "exact", "standard_error", "low", "high", "trials")
MEASURES = ("exact", "standard_error", "low", "high")
"""The columns that a wide summary has beside a value, where they are known."""
ENDS = ("standard_error", "low", "high")


def summary(frame: pd.DataFrame | list[pd.DataFrame], *, wide: bool = False) -> pd.DataFrame:
    """Answers summed up: a row for each number of each answer.

    `frame` is a result of `answer` or `load`, or all rows of some of its points; or it is a list of
    such frames for one question. `wide` gives a row for each answer instead.

    >>> import sweepstake
    >>> frame = sweepstake.answer("war_sweep", ranks=2, suits=2, method="exact")
    >>> sweepstake.summary(frame)[["ranks", "suits", "quantity", "exact"]].to_dict("records")
    [{'ranks': 2, 'suits': 2, 'quantity': 'swept', 'exact': '1/6'}]
    """
    if isinstance(frame, list):
        names = sorted({question_of(part).name for part in frame})
        if len(names) != 1:
            raise InputError(f"summary of {listed(names) or 'nothing'}; allowed: of one question")
        frame = pd.concat(frame, ignore_index=True)
    question = question_of(frame)
    if reserved := [name for name in question.parameter if name in ("quantity", "value")]:
        raise InputError(
            f"a summary of {question.name} would have two columns {reserved[0]}; "
            f"rename its parameter"
        )
    tidy = _tidy(question, frame.reset_index(drop=True))
    return _wide(question, tidy) if wide else tidy.drop(columns=["_statistic", "_answer"])


def _tidy(question: Question, frame: pd.DataFrame) -> pd.DataFrame:
    points, parts = ByPoint(question, frame), []
    for number, statistic in enumerate(summarizing(question, points.frame)):
        table = pd.DataFrame(map(_row, quantities_at(points, statistic)))
        if statistic.of == "likeliest":
            likeliest = points.likeliest(points.frame[statistic.name])
            words = likeliest.reindex(points.table.index)
            table["quantity"] = [f"{statistic.name}={word}" for word in words]
        parts.append(table.assign(_statistic=number, _answer=points.table.index))
    names = ["question", *question.parameter, *COLUMNS, "_statistic", "_answer"]
    whole = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=names)
    whole = whole.sort_values(["_answer", "_statistic"], kind="stable", ignore_index=True)
    return whole[names].astype({"trials": "Int64"})


def _row(quantity: Quantity) -> dict[str, object]:
    return {
        "question": quantity.question,
        **quantity.params,
        "method": quantity.method,
        "quantity": quantity.name,
        "value": quantity.value,
        "exact": quantity.exact or None,
        "standard_error": quantity.standard_error,
        "low": quantity.low,
        "high": quantity.high,
        "trials": quantity.trials or None,
    }


def _wide(question: Question, tidy: pd.DataFrame) -> pd.DataFrame:
    """A row for each answer; a statistic's columns begin with its name in snake case."""
    answers = tidy.drop_duplicates("_answer").set_index("_answer")
    columns = {name: answers[name] for name in ("question", *question.parameter, "method")}
    for _, rows in tidy.groupby("_statistic", sort=True):
        rows = rows.set_index("_answer")
        names = rows["quantity"].unique()
        if len(names) == 1:
            snake = read(names[0], question).snake
        else:  # the likeliest word of each answer
            snake = "likeliest_" + names[0].partition("=")[0]
            columns[snake] = rows["quantity"].str.partition("=")[2]
            snake = f"{snake}_probability"
        columns[snake] = rows["value"]
        for measure in MEASURES:
            if rows[measure].notna().any():
                columns[f"{snake}_{measure}"] = rows[measure]
    columns["trials"] = answers["trials"]
    return pd.DataFrame(columns).reset_index(drop=True)


def summed_up(question: Question, frame: pd.DataFrame) -> pd.DataFrame:
    """The answers in `frame`, for tables and charts: one row each, in the order of parameters.

    Columns are named by the text of a statistic. Its standard error and the ends of its interval
    have `.standard_error`, `.low` and `.high` after that. The only outcome's probability also has
    `.exact`, and its logarithm. Further columns: `trials`, `left_out`.
    """
    points = ByPoint(question, frame)
    cells: dict[str, pd.Series[Any]] = {}
    for statistic in summarizing(question, points.frame):
        cells |= columns_of(points, statistic)
        if statistic.of == "likeliest":
            cells[f"word:{statistic.name}"] = points.likeliest(points.frame[statistic.name])
        if statistic.of == "probability" and len(question.outcomes) == 1 and statistic.is_headline:
            mask = points.met(statistic)
            cells[f"{statistic.text}.exact"] = points.exact_probability(mask).replace("", None)
            cells[f"log10:{statistic.text}"] = points.logarithm(mask)
    cells |= {"trials": points.trials.astype("Int64"), LEFT_OUT: points.left_out()}
    return points.row(**cells)


def columns_of(points: ByPoint, statistic: Statistic) -> dict[str, pd.Series[Any]]:
    """The columns of `summed_up` for a statistic."""
    estimate = points.estimate(statistic)
    has_ends = statistic.is_probability or statistic.of == "mean"
    ends = zip(ENDS, estimate[1:], strict=True) if has_ends else ()
    return {statistic.text: estimate.value, **{f"{statistic.text}.{end}": e for end, e in ends}}


def question_of(frame: pd.DataFrame) -> Question:
    """The question that the rows answer; ValueError in one line if there isn't one."""
    if not isinstance(frame, pd.DataFrame):
        raise InputError(f"{shown(frame)} is no frame; give what answer or load returned")
    if QUESTION not in frame:
        raise InputError(
            f"the frame has no column {QUESTION}; give a frame that sweepstake.answer or "
            f"sweepstake.load returned"
        )
    names = [*frame[QUESTION].unique()]
    if len(names) != 1:
        raise InputError(
            f"the rows answer {listed(map(str, names)) or 'nothing'}; allowed: one question"
        )
    [name] = names
    if name not in register.questions():
        raise InputError(
            f"the rows answer {shown(name)}, a question of no puzzle that is known here; name the "
            f"puzzle's file with --puzzle or {register.VARIABLE}"
        )
    question = register.question(name)
    needed = [*columns(question), "probability", LEFT_OUT]
    if lacking := [name for name in needed if name not in frame]:
        raise InputError(
            f"the frame answers {name}, but has no column {listed(lacking)}; keep all columns"
        )
    return _whole(question, frame)


def columns(question: Question) -> list[str]:
    """The columns that name an outcome: parameters, method and outcomes."""
    return [*question.parameter, "method", *(column.name for column in question.outcomes)]


def _whole(question: Question, frame: pd.DataFrame) -> Question:
    """The question, if every row answers it and no answer occurs twice; else ValueError."""
    if frame[[*question.parameter, "method"]].isna().to_numpy().any():
        raise InputError(
            f"some rows have no {listed([*question.parameter, 'method'])}, so they don't answer "
            f"{question.name}; give the answers of one question at a time"
        )
    twice = frame.duplicated(columns(question))
    if twice.any():
        row = frame[twice].iloc[0]
        at = " ".join(f"{name}={row[name]}" for name in [*question.parameter, "method"])
        raise InputError(
            f"the answer at {at} has a row twice, as of two sweeps that share points; give each "
            f"answer once"
        )
    return question
