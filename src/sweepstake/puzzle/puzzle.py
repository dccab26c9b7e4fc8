"""A puzzle: its questions, and what it shows of their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sweepstake.errors import InputError
from sweepstake.puzzle.display import Plot, Show, Table
from sweepstake.puzzle.parameter import NAME, check_texts, check_tuples
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import Finding, Headline
from sweepstake.text.shown import check_among


@runtime_checkable
class Asking(Protocol):
    """Anything with questions, such as a `sweepstake.game.Game`."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """Its questions."""

    @property
    def shows(self) -> tuple[Show, ...]:
        """The shows of a single game."""

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The charts that it has of its questions."""


class _Questions:
    """The field `questions` of a puzzle: a game is replaced by its questions."""

    def __get__(self, puzzle: Puzzle | None, of: type) -> tuple[Question, ...]:
        if puzzle is None:
            raise AttributeError("questions")  # so that the field has no default
        questions: tuple[Question, ...] = vars(puzzle)["questions"]
        return questions

    def __set__(self, puzzle: Puzzle, asking: tuple[Question | Asking, ...]) -> None:
        check_tuples(puzzle.name, questions=(asking, Question | Asking))
        parts = [(part,) if isinstance(part, Question) else part.questions for part in asking]
        vars(puzzle)["questions"] = tuple(question for part in parts for question in part)
        games = [part for part in asking if not isinstance(part, Question)]
        vars(puzzle)["game_plots_"] = tuple(plot for game in games for plot in game.plots)
        vars(puzzle)["game_shows_"] = {q.name: g.shows for g in games for q in g.questions}


@dataclass(frozen=True)
class Puzzle:
    """Everything about one puzzle. Only a name and questions are needed.

    A game among the `questions` is replaced by its questions.
    """

    name: str
    questions: _Questions = _Questions()  # all puzzles share it: it has no state
    title: str = ""
    source: str = ""
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    shows: tuple[Show, ...] = ()
    findings: tuple[Finding, ...] = ()
    rules: str = ""
    """The rules, in two sentences."""
    story: tuple[Headline, ...] = ()
    """The answers that the report tells first; by default those of the first questions."""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise InputError(f"{self.name!r} can't be a puzzle's name; use a-z, 0-9 and _")
        check_tuples(
            self.name,
            tables=(self.tables, Table),
            plots=(self.plots, Plot),
            shows=(self.shows, Show),
            findings=(self.findings, Finding),
            story=(self.story, Headline),
        )
        drawn = {question for plot in self.plots for question in plot.questions}
        more = (plot for plot in vars(self)["game_plots_"] if not drawn & {*plot.questions})
        object.__setattr__(self, "plots", (*self.plots, *more))
        check_texts(self.name, self)
        self._check_names(self.tables)
        self._check_names(self.plots)
        for headline in self.story:
            self._check_headline(headline)
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("_", " ").capitalize())

    @property
    def game_shows(self) -> Mapping[str, tuple[Show, ...]]:
        """The shows of games, by question."""
        by_question: Mapping[str, tuple[Show, ...]] = vars(self)["game_shows_"]
        return by_question

    def _check_headline(self, headline: Headline) -> None:
        """ValueError if it names an unknown question, parameter or outcome column."""
        by_name = {question.name: question for question in self.questions}
        check_among(f"{self.name} has a story of the question", headline.question, by_name)
        columns = [column.name for column in by_name[headline.question].outcomes]
        for name in headline.params:
            names = [*by_name[headline.question].parameter, *columns]
            check_among(f"the story of {headline.question} names", name, names)
        check_among(
            f"the story of {headline.question} names", headline.column or columns[0], columns
        )

    def _check_names(self, artefacts: Sequence[Table | Plot]) -> None:
        """ValueError if an artefact is of no question, or would replace the default of another."""
        questions = [q.name for q in self.questions]
        for artefact in artefacts:
            name = artefact.name
            for question in artefact.questions:
                message = f"{self.name} has a table or a plot {name!r} of the question"
                check_among(message, question, questions)
            if name in {*questions} - {*artefact.questions}:
                raise InputError(
                    f"{self.name} has a table or a plot {name!r}, which is a question that it is "
                    f"not made of; give it another name"
                )
