"""Ask how likely something is in a game of chance: the exact odds, or a simulation with its error.

    sweepstake.questions()                                            what can be asked
    sweepstake.answer("war_sweep", method="exact", ranks=13, suits=4)  one answer, as a frame
    sweepstake.answer(pig_turn, hold=20)                              of a function of yours
    sweepstake.distribution(pig_turn, hold=20).mean()                 the exact one, as a mapping
    sweepstake.sweep("war_length", down=range(6)).table()             several answers, in words
    sweepstake.load("war_length", results="results")                  a finished sweep, as a frame
    sweepstake.summary(frame)                                         either, a row for each point
    sweepstake.plot(frame)                                            either, drawn

    sweepstake.fraction(text)                                         p/q of any length, read

Functions and the methods of puzzles compute in child processes. Importing and using this changes
nothing in your process.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    import pandas as pd
    from matplotlib.axes import Axes

    from sweepstake import errors
    from sweepstake.ask import answer, distribution, questions
    from sweepstake.ask.answers import Answers
    from sweepstake.puzzle.puzzle import Asking
    from sweepstake.puzzle.question import Question
    from sweepstake.text.digits import fraction

__all__ = [
    "answer", "distribution", "errors", "fraction", "load", "plot", "questions", "summary", "sweep",
]  # fmt: skip

LAZY = {"answer": "ask", "distribution": "ask", "questions": "ask", "fraction": "text.digits"}
"""Functions that the command line's help does without, and their modules."""


def __getattr__(name: str) -> Any:
    """The functions in `LAZY`."""
    if name == "errors":
        return import_module(f"{__name__}.errors")
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{LAZY[name]}"), name)


def sweep(question: str | Callable[..., Any] | Asking | Question, **keywords: Any) -> Answers:
    """The answers at several values of parameters: a range, a list, or a text like `0..5` or `2,3`.

    A parameter that you leave out has its default. `method`, `trials`, `seed`, `limit` and `params`
    mean the same as for `answer`; without `method`, each set of parameters gets the best method
    that can answer within a minute. The object has the answers as a `frame`, a table in words
    (`table()`) and a plot (`plot()`), and answers inverse questions (`first`, `greatest`, `least`).
    It computes when you first look at it, and keeps its answers in the user's cache folder. A
    mistake raises an error of one line, of a class in `sweepstake.errors`.

    `question` may also be a game or a bare function, as for `answer`; those answers are not kept.

    >>> sweep("guess_win", cards="2..60").first("won", at_most="1/100").params
    [{'cards': 19}]
    """
    from sweepstake.ask.sweep import sweep

    return sweep(question, **keywords)


def load(name: str, results: str | Path = "results") -> pd.DataFrame:
    """The finished sweep `name` as a frame; whole numbers stay whole even if some are missing.

    An error of one line says if the table differs from what the run wrote.
    """
    from sweepstake.config import valid
    from sweepstake.store import tables
    from sweepstake.upkeep import sums

    folder = valid.folder(str(results))
    sums.check(folder, f"data/{name}.parquet")
    return tables.load(name, folder)


def summary(frame: pd.DataFrame | list[pd.DataFrame], *, wide: bool = False) -> pd.DataFrame:
    """An answer or a sweep, or several in a list, summed up: a row for each number of each answer.

    A yes-or-no outcome has the probability of yes; a number has its mean, standard deviation,
    least and greatest value and quantiles; a word has the probability of each word. Columns:
    `question`, parameters, `method`, `quantity` (its name, as at the prompt: `won`, `winner=A`,
    `mean:plays`, `median:plays`), `value`, `exact` (p/q), `standard_error`, `low` and `high` (95%
    interval), `trials`. With `wide`, one row for each answer, and columns such as `mean_plays`.
    ValueError in one line if these are not the rows of a question.
    """
    from sweepstake.quantity import summary

    return summary.summary(frame, wide=wide)


def plot(frame: pd.DataFrame, at: str | None = None) -> Axes:
    """New Matplotlib axes with an answer or a sweep drawn in them.

    A sweep is drawn against the parameter `at`, by default the first that has several values: the
    probability of yes, the mean of numbers, or the probability of each word. A single answer is
    drawn as its distribution. ValueError in one line if these are not the rows of a question, or
    if `at` has only one value.
    """
    from sweepstake.quantity.summary import question_of
    from sweepstake.report.charts import figure
    from sweepstake.report.defaults import plot

    return figure.axes(plot.panel(question_of(frame), frame.reset_index(drop=True), at))
