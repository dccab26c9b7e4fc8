"""The items of a puzzle's story, their charts, and the rows that tables and plots are made from.

An item is a question, its answer and the answer's certainty in words, with its charts; it is made
from the answers to the question, and stored in a file. `command` asks for the answer in a terminal.
`colour` says how it was computed ("exact",
"sim" or "rough"), `known` says it in words, and `sure` follows `known`. `how` are the rows of "How
sure is that?", and `plots` are the names of the plots that show the answer. Each panel of a plot is
a chart: the texts above and below it, and its SVG for a wide page and for a slim one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd

from sweepstake.errors import DamagedFileError, InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Map, Panel, Plot, Table
from sweepstake.puzzle.parameter import stored
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import Headline
from sweepstake.quantity.extremes import notable_params
from sweepstake.quantity.given import conditioned
from sweepstake.report.charts.figure import drawings
from sweepstake.report.charts.marks import in_cell
from sweepstake.report.charts.texts import (
    Point,
    highlighted,
    in_words,
    note,
    points_of,
    title,
    where,
)
from sweepstake.report.defaults.chosen import nearest, setting_in_words, tabled, usual
from sweepstake.report.words import answers
from sweepstake.report.words.phrases import sentence
from sweepstake.store import tables
from sweepstake.store.points import ROWS, Sets
from sweepstake.text.shown import line, listed

FIRST = 3
"""The number of questions in a default story."""
ELEMENTS = {"svg", "g", "defs", "clipPath", "path", "rect", "text", "tspan", "use"}
ATTRIBUTES = {
    "viewBox", "aria-hidden", "focusable", "id", "d", "x", "y", "width", "height", "style",
    "clip-path", "transform", "href",
}  # fmt: skip
ADDRESS = re.compile(r"url\((?!#)|[a-z]+:/|@", re.IGNORECASE)
Item = dict[str, Any]
Chart = dict[str, Any]
FEW = 16
"""A chart with at most so many points on its horizontal axis may stand beside another chart."""
NAME = re.compile(r" \(\w+\)$")
"""Matches a parameter's name in brackets at the end of an axis label."""
PART = 100_000
"""About how many rows a part has: the rows of a set of parameters stay together."""


def items(
    puzzle: Puzzle, by_question: Mapping[str, Sequence[str]], results: Path
) -> Iterator[Item]:
    """The items of a puzzle's story whose questions were asked, in order."""
    requested = {q.name: q for q in puzzle.questions if q.name in by_question}
    declared = [headline for headline in puzzle.story if headline.question in requested]
    for headline in declared or map(Headline, [*requested][:FIRST]):
        question = requested[headline.question]
        sets = Sets(question, by_question[question.name], results)
        rows = _rows(question, headline, sets) if len(sets.frame) else sets.frame
        del sets  # ten million sets would not fit into memory twice
        conditional, rows = conditioned(question, rows) if len(rows) else (question, rows)
        for name, value in headline.params.items():
            if name in conditional.parameter and name not in question.parameter:
                rows = rows[rows[name] == stored(value)]
        if len(rows):
            yield _item(puzzle, headline, question, conditional, rows)


def _rows(question: Question, headline: Headline, sets: Sets) -> pd.DataFrame:
    """The rows at the parameters of a headline."""
    params = {n: value for n, value in headline.params.items() if n in question.parameter}
    wanted = question.stored({n: question.checked_value(n, value) for n, value in params.items()})
    return rows_of(sets, tabled(nearest(question, sets.frame, usual(question) | wanted)))


def _item(
    puzzle: Puzzle,
    headline: Headline,
    question: Question,
    conditional: Question,
    rows: pd.DataFrame,
) -> Item:
    at = notable_params(conditional, rows)
    answer = answers.answer(conditional, nearest(conditional, rows, at), headline)
    setting = {
        name: value for name, value in at.items() if not _is_in_question(headline, name, value)
    }
    return {
        "question": question.name,
        "asked": headline.asked or question.text,
        "given": setting_in_words(question, setting),
        "answer": answer.text,
        "colour": answers.COLOURS[answer.kind],
        "known": answers.certainty(answer.kind, answer.quantity),
        "sure": answer.sure,
        "how": answer.how,
        "command": _command(question, at),
        "plots": _plots(puzzle, headline, question),
    }


def _is_in_question(headline: Headline, name: str, value: Any) -> bool:
    """True if the headline has its own question and sets the parameter to this value."""
    in_question = headline.params if headline.asked else {}
    return name in in_question and stored(in_question[name]) == value


def _command(question: Question, at: Mapping[str, Any]) -> str:
    params = [f"{name}={value}" for name, value in at.items() if name in question.parameter]
    return " ".join(["sweepstake answer", question.name, *params])


def _plots(puzzle: Puzzle, headline: Headline, question: Question) -> tuple[str, ...]:
    """The plots that the headline names, or else the question's plots."""
    if headline.plots is not None:
        return headline.plots
    plots = [plot.name for plot in puzzle.plots if plot.questions[0] == question.name]
    return (*plots,) or (question.name,)


def write(items: Iterable[Item], file: Path) -> None:
    """Write the items of a puzzle's story."""
    text = json.dumps([*items], separators=(",", ":"), ensure_ascii=False)
    file.write_text(f"{text}\n", "utf-8")


def read(file: Path) -> list[Item]:
    """The items in `file`; DamagedFileError if it isn't JSON or a drawing isn't one of ours."""
    try:
        items: list[Item] = json.loads(file.read_text("utf-8"))
        for chart in (chart for item in items for chart in item["charts"]):
            check_drawing(chart["wide"])
            check_drawing(chart["slim"])
        return items
    except (ValueError, TypeError, KeyError, ElementTree.ParseError) as error:
        raise DamagedFileError(f"{file} is no story of a report ({error}); remove it") from None


def check_drawing(svg: str) -> None:
    """ValueError if `svg` has elements that charts don't have, or addresses.

    It becomes a part of the page, and a results folder may come from a stranger.
    """
    if "<!" in svg or "<?" in svg:
        raise InputError("a drawing has no declarations")
    for element in ElementTree.fromstring(svg).iter():  # noqa: S314  # without declarations
        if element.tag not in ELEMENTS or not ATTRIBUTES.issuperset(element.keys()):
            raise InputError(f"a drawing has no <{line(element.tag, 20)}> such as this")
        for name, text in element.items():
            if (name == "href" and text[:1] != "#") or ADDRESS.search(text):
                raise InputError(f"a drawing names no {line(text, 60)}")


def charts(plot: Plot, panels: Sequence[Panel | Map], left_out: str = "") -> Iterator[Chart]:
    """The charts of `panels`; the texts that the plot declares are of the first."""
    for number, panel in enumerate(panels, 1):
        texts = plot if number == 1 else Plot(plot.name, plot.title, ())
        notes = texts.note or note(panel), left_out if number == 1 else ""
        finding = texts.finding or panel.finding or title(panel)
        name = f"{plot.name}-{number}"
        drawn = panel if texts.sub else _without_vertical_label(panel)
        yield {
            "name": name,
            "plot": plot.name,
            "title": finding,
            "sub": texts.sub or _sub(panel),
            "note": " ".join(filter(None, notes)),
            "alt": texts.alt or _alt(panel, finding),
            "is_small": isinstance(panel, Panel)
            and len({x for s in panel.series for x in s.x}) <= FEW,
            **drawings(drawn, name),
        }


def _without_vertical_label(panel: Panel | Map) -> Panel | Map:
    """The panel for a drawing below `_sub`, which names its vertical axis."""
    if isinstance(panel, Map):
        return panel
    return replace(panel, x="") if panel.has_spans else replace(panel, y="")


def _sub(panel: Panel | Map) -> str:
    """The line above a chart: the vertical axis, the horizontal axis, and the panel's title."""
    if isinstance(panel, Map):
        return sentence(f"{panel.title}, by {panel.x} and {panel.y}")
    x = NAME.sub("", panel.x)
    by = f"{panel.y}, by {x}" if panel.x and panel.y else panel.y or x
    of = "" if panel.title.startswith("by ") else panel.title  # the axis says it already
    return sentence(f"{by}: {of}" if of and by else by or of)


def _alt(panel: Panel | Map, finding: str) -> str:
    """The alt text, with the first, least, greatest and last value of the highlighted series."""
    parts = [finding, _sub(panel)]
    if isinstance(panel, Map):
        parts.append(_cells(panel))
    elif highlight := highlighted(drawn := [s for s in panel.series if len(s.x)]):
        ends = _ends(points_of(highlight), panel)
        alone = all(series.like or not series.label for series in drawn if series is not highlight)
        parts.append(ends if alone or not highlight.label else f"{highlight.label}: {ends}")
    return ". ".join(text.rstrip(".") for text in parts if text) + "."


def _cells(panel: Map) -> str:
    """The least and the greatest number of a heat map, each with its column and its row."""
    cells = [
        (value, f"{in_cell(panel, value)} at {column}, {row}")
        for row, values in zip(panel.rows, panel.values, strict=True)
        for column, value in zip(panel.columns, values, strict=True)
        if isfinite(value)
    ]
    ends = [choose(cells, key=lambda cell: cell[0])[1] for choose in (min, max) if cells]
    return "; ".join(dict.fromkeys(ends))


def _ends(points: Sequence[Point], panel: Panel) -> str:
    """The first, least, greatest and last value, or all if some share an x, each with its x."""
    texts_by_x: dict[str, list[str]] = {}
    texts = {point: _value(point, panel) for point in points}
    for point, text in texts.items():
        texts_by_x.setdefault(where(point.x, panel), []).append(text)
    if len(texts) > len(texts_by_x):
        return "; ".join(f"{', '.join(texts_here)} at {x}" for x, texts_here in texts_by_x.items())
    extremes = {choose(points, key=lambda point: point.y) for choose in (min, max) if points}
    ends = {*points[:1], *points[-1:], *extremes}
    named = (f"{text} at {where(p.x, panel)}" for p, text in texts.items() if p in ends)
    return "; ".join(named) or "nothing is drawn"


def _value(point: Point, panel: Panel) -> str:
    return panel.levels[int(point.y)] if panel.levels else in_words(point, panel)


class Parts:
    """The rows of an artefact's questions, by question; a point in two sweeps counts once.

    A table of declared columns gets some points of its first question at a time. Other artefacts
    get all rows, or the rows that `kept` returns. Only the sets that `chosen` returns are read. If
    there are no rows, there is one empty part.
    """

    def __init__(
        self, artefact: Table | Plot, by_question: Mapping[str, Sequence[str]], results: Path
    ) -> None:
        self._artefact, self._sweeps = artefact, by_question
        choose = artefact.chosen or (lambda sets: sets)
        self._sets = {
            name: Sets(register.question(name), by_question[name], results)
            for name in artefact.questions
        }
        self._chosen = {name: choose(sets.frame) for name, sets in self._sets.items()}

    @property
    def left_out(self) -> str:
        """A sentence that says how many answers are not shown; empty if all are."""
        for name, chosen in self._chosen.items():
            if len(chosen) < (answered := len(self._sets[name].frame)):
                files = listed(f"data/{sweep}.parquet" for sweep in self._sweeps[name])
                return (
                    f"Made of the answers for {len(chosen):,} of the {answered:,} choices of "
                    f"parameters; all are in {files}."
                )
        return ""

    def __iter__(self) -> Iterator[dict[str, pd.DataFrame]]:
        artefact, names = self._artefact, [*self._chosen]
        if isinstance(artefact, Table) and artefact.columns and not artefact.kept:
            yield from ({names[0]: rows} for rows in self._parts(names[0]))
            return
        keep = artefact.kept or (lambda rows: rows)
        parts = {name: [*map(keep, self._parts(name))] for name in names}
        yield {name: pd.concat(frames, ignore_index=True) for name, frames in parts.items()}

    def _parts(self, name: str) -> Iterator[pd.DataFrame]:
        """The rows of a question, some sets at a time."""
        sets, chosen = self._sets[name], self._chosen[name]
        before = chosen[ROWS].astype("int64").cumsum() - chosen[ROWS]
        parts = [part for _, part in chosen.groupby(before // PART)]
        yield from (rows_of(sets, part) for part in parts or [chosen])


def rows_of(sets: Sets, chosen: pd.DataFrame) -> pd.DataFrame:
    """The rows of the chosen sets; without those that stand for an empty listing."""
    table, _ = sets.rows(chosen.index.to_numpy())
    frame = tables.frame(table)
    return frame[frame["probability"].notna()] if sets.question.listing else frame
