"""What a puzzle shows: tables and figures made of its answers, and listings of a single game.

These are values. A puzzle says what stands in a table or a figure; `sweepstake.report` and the
command line draw, write and print it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from sweepstake.puzzle.lists import AnyParameter
from sweepstake.puzzle.names import NAME, check_tuples
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import Finding, Headline
from sweepstake.text.shown import listed, shown

if TYPE_CHECKING:
    import pandas as pd

    Frames = Mapping[str, pd.DataFrame]
else:
    Frames = Mapping

OURS = ("coverage", "findings")
"""Tables that every run has."""
Kept = Callable[["pd.DataFrame"], "pd.DataFrame"]
Values = Any  # a list, an array or a column of numbers
Mark = Literal["line", "points", "joined", "crosses", "steps", "bars", "stacked"]


@dataclass(frozen=True)
class Table:
    """A table made of the answers to `questions`; `make` takes a frame by question's name.

    `make` returns numbers, not text; the rest is for people. `formats` says how a column is
    printed, `errors` in which column the standard error of another stands, and both are printed as
    `293.94 ± 0.02`; `shown` makes fewer rows, or another shape, of what `make` returns.

    If rows depend on one set of parameters each, say `by_point`: `make` then gets some sets of
    parameters at a time, in their order. Else `kept` says what `make` needs of some rows; all of it
    is in memory at once.

    `chosen` says of which sets of parameters anything is read: it gets a frame with a row for each,
    the parameters and the `number of rows` of its answers, and returns some of its rows. Columns
    that it adds stand in the rows that `make` gets.
    """

    name: str
    title: str
    caption: str
    questions: tuple[str, ...]
    make: Callable[[Frames], pd.DataFrame]
    formats: Mapping[str, str] = field(default_factory=dict)
    by_point: bool = False
    kept: Kept | None = None
    chosen: Kept | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
    shown: Kept | None = None


@dataclass(frozen=True)
class Series:
    """One line, cloud of points or row of bars. `error` is one standard error, both ways.

    Marks that are `joined` are points with a thin line from one to the next; `stacked` bars stand
    upon those of the series before. A series that is `like` another, by its label, is
    drawn like it. The `usual` line has a colour, and others are grey.
    """

    label: str
    x: Values
    y: Values
    mark: Mark = "line"
    error: Values | None = None
    like: str = ""
    usual: bool = False

    def __post_init__(self) -> None:
        its = {"x": self.x, "y": self.y, "error": self.error}
        lengths = {name: len(values) for name, values in its.items() if values is not None}
        if len({*lengths.values()}) > 1:
            said = ", ".join(f"{length} of {name}" for name, length in lengths.items())
            raise ValueError(f"a series has {said}; allowed: as many of each")


@dataclass(frozen=True)
class Panel:
    """One pair of axes; the labels carry the units. With `zero` the vertical axis begins at 0.

    Where `x` of the series are words, `words` says in which order they stand. `finding` is what it
    shows, as a sentence, and stands above the chart on the page.
    """

    title: str
    x: str
    y: str
    series: Sequence[Series]
    log_x: bool = False
    log_y: bool = False
    zero: bool = False
    words: Sequence[str] = ()
    finding: str = ""


@dataclass(frozen=True)
class Map:
    """A heat map: a number for each pair of words, NaN where there is none.

    `finding` is what it shows, as a sentence, and stands above the chart on the page.
    """

    title: str
    x: str
    y: str
    columns: Sequence[str]
    rows: Sequence[str]
    values: Sequence[Sequence[float]]
    """The rows from top to bottom, each with a number for every column."""
    finding: str = ""


@dataclass(frozen=True)
class Plot:
    """Charts made of the answers to `questions`, a panel each.

    `finding` is what the first shows, as a sentence, `sub` says what is drawn and in which units,
    `note` what a reader has to know of it, and `alt` what there is to see; each has a default.
    `kept` says what `make` needs of some rows, which are all in memory at once, and `chosen` is as
    for a Table.
    """

    name: str
    title: str
    caption: str
    questions: tuple[str, ...]
    make: Callable[[Frames], Sequence[Panel | Map]]
    kept: Kept | None = None
    chosen: Kept | None = None
    finding: str = ""
    sub: str = ""
    note: str = ""
    alt: str = ""


@dataclass(frozen=True)
class Listing:
    """One game or plan, step by step: a table for the terminal, with a closing line."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[Sequence[object]]
    note: str = ""


@dataclass(frozen=True)
class Show:
    """Something to look at on a terminal; `listings(rng, **params)` yields what is printed.

    `rng` is a `numpy.random.Generator`, seeded by the caller.
    """

    name: str
    meaning: str
    parameters: tuple[AnyParameter, ...]
    listings: Callable[..., Iterator[Listing]]
    objection: Callable[..., str | None] | None = None


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
    rules: str = ""
    """The rules, in two sentences."""
    story: tuple[Headline, ...] = ()
    """The answers that the report tells first; unless given, those of the first questions."""
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    shows: tuple[Show, ...] = ()
    findings: tuple[Finding, ...] = ()
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
