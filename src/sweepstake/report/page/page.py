"""The page of a config, made of the files of its results."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Puzzle, Table
from sweepstake.report.contents import Contents
from sweepstake.report.csv import read
from sweepstake.report.page import rows, runs
from sweepstake.report.page.checks import checks, coverage
from sweepstake.report.page.model import Page, Section, ShownFinding, ShownPlot, Words
from sweepstake.report.tables import FINDINGS

Found = Mapping[str, list[ShownFinding]]
SIZE = re.compile(rb'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')
POINT = 96 / 72
"""Pixels of a point."""


def page(contents: Contents, results: Path) -> Page:
    """The page that shows the files below `results`, which `contents` calls for."""
    findings = _findings(contents, results / "tables" / "findings.csv")
    every, failed, by_question = checks(results / "checks.csv")
    points, confirmed, covered = coverage(results / "tables" / "coverage.csv")
    by_sweep = runs.read(contents.by_question, results)
    chunks = runs.once(contents.by_question, by_sweep)
    return Page(
        sections=tuple(_section(contents, one, findings, results) for one in contents.puzzles),
        sweeps=len(contents.sweeps),
        points=points,
        chunks=len(chunks),
        trials=int(runs.total(chunks, "trials")),
        checks=every,
        failed_checks=failed,
        checks_by_question=by_question,
        confirmed=confirmed,
        coverage=covered,
        computed=runs.computed(chunks),
        runs=runs.by_sweep({name: by_sweep[name] for name in contents.sweeps}),
        versions=runs.versions(chunks),
    )


def _section(contents: Contents, puzzle: Puzzle, found: Found, results: Path) -> Section:
    asked = {q.name: q.text for q in puzzle.questions if q.name in contents.by_question}
    shown = [table for table in contents.tables.values() if table.questions[0] in asked]
    drawn = [_plot(one, results) for one in contents.plots.values() if one.questions[0] in asked]
    return Section(
        anchor=f"puzzle-{puzzle.name}",
        title=puzzle.title,
        source=puzzle.source,
        questions=tuple(asked.items()),
        findings=tuple(found.get(puzzle.name, ())),
        plots=tuple(sorted(drawn, key=lambda one: not one.wide)),
        tables=tuple(
            rows.read(_table(one), results / ".page" / f"{one.name}.json") for one in shown
        ),
    )


def _table(table: Table) -> Words:
    file = f"tables/{table.name}.csv"
    return Words(f"table-{table.name}", table.title, table.caption, file)


def _plot(plot: Plot, results: Path) -> ShownPlot:
    """An image that holds its SVG, so that no two share an id."""
    words = Words(f"plot-{plot.name}", plot.title, plot.caption, f"plots/{plot.name}.svg")
    svg = (results / words.file).read_bytes()
    size = SIZE.search(svg)
    width, height = (round(float(n) * POINT) for n in size.groups()) if size else (640, 480)
    return ShownPlot(words, f"data:image/svg+xml;base64,{b64encode(svg).decode()}", width, height)


def _findings(contents: Contents, file: Path) -> Found:
    """The findings in `file` by their puzzles' names."""
    found: dict[str, list[ShownFinding]] = {}
    for _, asked, answer, shown_by in read(file, FINDINGS).values.tolist():
        table = contents.tables[Path(shown_by).stem]
        puzzle = register.puzzle_of(table.questions[0]).name
        found.setdefault(puzzle, []).append(ShownFinding(asked, answer, _table(table)))
    return found
