"""The content of a config's page for the templates, read from the files of its results.

A section is one puzzle. A table has a `title` and a `caption`, `columns` (each with a name and True
if it is aligned right, as numbers are), the shown `rows`, the `total` number of rows, and the
number of shown rows at the `usual` parameters.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any

from sweepstake.puzzle.display import Table
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.report.contents import Contents
from sweepstake.report.page import checks, runs
from sweepstake.report.story import items
from sweepstake.report.story.items import Item
from sweepstake.report.tables import shown_findings
from sweepstake.text import words
from sweepstake.text.shown import duration, printable

MOST_BYTES = 600_000
"""Limit of charts and rows of tables in bytes, so that the page is smaller than a megabyte."""
CELL = 10
"""Bytes of the HTML around the text of a cell."""
MOST_FILES = 3
COMPUTING = "of computing, on one core, for all answers"


def page(contents: Contents, results: Path) -> dict[str, Any]:
    """The content of the page, read from the files in `results` of the artefacts in `contents`."""
    answers, confirmed, covered = checks.coverage(results / "tables" / "coverage.csv")
    compared, failed = checks.counts(results / "checks.parquet")
    chunks = runs.chunks(contents.by_question, results)
    room, sections = MOST_BYTES, []
    for puzzle in contents.puzzles:
        section = _section(contents, puzzle, failed, results)
        room = _fit(section, room)
        sections.append(section)
    number = f"{words.counted(len(sections)).capitalize()} puzzles, answered"
    return {
        "title": sections[0]["title"] if len(sections) == 1 else number,
        "sections": sections,
        "confirmed": f"{confirmed}. {_compared(compared, failed.total())}",
        "failed": checks.failed(results / "checks.csv", failed.total()),
        "numbers": [
            (f"{answers:,}", "answers"),
            (f"{len(contents.by_question):,}", "questions"),
            (f"{int(runs.total(chunks, 'trials')):,}", "simulated trials"),
            (duration(float(runs.total(chunks, "seconds"))), COMPUTING),
            (f"{compared:,}", "comparisons"),
        ],
        "coverage": covered,
        "versions": runs.versions(chunks),
    }


def _compared(compared: int, failed: int) -> str:
    if not compared:
        return "Nothing could be compared."
    return f"Of {compared:,} comparisons, {f'{failed:,}' if failed else 'none'} failed."


def _section(
    contents: Contents, puzzle: Puzzle, failed: Counter[str], results: Path
) -> dict[str, Any]:
    story = items.read(results / ".page" / f"{puzzle.name}.story.json")
    tables = {
        name: _table(contents, table, results / ".page" / f"{name}.json")
        for name, table in contents.tables_of(puzzle).items()
    }
    plots = contents.plots_of(puzzle)
    return {
        "anchor": f"puzzle-{puzzle.name}",
        "title": puzzle.title,
        "rules": puzzle.rules,
        "source": puzzle.source,
        "story": [_doubted(answer, failed[answer["question"]]) for answer in story],
        "findings": [
            {
                "says": finding.sentence,
                "asked": printable(finding.asked),
                "answer": printable(finding.answer),
                "table": tables[finding.table],
            }
            for finding in shown_findings(puzzle, tables, results / "tables")
        ],
        "tables": [*tables.values()],
        "plots": [(plot.title, f"plots/{name}.svg") for name, plot in plots.items()],
    }


def _doubted(answer: Item, failed: int) -> Item:
    """The answer, marked "in doubt" if some checks of its question have failed."""
    if not failed:
        return answer
    sure = f": {failed:,} check{' has' if failed == 1 else 's have'} failed"
    return answer | {"colour": "bad", "known": "in doubt", "sure": sure}


def _table(contents: Contents, table: Table, file: Path) -> dict[str, Any]:
    """A table of the page, with an anchor and the files with all rows and digits."""
    answers = [name.removeprefix("results/") for name in contents.files([table])]
    kept: dict[str, Any] = json.loads(file.read_text())
    return kept | {
        "anchor": f"table-{table.name}",
        "title": table.title,
        "caption": f"{table.caption} {kept['more']}".rstrip(),
        "files": [f"tables/{table.name}.csv", *(answers if len(answers) <= MOST_FILES else [])],
    }


def _fit(section: dict[str, Any], room: int) -> int:
    """Remove charts and rows that don't fit into `room` bytes; returns the remaining bytes."""
    section["left_out"] = 0
    for answer in section["story"]:
        kept: list[dict[str, Any]] = []
        for chart in answer["charts"]:
            if (size := len(chart["wide"]) + len(chart["slim"])) <= room:
                kept.append(chart)
                room -= size
            else:
                section["left_out"] += 1
        answer |= {"charts": kept, "is_pair": _is_pair(kept)}
    for table in section["tables"]:
        sizes = (sum(len(cell.encode()) + CELL for cell in row) for row in table["rows"])
        left = [room - size for size in accumulate(sizes)]
        fit = sum(size >= 0 for size in left)
        room = left[fit - 1] if fit else room
        table |= {"rows": table["rows"][:fit], "usual": min(table["usual"], fit)}
    return room


def _is_pair(charts: list[dict[str, Any]]) -> bool:
    """True if these are two small panels of one plot, which stand side by side."""
    small = len(charts) == 2 and all(chart["is_small"] for chart in charts)
    return small and len({chart["plot"] for chart in charts}) == 1
