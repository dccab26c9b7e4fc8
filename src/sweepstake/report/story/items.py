"""The items of a puzzle's story, made from the answers to its questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from sweepstake.puzzle.parameter import stored
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import Headline
from sweepstake.report.defaults.chosen import tabled
from sweepstake.report.parts import rows_of
from sweepstake.report.story import answers, certainty
from sweepstake.report.story.item import Item
from sweepstake.report.summary.given import conditioned
from sweepstake.report.usual import in_words, nearest, usual
from sweepstake.store.points.sets import Sets

FIRST = 3
"""Questions of a default story."""


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
        del sets  # of ten million sets there is room once
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
    """Does the headline's own question name this parameter's value?"""
    own = headline.params if headline.asked else {}
    return name in own and stored(own[name]) == value


def _command(question: Question, at: Mapping[str, Any]) -> str:
    params = [f"{name}={value}" for name, value in at.items() if name in question.parameter]
    return " ".join(["sweepstake answer", question.name, *params])


def _plots(puzzle: Puzzle, headline: Headline, question: Question) -> tuple[str, ...]:
    """The plots that the headline names, or else those of the question."""
    if headline.plots is not None:
        return headline.plots
    plots = [plot.name for plot in puzzle.plots if plot.questions[0] == question.name]
    return (*plots,) or (question.name,)
