"""What stands on the page, as values; `written` makes HTML of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Column(NamedTuple):
    """A column: `right` if its cells stand right, `numeric` if they are sorted as numbers."""

    name: str
    right: bool
    numeric: bool


class Cell(NamedTuple):
    """What a cell shows, and the number that it is sorted by if the text is not that number."""

    text: str
    value: str = ""


class Words(NamedTuple):
    """What is said of a table or a plot, the name of its place on the page, and its file."""

    anchor: str
    title: str
    caption: str
    file: str


@dataclass(frozen=True)
class ShownTable:
    """A table: the first of `total` rows for people, made of the `filed` rows of its file.

    `filed` is 0 if it sums up a file that is no such table.
    """

    words: Words
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: int
    filed: int


@dataclass(frozen=True)
class ShownPlot:
    """A plot: an address that holds all of its SVG, and its size in pixels."""

    words: Words
    address: str
    width: int
    height: int

    @property
    def wide(self) -> bool:
        """Does it need the whole width of the page?"""
        return self.width > 1.8 * self.height


@dataclass(frozen=True)
class ShownFinding:
    """What was asked, the answer, and what is said of the table that shows it."""

    asked: str
    answer: str
    table: Words


@dataclass(frozen=True)
class Section:
    """One puzzle: its questions (name and text), findings, plots and tables."""

    anchor: str
    title: str
    source: str
    questions: tuple[tuple[str, str], ...]
    findings: tuple[ShownFinding, ...]
    plots: tuple[ShownPlot, ...]
    tables: tuple[ShownTable, ...]

    @property
    def headline(self) -> ShownPlot:
        """The first plot that can be read in a third of the page; else the first."""
        return next((plot for plot in self.plots if not plot.wide), self.plots[0])


@dataclass(frozen=True)
class Page:
    """The whole page."""

    sections: tuple[Section, ...]
    sweeps: int
    points: int
    chunks: int
    trials: int
    checks: ShownTable
    failed_checks: ShownTable
    checks_by_question: ShownTable
    confirmed: str
    """How many points another method confirms, in a sentence."""
    coverage: ShownTable
    computed: str
    """How much was computed, by whom and when, in a sentence."""
    runs: ShownTable
    versions: ShownTable

    @property
    def found(self) -> list[Section]:
        """The puzzles that have findings."""
        return [section for section in self.sections if section.findings]

    @property
    def headlines(self) -> list[ShownPlot]:
        """Three plots, as far as there are any: one of each puzzle, those with findings first."""
        drawn = [section for section in self.sections if section.plots]
        drawn.sort(key=lambda section: not section.findings)
        every = [s.headline for s in drawn] + [plot for s in drawn for plot in s.plots]
        return list({plot.words.anchor: plot for plot in every}.values())[:3]
