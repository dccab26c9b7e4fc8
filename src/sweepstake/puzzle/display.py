"""The tables and figures of a puzzle's answers, and listings of a single game.

A puzzle declares them as values of these types; `sweepstake.report` and the command line draw,
write and print them. `by_point` groups the rows of stored answers, to make tables from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sweepstake.errors import InputError
from sweepstake.puzzle.method import Takes, always
from sweepstake.puzzle.parameter import AnyParameter

if TYPE_CHECKING:
    import pandas as pd

Frames = Mapping[str, "pd.DataFrame"]
Kept = Callable[["pd.DataFrame"], "pd.DataFrame"]
Methods = Mapping[str, "pd.DataFrame"]
Values = Any  # a list, an array or a column of numbers
Mark = Literal["line", "dashes", "points", "joined", "crosses", "steps", "bars", "spans"]
MAX_BARS = 30
"""A series of more bars is drawn as one outlined area."""


def declared(frames: Frames) -> Any:
    """The default of `make`, for declared columns or panels, which the report makes itself."""
    raise TypeError("its columns or panels are declared; the report makes it")


@dataclass(frozen=True)
class Table:
    """A table of the answers to `questions`: declare `columns`, or give `make`, or get the default.

    Each of `columns` names a number of the first question's answers as the prompt does, and the
    methods to take it from, the best first ("mean:plays, chain, simulate"; "computed" means every
    method that doesn't sample); `.standard_error`, `.low`, `.high` or `.exact` may follow the name
    ("won.low, simulate"). It may also be a function of the columns before it. There is a row for
    each set of parameters, or with `by_method` one for each method; `rows` picks some.

    `make` gets a dict with a frame for each question, and returns a frame of numbers, not text.
    `formats` has the format of each column. `errors` names, for a column, the column with its
    standard error; the two are printed as `293.94 ± 0.02`. `shown` turns the result of `make` into
    the rows that people see, and `headings` has what they see above a column instead of its name.

    `make` gets all rows at once, or those that `kept` picks. Declared columns are made of some sets
    of parameters at a time, unless `kept` is given, so each of their rows depends on one set.

    `chosen` picks the sets of parameters that are read. It gets a frame with one row for each set:
    its parameters and its `number of rows`, and returns some of these rows.
    """

    name: str
    title: str
    caption: str
    questions: tuple[str, ...]
    make: Callable[[Frames], pd.DataFrame] = declared
    formats: Mapping[str, str] = field(default_factory=dict)
    kept: Kept | None = None
    chosen: Kept | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
    shown: Kept | None = None
    columns: Mapping[str, str | Callable[[Any], Any]] = field(default_factory=dict)
    by_method: bool = False
    rows: Kept | None = None
    headings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Series:
    """One line, cloud of points or row of bars.

    `error` is the standard error of each sampled value, and NaN for a computed value.

    `joined` marks are points with a thin line between neighbours. `spans` have a panel of their
    own: `y` holds the means, and `quantiles` the quantiles of 5, 25, 50, 75 and 95 %. A series is
    drawn like the one whose label `like` names. The `usual` line has a colour, and others are grey.
    `weighted` points are diamonds. `trials` has the number for each point, or
    one for all points together.
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
            raise InputError(f"a series has {counts}; allowed: as many of each")

    @property
    def sampled(self) -> list[bool]:
        """For each value: True if it was sampled, False if it was computed."""
        return [
            error == error for error in ([nan] * len(self.x) if self.error is None else self.error)
        ]


class Middle(NamedTuple):
    """The numbers that a chart names: quantiles of 25, 50, 75 and 95 %, and the mean in words."""

    first: float
    median: float
    third: float
    most: float
    mean: float
    mean_in_words: str


@dataclass(frozen=True)
class Panel:
    """One pair of axes; the labels carry the units.

    With `zero` the vertical axis begins at 0. If the `x` of the series are words, `words` gives
    their order. `levels` are names of the heights 0, 1, and so on. `finding` says in a sentence
    what the chart shows, and is put above it. At the `usual` value of `x`, the usual line (or else
    the first) has a larger dot with its value in `unit`. `middle` is for a single series of many
    bars, drawn as an area. The heights of `is_share` are probabilities, written in percent; those
    of `is_spread` belong to the outcomes of one distribution, put into bins of `bin_width`.
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
    levels: Sequence[str] = ()
    is_share: bool = False
    is_spread: bool = False
    bin_width: int = 0

    @property
    def has_spans(self) -> bool:
        """True if it has spans, which are drawn from the top down."""
        return any(series.mark == "spans" for series in self.series)

    def values(self, label: str = "") -> dict[Any, float]:
        """The values by their `x`, in the series `label`, by default the usual or the first one.

        IndexError if the series doesn't exist.
        """
        named = [series for series in self.series if series.label == label]
        usual = [series for series in self.series if series.usual] or self.series
        series = (named if label else usual)[0]
        return dict(zip(series.x, map(float, series.y), strict=True))


@dataclass(frozen=True)
class Map:
    """A heat map: a number for each pair of words; NaN where a number is missing.

    `finding` says in a sentence what it shows, and is put above the chart. Numbers are written in
    `format`; if it is a format of whole numbers, a number between 0 and 1 is written "<1". If the
    numbers are 0, 1, and so on, `levels` (two to five) names them: the map has a colour for each.
    """

    title: str
    x: str
    y: str
    columns: Sequence[str]
    rows: Sequence[str]
    values: Sequence[Sequence[float]]
    """The rows from top to bottom, each with a number for every column."""
    finding: str = ""
    format: str = ".3g"
    levels: Sequence[str] = ()


@dataclass(frozen=True)
class Lines:
    """A panel of lines: a number `y`, named as at the prompt ("mean:plays"), against a parameter.

    There is a line for each set of values of the parameters `by`; each other parameter that has a
    default is fixed at it, or at the nearest value. Without `by`, there is a line for each set of
    values of all parameters. There is also a line for each of several `y`, a dict by label; by
    default the first outcome is drawn. `label` is the template of a line's label ("{} face down").
    `rows` picks rows of the summed up answers and may add columns to draw (one named `y` with
    `.standard_error` after that has the errors). With `each`, there is a panel for
    each value of that parameter, and the value is put in the `title`. With `spans`, each value of
    `x` has the quantiles and the mean of the first outcome instead, from the best method. `dashed`
    columns, by label, are added as grey dashes: approximations and limits.

    The `finding` is put above the panel if `holds` is true of the panel (a LookupError counts as
    false); otherwise a sentence made from the numbers is put there.
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
    dashed: Mapping[str, str] = field(default_factory=dict)
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
    """Charts of the answers to `questions`: `panels`, or the result of `make`, or the default.

    For the first chart, `finding` says in a sentence what it shows, `sub` what is drawn and in
    which units, `note` how to read it, and `alt` describes it; each has a default. `kept` and
    `chosen` are as for a Table.
    """

    name: str
    title: str
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
class Show(Takes):
    """Something to show in a terminal; `listings(rng, **params)` yields what is printed.

    `rng` is a `numpy.random.Generator`, seeded by the caller. `hands`, if there is one, yields the
    same game with whole hands, for the option `--hands`.
    """

    name: str
    meaning: str
    parameters: tuple[AnyParameter, ...]
    listings: Callable[..., Iterator[Listing]]
    objection: Callable[..., str | None] = always
    hands: Callable[..., Iterator[Listing]] | None = None


def by_point(keys: Sequence[str], frame: pd.DataFrame) -> Iterator[tuple[dict[str, Any], Methods]]:
    """The parameters `keys` of each point, and the rows of each method there."""
    for _, rows in frame.groupby(list(keys), sort=True):
        point = {key: rows[key].tolist()[0] for key in keys}
        yield point, {str(method): part for method, part in rows.groupby("method", sort=True)}
