"""Exact probabilities and large simulations for games of chance, swept over their parameters.

    sweepstake.questions()                                            what can be asked
    sweepstake.answer("war_sweep", method="exact", ranks=13, suits=4)  one answer, as a frame
    sweepstake.answer(pig_turn, hold=20)                              of a function of yours
    sweepstake.load("war_length", results="results")                  a finished sweep, as a frame
    sweepstake.summary(frame)                                         either, a row for each point
    sweepstake.plot(frame)                                            either, drawn

Importing this lifts Python's limit on the digits of whole numbers read from text: exact
probabilities have thousands.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sweepstake.ask import answer, questions

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["answer", "load", "plot", "questions", "summary"]

sys.set_int_max_str_digits(0)


def load(name: str, results: str | Path = "results") -> pd.DataFrame:
    """The finished sweep `name` as a frame: whole numbers stay whole where some are missing.

    What exact answers leave out, and their means, are in `attrs["stated"]`, in columns.
    An error in one line if the table differs from what the run wrote.
    """
    from sweepstake.run.integrity import sums
    from sweepstake.store import tables

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
