"""Tables on disk: CSV with all digits for programs, Markdown with sensible ones for people."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from sweepstake.puzzle.display import Frames, Puzzle, Table

LONGEST = 48


def write(table: Table, parts: Iterable[Frames], csv: Path, markdown: Path) -> None:
    """Make `table` of the answers in `parts` and write it twice."""
    every = [table.make(frames) for frames in parts]
    made = pd.concat([part for part in every if len(part)] or every[:1], ignore_index=True)
    made.to_csv(csv, index=False, lineterminator="\n")
    body = as_markdown(made, dict(table.formats))
    markdown.write_text(f"# {table.title}\n\n{table.caption}\n\n{body}\n")


def write_findings(puzzles: list[Puzzle], names: Iterable[str], csv: Path, markdown: Path) -> None:
    """What the sources left open or got wrong, and the answers that tables beside `csv` show.

    `names` are those of the tables that were made.
    """
    there = {*names}
    rows = [
        (puzzle.title, f.asked, f.answer, f.shown_by)
        for puzzle in puzzles
        for f in puzzle.findings
        if f.table in there and f.holds(pd.read_csv(csv.parent / f"{f.table}.csv"))
    ]
    made = pd.DataFrame(rows, columns=["puzzle", "left open or wrong", "answer", "shown by"])
    made.to_csv(csv, index=False, lineterminator="\n")
    markdown.write_text(f"# Findings\n\n{as_markdown(made, {}, longest=10_000)}\n")


def as_markdown(frame: pd.DataFrame, formats: dict[str, str], longest: int = LONGEST) -> str:
    """`frame` as a Markdown table; numbers stand right, and a longer text is shortened.

    >>> print(as_markdown(pd.DataFrame({"n": [2], "p": [0.5]}), {"p": ".1%"}))
    | n | p |
    | ---: | ---: |
    | 2 | 50.0% |
    """
    sides = ["---:" if pd.api.types.is_numeric_dtype(frame[name]) else ":---" for name in frame]
    lines = [list(map(str, frame.columns)), sides]
    for row in frame.itertuples(index=False):
        named = zip(frame.columns, row, strict=True)
        lines.append([_cell(value, formats.get(str(name), ""), longest) for name, value in named])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Any, spec: str, longest: int) -> str:
    if value is None or value is pd.NA or value != value:
        return ""
    text = format(value, spec or (".10g" if isinstance(value, float) else ""))
    text = text.replace("|", "\\|")
    return text if len(text) <= longest else f"{text[: longest - 4]} ..."
