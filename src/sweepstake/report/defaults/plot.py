"""The default plot and the default table of a question, made from the question's declaration.

Each swept parameter has a panel with means or probabilities from `summary`, and another panel shows
a distribution over outcomes. If exactly two parameters were swept and both are words or lists, a
heat map replaces their panels. A `given` column is drawn like a swept parameter.

The table has the mean of numbers (and the probability that there is no number, if that may happen),
the probability of yes, the probability of the number that a headline names if numbers name things,
or the probability of each other outcome. Estimates have a standard error and the ends of their 95%
interval. If a method may leave out rare outcomes, a column has their probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Frames, Lines, Map, Panel, Plot, Series, Table
from sweepstake.puzzle.question import Question
from sweepstake.quantity.estimates import ByPoint, in_order, outcomes
from sweepstake.quantity.given import conditioned
from sweepstake.quantity.statistic import Of, Statistic, headline
from sweepstake.quantity.summary import summed_up
from sweepstake.report.defaults.chosen import drawn, tabled
from sweepstake.report.defaults.distribution import axis, distribution
from sweepstake.report.defaults.lines import best, ordered, panels, values
from sweepstake.text.shown import evenly, listed, shown

MOST_PANELS, MOST_MAPS = 3, 2
MOST_WORDS = 30
"""The most words of a parameter in a heat map."""
ENDS = {"low": "95% from", "high": "95% to"}
ENDS_OR_BOUNDS = {"low": "from", "high": "to"}
"""The headings of the ends of an interval, and if a method proves bounds."""
ERROR, LEFT_OUT = "standard error", "left out"
OF = {"standard_error": ERROR, "low": "low", "high": "high"}
"""The headings of the columns beside an estimate."""
SPREAD: tuple[Of, ...] = ("sd", "least", "most")
"""The headings of the ends of an interval."""
BOUNDS = "From and to are proved bounds, or the ends of the 95% interval of a sample"
LEFT = "Left out says how much less than 1 the probabilities sum to, if more than by rounding"


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
    if outcomes(frame).empty:
        raise InputError("the frame has no outcomes; give those of one answer at least")
    question, frame = conditioned(question, frame)
    swept = _swept(question, frame)
    if at is not None and at not in swept:
        allowed = listed(swept) or "none, for all rows have the same parameters"
        raise InputError(f"at is {shown(at)}; allowed: {allowed}")
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
    rows, heights = values(question, summed_up(question, frame))
    columns, lines = (evenly(ordered(question, rows, at), MOST_WORDS) for at in (across, down))
    maps = []
    for name, part in [*rows.groupby("_line", sort=False)][:MOST_MAPS]:
        best_rows = best(question, part, down, across)
        cells_of = best_rows.pivot(index=down, columns=across, values="_value").astype(float)
        cells = cells_of.reindex(index=[*lines], columns=[*columns]).to_numpy().tolist()
        labels = axis(question.parameter[across]), axis(question.parameter[down])
        maps.append(
            Map(
                f"{heights.words}: {name}" if name else heights.words,
                *labels,
                columns,
                lines,
                cells,
            )
        )
    return maps


def _listed(question: Question, frame: pd.DataFrame) -> Panel:
    """A panel with the number of rows of the list at each point."""
    if (at := next(iter([*_swept(question, frame), *question.parameter]), None)) is not None:
        return panels(question, frame, Lines(at, "rows"))[0]
    sizes = outcomes(frame).groupby("method").size()
    return Panel(
        "",
        "method",
        "rows of the answer",
        [Series(str(m), [m], [n], "bars") for m, n in sizes.items()],
    )


def table(question: Question) -> Table:
    """The default table: a row for each point and method, or for each of their outcomes."""
    summed = [statistic.heading for statistic in table_statistics(question)]
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
        headings=ENDS_OR_BOUNDS if _proves(question) else ENDS,
    )


def table_statistics(question: Question) -> list[Statistic]:
    """The statistics in the row of a point; none if each outcome has a row."""
    [first, *further] = question.outcomes
    if further or question.listing or first.is_word:
        return []
    if (summing := headline(question, first)).of != "mean":
        return [summing]
    return [summing, *(Statistic(of, first) for of in SPREAD)]


def _left_out(question: Question) -> list[str]:
    """The column with the probability that is left out, if a method may leave any out."""
    methods = question.methods.values()
    inexact = ("float", "approximate")
    may_leave_out = any(not m.proves and (m.leaves_out or m.kind in inexact) for m in methods)
    return [LEFT_OUT] if may_leave_out and not question.listing else []


def _proves(question: Question) -> bool:
    """True if a method proves bounds."""
    return any(method.proves for method in question.methods.values())


def _caption(question: Question, row: str) -> str:
    caption = f"One row for each {row}. {outcomes_in_words(question)}"
    if _proves(question):
        caption = f"{caption} {BOUNDS}."
    if not _left_out(question):
        return caption
    ends = (
        "; where it does, least and most are unknown" if len(table_statistics(question)) > 1 else ""
    )
    return f"{caption} {LEFT}{ends}."


def outcomes_in_words(question: Question) -> str:
    """The meanings of the outcome columns, as a sentence."""
    meaning = "; ".join(f"{column.name}: {column.meaning}" for column in question.outcomes)
    return f"{meaning[:1].upper()}{meaning[1:]}."


def _table(name: str, frames: Frames) -> pd.DataFrame:
    question, frame = register.question(name), frames[name]
    keys, out = [*question.parameter, "method"], _left_out(question)
    if not (statistics := table_statistics(question)):
        names = [column.name for column in question.outcomes]
        measures = [] if question.listing else ["probability", "standard_error", "exact"]
        points = ByPoint(question, frame)
        of_row = {LEFT_OUT: points.per_row(points.left_out())} if out else {}
        frame = points.frame.assign(**of_row)
        rows = frame[[*keys, *names, *measures, *out]]
        rows = rows.rename(columns={"standard_error": ERROR})
        return in_order(question, rows)
    if frame.empty:
        return pd.DataFrame(columns=[*keys, *(statistic.heading for statistic in statistics)])
    [first, *further] = statistics
    last = {f"{first.text}.exact": "exact"}
    if further:
        none = Statistic("none", question.outcomes[0])
        last = {none.text: none.heading} if question.outcomes[0].nullable else {}
    headings = {statistic.text: statistic.heading for statistic in statistics}
    ends = {f"{first.text}.{end}": heading for end, heading in OF.items()}
    columns = {**headings, **ends, **({"left_out": LEFT_OUT} if out else {}), **last}
    rows = summed_up(question, frame)[[*keys, "trials", *columns]]
    return in_order(question, rows.rename(columns=columns))
