"""The items of a puzzle's story: made from the answers to its questions, and kept in a file.

An item is a question, its answer and the answer's certainty in words, with its charts. `colour`
says how it was computed ("exact", "sim" or "rough"), `known` says it in words, and `sure` follows
`known`. `how` are the rows of "How sure is that?", and `plots` are the names of the plots that show
the answer. A chart has its texts, and its SVG for a wide page and for a slim one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


Item = dict[str, Any]


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
    return {
        "question": question.name,
        "asked": headline.asked or question.text,
        "given": in_words(question, shown),
        "answer": answer.text,
        "colour": certainty.COLOURS[answer.kind],
        "known": certainty.IS[answer.kind],
        "sure": answer.sure,
        "how": [*answer.how, ("In a terminal", _command(question, answer.value.params or at))],
        "plots": _plots(puzzle, headline, question),
    }


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
        raise ValueError("a drawing has no declarations")
    for element in ElementTree.fromstring(svg).iter():  # noqa: S314  # without declarations
        if element.tag not in ELEMENTS or not ATTRIBUTES.issuperset(element.keys()):
            raise ValueError(f"a drawing has no <{line(element.tag, 20)}> such as this")
        for name, text in element.items():
            if (name == "href" and text[:1] != "#") or ADDRESS.search(text):
                raise ValueError(f"a drawing names no {line(text, 60)}")
