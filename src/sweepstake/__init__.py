"""Ask how likely something is in a game of chance: the exact odds, or a simulation with its error.

    sweepstake.questions()                                            what can be asked
    sweepstake.answer("war_sweep", method="exact", ranks=13, suits=4)  one answer, as a frame
    sweepstake.answer(pig_turn, hold=20)                              of a function of yours
    sweepstake.sweep("war_length", down=range(6)).table()             several answers, in words
    sweepstake.load("war_length", results="results")                  a finished sweep, as a frame
    sweepstake.summary(frame)                                         either, a row for each point
    sweepstake.plot(frame)                                            either, drawn

Importing this lifts Python's limit on the digits of whole numbers read from text: exact
probabilities have thousands.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    import pandas as pd
    from matplotlib.axes import Axes

    from sweepstake.ask import answer, questions
    from sweepstake.ask.answers import Answers
    from sweepstake.puzzle.puzzle import Asking
    from sweepstake.puzzle.question import Question

__all__ = ["answer", "load", "plot", "questions", "summary", "sweep"]

sys.set_int_max_str_digits(0)


def __getattr__(name: str) -> Any:
    """`answer` and `questions`, which the command line's help does without."""
    if name not in ("answer", "questions"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sweepstake import ask

    return getattr(ask, name)


def sweep(question: str | Callable[..., Any] | Asking | Question, **asked: Any) -> Answers:
    """The answers over several values of parameters: a range, a list, or a text as `0..5`, `2,3`.

    A parameter that is left out has its default. `method`, `trials`, `seed` and `limit` are as of
    `answer`; unless a method is given, each set of parameters is answered by the best that can in a
    minute. What comes back has the answers as a `frame`, in words (`table()`), drawn (`plot()`),
    and answers inverse questions (`first`, `greatest`, `least`). It computes when it is first
    looked at, and keeps answers in a folder of the user's. ValueError in one line.

    `question` may also be a game or a bare function, as of `answer`; their answers are not kept.

    >>> sweep("guess_win", cards="2..60").first("won", at_most="1/100").params
    [{'cards': 19}]
    """
    from sweepstake.ask.sweep import sweep

    return sweep(question, **asked)


def load(name: str, results: str | Path = "results") -> pd.DataFrame:
    """The finished sweep `name` as a frame: whole numbers stay whole where some are missing.

    What exact answers leave out, and their means, are in `attrs["stated"]`, in columns.
    An error in one line if the table differs from what the run wrote.
    """
    from sweepstake.store import tables
    from sweepstake.upkeep.integrity import sums

    for folder in ("data", "runs"):
        sums.check(tables.root(results), f"{folder}/{name}.parquet")
    return tables.load(name, results)


def summary(frame: pd.DataFrame) -> pd.DataFrame:
    """An answer or a sweep summed up: one row for each point, the parameters first.

    Of a yes or no it has the probability of yes, of numbers the mean, the standard deviation, the
    least, the most and quantiles, of words the probability of each. Standard error, 95% interval
    and trials stand beside what is estimated. `left out` is what exact answers state that they
    leave out, and what floats sum to less than 1 by, beyond rounding. ValueError in one line if no
    question has such rows.
    """
    from sweepstake.report import summary

    return summary.summary(frame)


def plot(frame: pd.DataFrame, at: str | None = None) -> Axes:
    """New Matplotlib axes with an answer or a sweep drawn in them.

    A sweep is drawn against the parameter `at`, the first that was swept unless given: the
    probability of yes, the mean of numbers, or the probability of each word. One answer is drawn
    as its distribution. ValueError in one line if no question has such rows, or was not swept
    over `at`.
    """
    from sweepstake.report import plots
    from sweepstake.report.defaults import plot
    from sweepstake.report.recognized import question_of

    return plots.axes(plot.panel(question_of(frame), frame.reset_index(drop=True), at))
