"""The page of a config, made of the files of its results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Puzzle, Table
from sweepstake.report.contents import Contents
from sweepstake.report.page import rows
from sweepstake.report.page.checks import checks, coverage
from sweepstake.report.page.model import Page, Section, ShownFinding, Words
from sweepstake.report.page.plots import plot
from sweepstake.report.page.runs import runs

Found = Mapping[str, list[ShownFinding]]


def page(contents: Contents, results: Path) -> Page:
    """The page that shows the files below `results`, which `contents` calls for."""
    found = _findings(contents, results / "tables" / "findings.csv")
    return Page(
        sweeps=len(contents.sweeps),
        sections=tuple(_section(contents, one, found, results) for one in contents.puzzles),
        checks=checks(results / "checks.csv"),
        coverage=coverage(results / "tables" / "coverage.csv"),
        runs=runs(contents.by_question, results),
    )


def _section(contents: Contents, puzzle: Puzzle, found: Found, results: Path) -> Section:
    asked = {q.name: q.text for q in puzzle.questions if q.name in contents.by_question}
    tables = [table for table in contents.tables.values() if table.questions[0] in asked]
    plots = [one for one in contents.plots.values() if one.questions[0] in asked]
    drawn = (plot(words := _plot(one), results / words.file) for one in plots)
    return Section(
        anchor=f"puzzle-{puzzle.name}",
        title=puzzle.title,
        source=puzzle.source,
        questions=tuple(asked.items()),
        findings=tuple(found.get(puzzle.name, ())),
        plots=tuple(sorted(drawn, key=lambda one: not one.wide)),
        tables=tuple(
            rows.read(_table(one), results / ".page" / f"{one.name}.json") for one in tables
        ),
    )


def _table(table: Table) -> Words:
    file = f"tables/{table.name}.csv"
    return Words(f"table-{table.name}", table.title, table.caption, file)


def _plot(plot: Plot) -> Words:
    return Words(f"plot-{plot.name}", plot.title, plot.caption, f"plots/{plot.name}.svg")


def _findings(contents: Contents, file: Path) -> Found:
    """The findings in `file` by their puzzles' names."""
    found: dict[str, list[ShownFinding]] = {}
    for _, asked, answer, shown_by in pd.read_csv(file, keep_default_na=False).values.tolist():
        table = contents.tables[Path(shown_by).stem]
        puzzle = register.puzzle_of(table.questions[0]).name
        found.setdefault(puzzle, []).append(ShownFinding(asked, answer, _table(table)))
    return found
