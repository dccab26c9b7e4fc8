"""The page of a config, made of the files of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from sweepstake.puzzle.display import Plot, Table
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.report.contents import Contents
from sweepstake.report.csv import read
from sweepstake.report.page import checks, rows, runs
from sweepstake.report.page.model import Page, Section, ShownFinding, ShownTable, Words
from sweepstake.report.story import item
from sweepstake.report.story.item import Chart, Item
from sweepstake.report.tables import FINDINGS
from sweepstake.text.shown import duration, printable

MOST_BYTES = 600_000
"""Bytes of charts and rows of tables; the rest is left out, so the page is under a megabyte."""
CELL = 10
"""Bytes around the text of a cell."""
MOST_FILES = 3


def page(contents: Contents, results: Path) -> Page:
    """The page that shows the files below `results`, which `contents` calls for."""
    answers, confirmed, covered = checks.coverage(results / "tables" / "coverage.csv")
    compared, failed = checks.counts(results / "checks.parquet")
    chunks = runs.chunks(contents.by_question, results)
    numbers = (
        (f"{answers:,}", "answers"),
        (f"{len(contents.by_question):,}", "questions"),
        (f"{int(runs.total(chunks, 'trials')):,}", "simulated trials"),
        (
            duration(float(runs.total(chunks, "seconds"))),
            "of computing, on one core, for all answers",
        ),
        (f"{compared:,}", "comparisons"),
    )
    room, sections = MOST_BYTES, []
    for puzzle in contents.puzzles:
        section, room = _fitting(_section(contents, puzzle, failed, results), room)
        sections.append(section)
    return Page(
        sections=tuple(sections),
        confirmed=f"{confirmed}. {_compared(compared, failed.total())}",
        failed=checks.failed(results / "checks.csv", failed.total()),
        numbers=numbers,
        coverage=covered,
        versions=runs.versions(chunks),
    )


def _compared(compared: int, failed: int) -> str:
    if not compared:
        return "Nothing could be compared."
    return f"Of {compared:,} comparisons, {f'{failed:,}' if failed else 'none'} failed."


def _section(contents: Contents, puzzle: Puzzle, failed: Counter[str], results: Path) -> Section:
    story = item.read(results / ".page" / f"{puzzle.name}.story.json")
    drawn = contents.plots_of(puzzle).values()
    return Section(
        anchor=f"puzzle-{puzzle.name}",
        title=puzzle.title,
        rules=puzzle.rules,
        source=puzzle.source,
        story=tuple(_doubted(answer, failed[answer.question]) for answer in story),
        findings=tuple(_findings(contents, puzzle, results / "tables" / "findings.csv")),
        tables=tuple(
            rows.read(
                _words(table), results / ".page" / f"{table.name}.json", _files(contents, table)
            )
            for table in contents.tables_of(puzzle).values()
        ),
        plots=tuple((plot.title, f"plots/{plot.name}.svg") for plot in drawn),
    )


def _doubted(answer: Item, failed: int) -> Item:
    """The answer, marked as in doubt if some checks of its question have failed."""
    if not failed:
        return answer
    sure = f": {failed:,} check{' has' if failed == 1 else 's have'} failed"
    return replace(answer, colour="bad", known="in doubt", sure=sure)


def _fitting(section: Section, room: int) -> tuple[Section, int]:
    """The section with the charts and rows that fit into `room` bytes, and the bytes left."""
    story: list[Item] = []
    left_out = 0
    for answer in section.story:
        kept: list[Chart] = []
        for chart in answer.charts:
            if (size := len(chart.wide) + len(chart.slim)) <= room:
                kept.append(chart)
                room -= size
            else:
                left_out += 1
        story.append(replace(answer, charts=tuple(kept)))
    shown: list[ShownTable] = []
    for table in section.tables:
        sizes = (sum(len(cell.encode()) + CELL for cell in row) for row in table.rows)
        left = [room - size for size in accumulate(sizes)]
        fit = sum(size >= 0 for size in left)
        room = left[fit - 1] if fit else room
        shown.append(replace(table, rows=table.rows[:fit], usual=min(table.usual, fit)))
    fitting = replace(section, story=tuple(story), tables=tuple(shown), left_out=left_out)
    return fitting, room


def _words(table: Table) -> Words:
    file = f"tables/{table.name}.csv"
    return Words(f"table-{table.name}", table.title, table.caption, file)


def _files(contents: Contents, artefact: Table | Plot) -> tuple[str, ...]:
    files: Sequence[str] = contents.files([artefact])
    named = tuple(file.removeprefix("results/") for file in files)
    return named if len(named) <= MOST_FILES else ()


def _findings(contents: Contents, puzzle: Puzzle, file: Path) -> Iterator[ShownFinding]:
    """The findings of a puzzle that `file` lists."""
    shown = {(asked, answer) for _, asked, answer, _ in read(file, FINDINGS).values.tolist()}
    for finding in puzzle.findings:
        asked, answer = printable(finding.asked), printable(finding.answer)
        if (asked, answer) in shown:
            table = _words(contents.tables[finding.table])
            yield ShownFinding(finding.sentence, asked, answer, table)
