"""What a puzzle shows: tables and figures made of its answers, and listings of a single game.

These are values. A puzzle says what stands in a table or a figure; `sweepstake.report` and the
command line draw, write and print it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sweepstake.puzzle.lists import AnyParameter

if TYPE_CHECKING:
    import pandas as pd

    Frames = Mapping[str, pd.DataFrame]
else:
    Frames = Mapping

Kept = Callable[["pd.DataFrame"], "pd.DataFrame"]
Values = Any  # a list, an array or a column of numbers
Mark = Literal["line", "points", "joined", "crosses", "steps", "bars", "stacked", "spans"]


def declared(frames: Frames) -> Any:
    """Stand for `make` where columns or panels are declared; the report makes them."""
    raise TypeError("its columns or panels are declared; the report makes it")


@dataclass(frozen=True)
class Table:
    """A table of the answers to `questions`: of `columns`, or by `make`, or else the default one.

    Each of `columns` names a column of `sweepstake.summary` of the first question, and the methods
    to take it from, the best first ("mean plays, chain, simulate"; "computed" stands for all that
    compute), or is a function of the columns so far. There is a row for each set of parameters, or
    with `by_method` one for each method; `rows` picks some.

    `make` gets a frame for each question, by name, and returns numbers, not text; other fields say
    how to print them. `formats` has the format of a column, `errors` the column with the standard
    error of another, and the two are printed as `293.94 ± 0.02`. `shown` makes fewer rows, or
    another shape, of what `make` returns.

    If each row depends on one set of parameters, set `by_point`: `make` then gets some sets at a
    time, in order. Otherwise all rows are in memory at once; `kept` picks what `make` needs.

    `chosen` picks the sets of parameters that are read: it gets a frame with a row for each, the
    parameters and the `number of rows` of its answers, and returns some of its rows. Columns that
    it adds stand in the rows that `make` gets.
    """

    name: str
    title: str
    caption: str
    questions: tuple[str, ...]
    make: Callable[[Frames], pd.DataFrame] = declared
    formats: Mapping[str, str] = field(default_factory=dict)
    by_point: bool = False
    kept: Kept | None = None
    chosen: Kept | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
    shown: Kept | None = None
    columns: Mapping[str, str | Callable[[Any], Any]] = field(default_factory=dict)
    by_method: bool = False
    rows: Kept | None = None


@dataclass(frozen=True)
class Series:
    """One line, cloud of points or row of bars. `error` is one standard error, both ways.

    Marks that are `joined` are points with a thin line from one to the next; `stacked` bars stand
    upon those of the series before. Of `spans`, which have a panel of their own, `y` are means and
    `quantiles` those of 5, 25, 50, 75 and 95 %. A series that is `like` another, by its label, is
    drawn like it. The `usual` line has a colour, and others are grey. Points that are `weighted`
    are diamonds. `trials` are those of each point, or one number of all points together.
    """

    label: str
    x: Values
    y: Values
    mark: Mark = "line"
    error: Values | None = None
    like: str = ""
    usual: bool = False
    weighted: bool = False
    quantiles: Values | None = None
    trials: Sequence[int] = ()

    def __post_init__(self) -> None:
        columns = {"x": self.x, "y": self.y, "error": self.error, "quantiles": self.quantiles}
        lengths = {name: len(values) for name, values in columns.items() if values is not None}
        if len({*lengths.values()}) > 1:
            counts = ", ".join(f"{length} of {name}" for name, length in lengths.items())
            raise ValueError(f"a series has {counts}; allowed: as many of each")


class Middle(NamedTuple):
    """What is named of a distribution: quantiles of 25, 50, 75 and 95 %, and the mean in words."""

    first: float
    median: float
    third: float
    most: float
    mean: float
    mean_in_words: str


@dataclass(frozen=True)
class Panel:
    """One pair of axes; the labels carry the units. With `zero` the vertical axis begins at 0,
    unless there are no bars and the values would fill less than half of it.

    Where `x` of the series are words, `words` says in which order they stand. `finding` is what it
    shows, as a sentence, and stands above the chart on the page. At the `usual` value of `x` the
    usual line, else the first, has a larger dot with its value, of which `unit` is the unit. The
    `middle` is that of a single series of many bars, which are drawn as an area.
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
    usual: float | str | None = None
    unit: str = ""
    middle: Middle | None = None

    @property
    def has_spans(self) -> bool:
        """Does it have spans, which are drawn from the top down?"""
        return any(series.mark == "spans" for series in self.series)

    def values(self, label: str = "") -> dict[Any, float]:
        """The values by their places: of the series `label`, else of the usual one or the first.

        An IndexError if there is none.
        """
        named = [series for series in self.series if series.label == label]
        usual = [series for series in self.series if series.usual] or self.series
        series = (named if label else usual)[0]
        return dict(zip(series.x, map(float, series.y), strict=True))


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
class Lines:
    """A panel of lines: columns `y` of `sweepstake.summary` against a parameter `x`.

    There is a line for each set of values of the parameters `by`, by default of all others that
    were swept, and for each of several `y`, which have their labels as keys; the first outcome is
    drawn by default. `label` is that of a line ("{} face down"). `rows` picks rows of the summary
    and may add columns to them, which can be drawn like others. With `each` there is a panel for
    each value of a parameter, which stands in the `title`. With `spans` there is no line: each
    value of `x` has the quantiles and the mean of the first outcome, by the best method.

    A `finding` stands above the panel if `holds` is true of it, a LookupError counting as false;
    else what the numbers say stands there.
    """

    x: str
    y: str | Mapping[str, str] = ""
    by: tuple[str, ...] | None = None
    label: str = ""
    rows: Kept | None = None
    each: str = ""
    title: str = ""
    x_axis: str = ""
    y_axis: str = ""
    log_x: bool | None = None
    log_y: bool | None = None
    zero: bool = False
    spans: bool = False
    finding: str = ""
    holds: Callable[[Panel], bool] | None = None


@dataclass(frozen=True)
class Spread:
    """A panel with the distribution of the first outcome at the usual parameters.

    `rows` picks some of the answers. `finding` and `holds` are as for Lines.
    """

    rows: Kept | None = None
    title: str = ""
    finding: str = ""
    holds: Callable[[Panel], bool] | None = None


@dataclass(frozen=True)
class Plot:
    """Charts of the answers to `questions`: `panels`, what `make` returns, or else the default.

    `finding` is what the first shows, as a sentence, `sub` says what is drawn and in which units,
    `note` what a reader has to know, and `alt` what there is to see; each has a default. `kept`
    and `chosen` are as for a Table.
    """

    name: str
    title: str
    caption: str
    questions: tuple[str, ...]
    make: Callable[[Frames], Sequence[Panel | Map]] = declared
    kept: Kept | None = None
    chosen: Kept | None = None
    finding: str = ""
    sub: str = ""
    note: str = ""
    alt: str = ""
    panels: Sequence[Lines | Spread] = ()


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

    `rng` is a `numpy.random.Generator`, seeded by the caller. `hands`, if there is one, yields the
    same game with whole hands, for the option `--hands`.
    """

    name: str
    meaning: str
    parameters: tuple[AnyParameter, ...]
    listings: Callable[..., Iterator[Listing]]
    objection: Callable[..., str | None] | None = None
    hands: Callable[..., Iterator[Listing]] | None = None
