"""The plot of a question for which its puzzle declares none, made from its declaration.

A panel for each swept parameter has means or probabilities, as `summary` sums them up, and
another one a distribution over outcomes. Two parameters that are words or lists have a heat map of
these instead, if no other was swept. What is `given` is drawn as if it were swept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Frames, Map, Mark, Panel, Plot, Series
from sweepstake.puzzle.question import Question
from sweepstake.report.defaults.chosen import MOST_LINES, drawn, of_panel, wide
from sweepstake.report.defaults.distribution import axis, distribution
from sweepstake.report.defaults.table import outcomes_in_words
from sweepstake.report.summary import ERROR, OF, as_numbers, in_order, ranks, summed_up
from sweepstake.report.summary.given import conditioned
from sweepstake.text.shown import evenly, listed, shown

FEW = 12
"""Points of a line that are marked, so that what was computed is told from what lies between."""
MOST_PANELS, MOST_MAPS = 3, 2
MOST_WORDS = 30
"""Of a parameter in a heat map."""
KINDS = ("exact", "float", "approximate")
"""The kinds of methods that compute, the best first."""


def plot(question: Question) -> Plot:
    """A panel for each swept parameter, and one for a distribution."""
    return Plot(
        name=question.name,
        title=question.text,
        caption=(
            f"{outcomes_in_words(question)} Lines and filled points are computed, hollow ones are "
            f"simulated and have one standard error. Where there are many points, some are drawn."
        ),
        questions=(question.name,),
        make=partial(_plot, question.name),
        chosen=partial(drawn, question),
    )


def panel(question: Question, frame: pd.DataFrame, at: str | None = None) -> Panel | Map:
    """One panel: against the parameter `at`, or the first that was swept, or of one answer."""
    if frame.empty:
        raise ValueError("the frame has no rows; give those of one answer at least")
    question, frame = conditioned(question, frame)
    swept = _swept(question, frame)
    if at is not None and at not in swept:
        allowed = listed(swept) or "none, for all rows have the same parameters"
        raise ValueError(f"at is {shown(at)}; allowed: {allowed}")
    if question.listing:
        return _listed(question, frame)
    if not swept:
        return distribution(question, frame)
    if at is None and _are_words(question, swept):
        return _maps(question, *_values(question, frame), swept)[0]
    return _against(question, *_values(question, frame), at or swept[0])


def _plot(name: str, frames: Frames) -> list[Panel | Map]:
    question, frame = conditioned(register.question(name), frames[name])
    if question.listing:
        return [_listed(question, frame)]
    swept = _swept(question, frame)
    panels: list[Panel | Map] = []
    if _are_words(question, swept):
        panels += _maps(question, *_values(question, of_panel(frame, swept[0])), swept)
    else:
        panels += [
            _against(question, *_values(question, of_panel(frame, at)), at)
            for at in swept[:MOST_PANELS]
        ]
    spread = question.outcomes[0].type != "bool" or len(question.outcomes) > 1
    if not panels or (spread and (frame["probability"] < 1).any()):
        panels.append(distribution(question, frame))
    return panels


def _swept(question: Question, frame: pd.DataFrame) -> list[str]:
    """The parameters that have several values."""
    return [name for name in question.parameter if frame[name].nunique() > 1]


def _are_words(question: Question, swept: list[str]) -> bool:
    """Are these two parameters, both of words?"""
    return [question.parameter[name].type for name in swept] == ["string", "string"]


def _values(question: Question, frame: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Rows with a `_value`, its `_error` and a `_line` to which they belong; and what a value is.

    The value is that of the first outcome: the probability of yes, the mean, or the probability of
    each word, if they are few.
    """
    made, first = in_order(question, summed_up(question, frame)), question.outcomes[0]
    if first.type != "string":
        name = f"P({first.name})" if first.type == "bool" else f"mean {first.name}"
        where = ", where there is one" if first.nullable and first.type != "bool" else ""
        return _valued(made, name).assign(_line=""), f"{name}{where}"
    starts = f"P({first.name}=", "P(likeliest "
    names = [name for name in map(str, made) if name.startswith(starts) and not _beside(name, made)]
    if len(names) == 1:
        return _valued(made, names[0]).assign(_line=""), names[0]
    lines = [_valued(made, name).assign(_line=name) for name in names]
    return pd.concat(lines, ignore_index=True), "probability"


def _beside(name: str, made: pd.DataFrame) -> bool:
    """Is a column the error or an end of the interval of another one?"""
    estimate, _, what = name.rpartition(": ")
    return what in OF and estimate in made


def _valued(made: pd.DataFrame, name: str) -> pd.DataFrame:
    """Rows with the column `name` as their value, and its standard error."""
    error = made.get(f"{name}: {ERROR}", made.get(ERROR))
    return made.assign(_value=made[name], _error=error)


def _against(question: Question, rows: pd.DataFrame, y: str, at: str) -> Panel:
    """Values against the parameter `at`, a line for each method and other parameters."""
    others = [p for p in question.parameter if p != at and rows[p].nunique() > 1]
    log_y = wide(rows["_value"], least=0.0)
    rows = rows[rows["_value"] > 0] if log_y else rows
    words = _ordered(question, rows, at) if question.parameter[at].type == "string" else ()
    lines = evenly([*rows.groupby([*others, "_line"], sort=False)], MOST_LINES)
    series, simulated = [], "simulated"
    for key, part in lines:
        label = _label(others, key[:-1], key[-1])
        known = _known(question, part, at)
        names = known["method"].unique()
        computed = str(names[0]) if len(names) == 1 else "computed"
        if len(known):
            series.append(_series(label or computed, known, at, question))
        for method in (name for name, its in question.methods.items() if its.draws):
            one = part[part["method"] == method]
            if len(known) and len(one):  # the line of its colour has the label
                made = _series(simulated, one, at, question)
                series.append(replace(made, like=label or computed))
                simulated = ""  # said once
            elif len(one):
                made = _series(label or method, one, at, question)
                series.append(replace(made, mark="points" if words else "joined"))
    far = not words and wide(as_numbers(rows[at]))
    return Panel(f"by {at}", axis(question.parameter[at]), y, series, far, log_y, words=words)


def _maps(question: Question, rows: pd.DataFrame, y: str, swept: list[str]) -> list[Map]:
    """A heat map of each value, if they are few: the first parameter's rows."""
    down, across = swept
    columns, lines = (evenly(_ordered(question, rows, at), MOST_WORDS) for at in (across, down))
    maps = []
    for name, part in [*rows.groupby("_line", sort=False)][:MOST_MAPS]:
        known = _known(question, part, down, across)
        drawn = part[[question.methods[method].draws for method in part["method"]]]
        best = pd.concat([known, drawn]).drop_duplicates([down, across])
        values = best.pivot(index=down, columns=across, values="_value").astype(float)
        cells = values.reindex(index=lines, columns=columns).to_numpy().tolist()
        labels = axis(question.parameter[across]), axis(question.parameter[down])
        maps.append(Map(str(name) or y, *labels, columns, lines, cells))
    return maps


def _ordered(question: Question, rows: pd.DataFrame, at: str) -> list[str]:
    """The words of a parameter in their declared order."""
    words = rows[at].drop_duplicates()
    order = np.argsort(ranks(question.parameter[at], words).to_numpy(), kind="stable")
    return [*words.astype(str).to_numpy()[order]]


def _known(question: Question, rows: pd.DataFrame, *at: str) -> pd.DataFrame:
    """What was computed, by the best method at each value of `at`; an approximation if need be."""
    there = [name for name in question.methods if name in {*rows["method"]}]
    of = {kind: [name for name in there if question.methods[name].kind == kind] for kind in KINDS}
    order = of["exact"] + of["float"] or of["approximate"][:1]
    ranked = rows[rows["method"].isin(order)]
    ranked = ranked.assign(_rank=ranked["method"].map(order.index))
    return ranked.sort_values("_rank", kind="stable").drop_duplicates([*at])


def _series(label: str, rows: pd.DataFrame, at: str, question: Question) -> Series:
    method = str(rows["method"].iloc[0])
    sampled = question.methods[method].draws
    words = question.parameter[at].type == "string"
    x = rows[at].astype(str) if words else as_numbers(rows[at])
    order = np.argsort(ranks(question.parameter[at], rows[at]).to_numpy(), kind="stable")
    few: Mark = "joined" if len(rows) <= FEW else "line"
    mark: Mark = "points" if sampled or words else few
    error = rows["_error"].astype(float).to_numpy()[order].tolist() if sampled else None
    value = rows["_value"].astype(float).to_numpy()[order].tolist()
    return Series(label, x.to_numpy()[order].tolist(), value, mark, error)


def _listed(question: Question, frame: pd.DataFrame) -> Panel:
    """How many rows the list of each point has, by method."""
    keys, swept = [*question.parameter], _swept(question, frame)
    [at, *_], others = swept or keys or [""], swept[1:]
    frame = of_panel(frame, at)
    sizes = frame.groupby([*keys, "method"], sort=True).size().reset_index(name="_value")
    y = "rows of the answer"
    if not keys:
        methods = zip(sizes["method"].astype(str), sizes["_value"].astype(float), strict=True)
        return Panel("", "method", y, [Series(m, [m], [rows], "bars") for m, rows in methods])
    lines = evenly([*sizes.groupby([*others, "method"], sort=True)], MOST_LINES)
    series = [
        _series(_label(others, key[:-1], str(key[-1])), rows.assign(_error=np.nan), at, question)
        for key, rows in lines
    ]
    return Panel("", axis(question.parameter[at]), y, series)


def _label(names: list[str], values: tuple[Any, ...], line: str) -> str:
    said = [f"{name}={value}" for name, value in zip(names, values, strict=True)]
    return ", ".join([*said, *filter(None, [line])])
