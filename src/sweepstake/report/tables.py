"""Tables on disk: CSV with all digits for programs, Markdown with a few digits for people.

Control characters, such as terminal commands, are escaped in both.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

import pandas as pd

from sweepstake.puzzle.display import Frames, Table
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.story import Finding
from sweepstake.text import numbers, words
from sweepstake.text.shown import printable, writable

MAX_CELL = 48
"""The most characters of a cell for people."""
NONE: Mapping[str, str] = MappingProxyType({})
TO_END = 1.96
"""Standard errors from an estimate to the end of its 95 % interval."""
FINDINGS = ["puzzle", "left open or wrong", "answer", "shown by"]


def write(
    table: Table, parts: Iterable[Frames], csv: Path, markdown: Path, left_out: str = ""
) -> pd.DataFrame:
    """Make `table` from the answers in `parts`, write both files, and return it.

    The text `left_out`, below the caption, says which answers the table lacks.
    """
    made = [table.make(frames) for frames in parts]
    frame = pd.concat([part for part in made if len(part)] or made[:1], ignore_index=True)
    write_csv(frame, csv)
    body = as_markdown(printed(table, frame))
    above = [f"# {' '.join(table.title.split())}", table.caption, left_out]
    texts = map(in_markdown, filter(None, above))
    markdown.write_text(writable("\n\n".join([*texts, body]) + "\n"), "utf-8")
    return frame


def write_findings(
    puzzles: Iterable[Puzzle], names: Container[str], csv: Path, markdown: Path
) -> None:
    """Write the findings that the tables in the folder of `csv` show.

    `names` are the names of the tables that were made.
    """
    rows = [
        (puzzle.title, finding.asked, finding.answer, finding.shown_by)
        for puzzle in puzzles
        for finding in shown_findings(puzzle, names, csv.parent)
    ]
    frame = pd.DataFrame(rows, columns=FINDINGS)
    write_csv(frame, csv)
    text = f"# Findings\n\n{as_markdown(in_words(frame, longest=10_000))}\n"
    markdown.write_text(writable(text), "utf-8")


def shown_findings(puzzle: Puzzle, names: Container[str], folder: Path) -> Iterator[Finding]:
    """The findings of a puzzle that the tables with these names show."""
    for finding in puzzle.findings:
        if finding.table in names:
            table = read_csv(folder / f"{finding.table}.csv")
            if len(table) and is_true(finding.holds, table):
                yield finding


def is_true(holds: Callable[[Any], bool], content: Any) -> bool:
    """True if a declared condition holds; False if it raises LookupError, as for missing rows."""
    try:
        return bool(holds(content))
    except LookupError:
        return False


@dataclass(frozen=True)
class Printed:
    """A table as text; each column has a name, and True if it is aligned right (numbers)."""

    columns: list[tuple[str, bool]]
    rows: list[tuple[str, ...]]


def printed(table: Table, frame: pd.DataFrame) -> Printed:
    """The whole table `frame` as text for people."""
    return in_words(seen(table, frame), table.formats, table.errors, table.headings)


def seen(table: Table, frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of the whole table `frame` that are shown to people."""
    return table.shown(frame) if table.shown else frame


def in_words(
    frame: pd.DataFrame,
    formats: Mapping[str, str] = NONE,
    errors: Mapping[str, str] = NONE,
    headings: Mapping[str, str] = NONE,
    longest: int = MAX_CELL,
) -> Printed:
    """`frame` as text: estimates with half of their interval, and texts above `longest` shortened.

    `headings` replace the names of columns.
    """
    errors = {name: error for name, error in errors.items() if {name, error} <= {*frame.columns}}
    names = [str(name) for name in frame if name not in errors.values()]
    columns = {
        name: [
            _pair(value, error, formats.get(name, ""))
            for value, error in zip(frame[name], frame[errors[name]], strict=True)
        ]
        if name in errors
        else [cell(value, formats.get(name, ""), longest) for value in frame[name]]
        for name in names
    }
    numeric = frame[names].select_dtypes("number")
    header = [(headings.get(name, name), name in numeric) for name in names]
    return Printed(header, list(zip(*columns.values(), strict=True)))


def as_markdown(table: Printed) -> str:
    """The table in Markdown.

    >>> frame = pd.DataFrame({"n": [2], "p": [0.5], "error": [0.01]})
    >>> print(as_markdown(in_words(frame, errors={"p": "error"})))
    | n | p |
    | ---: | ---: |
    | 2 | 0.500 ± 0.020 |
    """
    names = [in_markdown(printable(name)) for name, _ in table.columns]
    sides = ["---:" if right else ":---" for _, right in table.columns]
    rows = [tuple(map(in_markdown, row)) for row in table.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in [names, sides, *rows])


def in_markdown(text: str) -> str:
    r"""`text` as Markdown that shows it: no HTML, mathematics, code, link or cell begins in it.

    >>> in_markdown("<b>`$x$`|</b> <1 &amp; [a](b)")
    '&lt;b>\\`\\$x\\$\\`\\|&lt;/b> <1 &amp;amp; [a]\\(b)'
    """
    text = re.sub(r"[\\`$|]|(?<=\])\(", r"\\\g<0>", re.sub(r"&(?=#|\w+;)", "&amp;", text))
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", text)


def _missing(value: Any) -> bool:
    return bool(value is None or value is pd.NA or value != value)


def _pair(value: Any, error: Any, spec: str) -> str:
    """An estimate with half of its 95 % interval; without an error, only the number."""
    if _missing(value) or _missing(error) or not error:
        return cell(value, spec, MAX_CELL)
    return words.plus_minus(float(value), TO_END * float(error))


def cell(value: Any, spec: str = "", longest: int = sys.maxsize) -> str:
    """A value as text: empty if it is missing; a float with few digits unless `spec` is given."""
    if _missing(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    is_plain = isinstance(value, float) and not spec
    text = numbers.plain(value) if is_plain else printable(numbers.raised(format(value, spec)))
    return text if len(text) <= longest else f"{text[: longest - 4]} ..."


def csv_cell(value: Any) -> Any:
    r"""`value` as it is written; only a text with control characters changes.

    >>> csv_cell("a\x1b[2J"), csv_cell(-3)
    ('a\\x1b[2J', -3)
    """
    return printable(value) if isinstance(value, str) else value


def write_csv(frame: pd.DataFrame, file: Path | TextIO) -> None:
    """Write `frame` with all digits; a missing value is an empty cell."""
    safe = frame.copy()
    for name in frame.select_dtypes(exclude=["number", "bool"]):
        # Series.map would turn integers beside gaps into floats
        safe[name] = pd.Series([*map(csv_cell, frame[name])], frame.index, object)
    safe = safe.set_axis([*map(csv_cell, frame)], axis=1)
    safe.to_csv(file, index=False, lineterminator="\n")


def read_csv(file: Path, words: Iterable[str] = ()) -> pd.DataFrame:
    """The contents of such a file; `nan` and `null` are ordinary texts.

    An empty cell is a missing value, or an empty text in the columns `words`.
    """
    types, empty = dict.fromkeys(words, str), dict.fromkeys(words, "")
    frame = pd.read_csv(
        file, keep_default_na=False, na_values=[""], dtype=types, skip_blank_lines=False
    )
    return frame.fillna(empty)
