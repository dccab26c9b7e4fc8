"""A puzzle: its questions, and what it shows of their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass
from typing import Protocol, runtime_checkable

from sweepstake.puzzle.display import Plot, Show, Table
from sweepstake.puzzle.names import NAME, check_tuples
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import Finding, Headline
from sweepstake.text.shown import listed, shown

OURS = ("coverage", "findings")
"""Tables that every run has."""


@runtime_checkable
class Asking(Protocol):
    """What has questions, as a `sweepstake.game.Game` does."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """Its questions."""

    @property
    def shows(self) -> tuple[Show, ...]:
        """What there is to look at."""


class _Questions:
    """The field `questions` of a puzzle: what has questions is replaced by them."""

    def __get__(self, puzzle: Puzzle | None, of: type) -> tuple[Question, ...]:
        if puzzle is None:
            raise AttributeError("questions")  # so that the field has no default
        held: tuple[Question, ...] = vars(puzzle)["questions"]
        return held

    def __set__(self, puzzle: Puzzle, given: tuple[Question | Asking, ...]) -> None:
        check_tuples(puzzle.name, questions=(given, Question | Asking))
        own = [(one,) if isinstance(one, Question) else one.questions for one in given]
        vars(puzzle)["questions"] = tuple(question for each in own for question in each)
        asking = [one for one in given if not isinstance(one, Question)]
        vars(puzzle)["game_shows_"] = {q.name: one.shows for one in asking for q in one.questions}


@dataclass(frozen=True)
class Puzzle:
    """Everything about one puzzle. Only a name and questions are needed.

    A game stands among the questions for all that it asks.
    """

    name: str
    questions: _Questions = _Questions()  # it holds nothing
    title: str = ""
    source: str = ""
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    shows: tuple[Show, ...] = ()
    findings: tuple[Finding, ...] = ()
    rules: str = ""
    """The rules, in two sentences."""
    story: tuple[Headline, ...] = ()
    """The answers that the report tells first; unless given, those of the first questions."""
    data: InitVar[object] = None

    def __post_init__(self, data: object) -> None:
        if data is not None:
            raise ValueError(
                f"{self.name} has `data`, which is not declared any more; put the files into the "
                f"puzzle's folder and leave it out"
            )
        if not NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} can't be a puzzle's name; use a-z, 0-9 and _")
        check_tuples(
            self.name,
            tables=(self.tables, Table),
            plots=(self.plots, Plot),
            shows=(self.shows, Show),
            findings=(self.findings, Finding),
            story=(self.story, Headline),
        )
        for name in [q.name for q in self.questions] + [table.name for table in self.tables]:
            if name in OURS:
                raise ValueError(
                    f"{self.name} can't have a question or a table {name!r}: every run has a "
                    f"table of that name; give another name"
                )
        for made in (self.tables, self.plots):
            self._check_names(made)
        for headline in self.story:
            self._check_headline(headline)
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("_", " ").capitalize())

    @property
    def game_shows(self) -> Mapping[str, tuple[Show, ...]]:
        """What games show, by the questions that they ask."""
        by_question: Mapping[str, tuple[Show, ...]] = vars(self)["game_shows_"]
        return by_question

    def _check_headline(self, headline: Headline) -> None:
        """ValueError if it tells of what no question has."""
        asked = {question.name: question for question in self.questions}
        if headline.question not in asked:
            raise ValueError(
                f"{self.name} has a story of the question {shown(headline.question)}; allowed: "
                f"{listed(asked)}"
            )
        columns = [column.name for column in asked[headline.question].outcomes]
        names = [*asked[headline.question].parameter, *columns]
        wrong = [name for name in headline.params if name not in names]
        if headline.column and headline.column not in columns:
            wrong, names = [headline.column], columns
        if wrong:
            raise ValueError(
                f"the story of {headline.question} names {shown(wrong[0])}; allowed: "
                f"{listed(names)}"
            )

    def _check_names(self, made: Sequence[Table | Plot]) -> None:
        """ValueError if one would take the place of another, or of a question's default."""
        names, asked = [one.name for one in made], [q.name for q in self.questions]
        for one in made:
            if names.count(one.name) > 1:
                raise ValueError(f"{self.name} has two tables or two plots {one.name!r}")
            if unknown := [name for name in one.questions if name not in asked]:
                raise ValueError(
                    f"{self.name} has a table or a plot {one.name!r} of the question "
                    f"{shown(unknown[0])}; allowed: {listed(asked)}"
                )
            if one.name in {*asked} - {*one.questions}:
                raise ValueError(
                    f"{self.name} has a table or a plot {one.name!r}, which is a question that it "
                    f"is not made of; give it another name"
                )
