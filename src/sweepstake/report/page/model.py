"""The contents of the page, as values; `written` makes HTML of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sweepstake.report.story.item import Item
from sweepstake.text import words


class Words(NamedTuple):
    """The title and the caption of a table, its anchor on the page, and its file."""

    anchor: str
    title: str
    caption: str
    file: str


class Column(NamedTuple):
    """A column: `right` if its cells stand right, as numbers do."""

    name: str
    right: bool


@dataclass(frozen=True)
class ShownTable:
    """A table: the first of `total` rows, of which `usual` are those of the usual parameters.

    `files` have all rows with all digits.
    """

    words: Words
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    total: int
    usual: int = 0
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownFinding:
    """A finding in a sentence, with its question, the whole answer, and the table."""

    says: str
    asked: str
    answer: str
    table: Words


@dataclass(frozen=True)
class Section:
    """One puzzle: its rules, answers, findings, tables, and the plots that are in files."""

    anchor: str
    title: str
    rules: str
    source: str
    story: tuple[Item, ...]
    findings: tuple[ShownFinding, ...]
    tables: tuple[ShownTable, ...]
    plots: tuple[tuple[str, str], ...] = ()
    """Title and file of each."""
    left_out: int = 0
    """Charts for which the page has no room."""


@dataclass(frozen=True)
class Page:
    """The whole page."""

    sections: tuple[Section, ...]
    confirmed: str
    """How many answers another method confirms, and how many comparisons there were."""
    failed: ShownTable
    numbers: tuple[tuple[str, str], ...]
    """The numbers of the run, each with what it counts."""
    coverage: ShownTable
    versions: ShownTable

    @property
    def title(self) -> str:
        """The title of the one puzzle, or how many there are."""
        if len(self.sections) == 1:
            return self.sections[0].title
        return f"{words.counted(len(self.sections)).capitalize()} puzzles, answered"
