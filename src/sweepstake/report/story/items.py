"""The items of a puzzle's story: made from the answers to its questions, and kept in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd

from sweepstake.puzzle.parameter import stored
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import Headline
from sweepstake.report.defaults.chosen import tabled
from sweepstake.report.parts import rows_of
from sweepstake.report.story import answers, certainty
from sweepstake.report.summary.given import conditioned
from sweepstake.report.usual import in_words, nearest, usual
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.points.sets import Sets
from sweepstake.text.shown import line

FIRST = 3
"""The number of questions in a default story."""
ELEMENTS = {"svg", "g", "defs", "clipPath", "path", "rect", "text", "tspan", "use"}
ATTRIBUTES = {
    "viewBox", "aria-hidden", "focusable", "id", "d", "x", "y", "width", "height", "style",
    "clip-path", "transform", "href",
}  # fmt: skip
ADDRESS = re.compile(r"url\((?!#)|[a-z]+:/|@", re.IGNORECASE)


@dataclass(frozen=True)
class Chart:
    """A chart: its texts, and its SVG for a wide page and for a narrow page."""

    name: str
    title: str
    sub: str
    note: str
    alt: str
    wide: str
    slim: str
    is_small: bool = False

    @property
    def plot(self) -> str:
        """The name of the plot that has this chart as a panel."""
        return self.name.rpartition("-")[0]


@dataclass(frozen=True)
class Item:
    """A question, its answer and the answer's certainty in words, with its charts.

    `colour` says how it was computed ("exact", "sim" or "rough"), `known` says it in words, and
    `sure` follows `known`. `how` are the rows of "How sure is that?". `plots` are the names of the
    plots that show the answer, and `charts` are the panels of these plots.
    """

    question: str
    asked: str
    given: str
    answer: str
    colour: str
    known: str
    sure: str
    how: tuple[certainty.Row, ...]
    plots: tuple[str, ...]
    charts: tuple[Chart, ...] = ()

    @property
    def is_pair(self) -> bool:
        """True if its charts are two small panels of one plot, which stand side by side."""
        small = len(self.charts) == 2 and all(chart.is_small for chart in self.charts)
        return small and len({chart.plot for chart in self.charts}) == 1


def items(
    puzzle: Puzzle, by_question: Mapping[str, Sequence[str]], results: Path
) -> Iterator[Item]:
    """The items of a puzzle's story whose questions were asked, in order."""
    asked = {q.name: q for q in puzzle.questions if q.name in by_question}
    declared = [headline for headline in puzzle.story if headline.question in asked]
    for headline in declared or map(Headline, [*asked][:FIRST]):
        question = asked[headline.question]
        sets = Sets(question, by_question[question.name], results)
        rows = _rows(question, headline, sets) if len(sets.frame) else sets.frame
        del sets  # ten million sets would not fit into memory twice
        asks, rows = conditioned(question, rows) if len(rows) else (question, rows)
        for name, value in headline.params.items():
            if name in asks.parameter and name not in question.parameter:
                rows = rows[rows[name] == stored(value)]
        if len(rows):
            yield _item(puzzle, headline, question, asks, rows)


def _rows(question: Question, headline: Headline, sets: Sets) -> pd.DataFrame:
    """The rows at the parameters of a headline."""
    params = {n: value for n, value in headline.params.items() if n in question.parameter}
    own = question.stored({n: question.checked_value(n, value) for n, value in params.items()})
    return rows_of(sets, tabled(nearest(question, sets.frame, usual(question) | own)))


def _item(
    puzzle: Puzzle, headline: Headline, question: Question, asks: Question, rows: pd.DataFrame
) -> Item:
    swept = [name for name in asks.parameter if rows[name].nunique() > 1]
    answer = answers.answer(asks, rows, headline, swept)
    at = {name: rows[name].iloc[0] for name in asks.parameter if name not in swept}
    shown = {name: value for name, value in at.items() if not _is_asked(headline, name, value)}
    return Item(
        question=question.name,
        asked=headline.asked or question.text,
        given=headline.given or in_words(question, shown),
        answer=answer.text,
        colour=certainty.COLOURS[answer.kind],
        known=certainty.IS[answer.kind],
        sure=answer.sure,
        how=(*answer.how, ("In a terminal", _command(question, answer.value.params or at))),
        plots=_plots(puzzle, headline, question),
    )


def _is_asked(headline: Headline, name: str, value: Any) -> bool:
    """True if the headline has its own question and sets the parameter to this value."""
    own = headline.params if headline.asked else {}
    return name in own and stored(own[name]) == value


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
    kept = [asdict(item) for item in items]
    file.write_text(json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\n", "utf-8")


def read(file: Path) -> tuple[Item, ...]:
    """The items in `file`; DamagedFileError if it holds anything else."""
    try:
        return tuple(map(_read, json.loads(file.read_text("utf-8"))))
    except (ValueError, TypeError, KeyError, ElementTree.ParseError) as error:
        raise DamagedFileError(f"{file} is no story of a report ({error}); remove it") from None


def _read(kept: dict[str, Any]) -> Item:
    how, plots, charts = (kept.pop(name) for name in ("how", "plots", "charts"))
    return Item(
        **kept,
        how=tuple((name, text) for name, text in how),
        plots=tuple(plots),
        charts=tuple(map(_chart, charts)),
    )


def _chart(kept: dict[str, Any]) -> Chart:
    for size in ("wide", "slim"):
        check_drawing(kept[size])
    return Chart(**kept)


def check_drawing(svg: str) -> None:
    """ValueError if `svg` has elements that charts don't have, or addresses.

    It becomes a part of the page, and a results folder may come from a stranger.
    """
    if "<!" in svg or "<?" in svg:
        raise ValueError("a drawing has no declarations")
    for element in ElementTree.fromstring(svg).iter():  # noqa: S314  # without declarations
        if element.tag not in ELEMENTS or not ATTRIBUTES.issuperset(element.keys()):
            raise ValueError(f"a drawing has no <{line(element.tag, 20)}> such as this")
        for name, text in element.items():
            if (name == "href" and text[:1] != "#") or ADDRESS.search(text):
                raise ValueError(f"a drawing names no {line(text, 60)}")
