"""The default plot of a question, made from the question's declaration.

Each swept parameter has a panel with means or probabilities from `summary`, and another panel shows
a distribution over outcomes. If exactly two parameters were swept and both are words or lists, a
heat map replaces their panels. A `given` column is drawn like a swept parameter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Frames, Lines, Map, Panel, Plot, Series
from sweepstake.puzzle.question import Question
from sweepstake.report.defaults.chosen import drawn
from sweepstake.report.defaults.distribution import axis, distribution
from sweepstake.report.defaults.lines import best, ordered, panels, values
from sweepstake.report.summary import ROWS, summed_up
from sweepstake.report.summary.given import conditioned
from sweepstake.text.shown import evenly, listed, shown

MOST_PANELS, MOST_MAPS = 3, 2
MOST_WORDS = 30
"""The most words of a parameter in a heat map."""


def plot(question: Question) -> Plot:
    """The default plot: a panel for each swept parameter, and one for a distribution."""
    return Plot(
        name=question.name,
        title=question.text,
        questions=(question.name,),
        make=partial(_plot, question.name),
        chosen=partial(drawn, question),
    )


def panel(question: Question, frame: pd.DataFrame, at: str | None = None) -> Panel | Map:
    """One panel: against the parameter `at`, or the first chart of the default plot."""
    if frame.empty:
        raise ValueError("the frame has no rows; give those of one answer at least")
    question, frame = conditioned(question, frame)
    swept = _swept(question, frame)
    if at is not None and at not in swept:
        allowed = listed(swept) or "none, for all rows have the same parameters"
        raise ValueError(f"at is {shown(at)}; allowed: {allowed}")
    if at is None or question.listing:
        return next(_charts(question, frame))
    return _against(question, frame, at)


def _plot(name: str, frames: Frames) -> list[Panel | Map]:
    return [*_charts(*conditioned(register.question(name), frames[name]))]


def _charts(question: Question, frame: pd.DataFrame) -> Iterator[Panel | Map]:
    """The charts of a question's answers, the most important first."""
    if question.listing:
        yield _listed(question, frame)
        return
    swept = _swept(question, frame)
    if _are_words(question, swept):
        yield from _maps(question, frame, swept)
    else:
        for at in swept[:MOST_PANELS]:
            yield _against(question, frame, at)
    spread = question.outcomes[0].type != "bool" or len(question.outcomes) > 1
    if not swept or (spread and (frame["probability"] < 1).any()):
        yield distribution(question, frame)


def _swept(question: Question, frame: pd.DataFrame) -> list[str]:
    """The parameters that have several values."""
    return [name for name in question.parameter if frame[name].nunique() > 1]


def _are_words(question: Question, swept: list[str]) -> bool:
    """True if these are two parameters, and the values of both are words or lists."""
    return [question.parameter[name].type for name in swept] == ["string", "string"]


def _against(question: Question, frame: pd.DataFrame, at: str) -> Panel:
    return panels(question, frame, Lines(at, title=f"by {at}"))[0]


def _maps(question: Question, frame: pd.DataFrame, swept: list[str]) -> list[Map]:
    """Up to `MOST_MAPS` heat maps, one for each value; the first parameter gives the rows."""
    down, across = swept
    rows, y = values(question, summed_up(question, frame))
    columns, lines = (evenly(ordered(question, rows, at), MOST_WORDS) for at in (across, down))
    maps = []
    for name, part in [*rows.groupby("_line", sort=False)][:MOST_MAPS]:
        shown = best(question, part, down, across)
        cells_of = shown.pivot(index=down, columns=across, values="_value").astype(float)
        cells = cells_of.reindex(index=[*lines], columns=[*columns]).to_numpy().tolist()
        labels = axis(question.parameter[across]), axis(question.parameter[down])
        maps.append(Map(f"{y}: {name}" if name else y, *labels, columns, lines, cells))
    return maps


def _listed(question: Question, frame: pd.DataFrame) -> Panel:
    """A panel with the number of rows of the list at each point."""
    if (at := next(iter([*_swept(question, frame), *question.parameter]), None)) is not None:
        return panels(question, frame, Lines(at, ROWS))[0]
    sizes = frame.groupby("method").size()
    return Panel("", "method", ROWS, [Series(str(m), [m], [n], "bars") for m, n in sizes.items()])
