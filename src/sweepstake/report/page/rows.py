"""Tables as the page shows them: the text that people read, and the number that sorts it.

What is shown of a table is written when the table is made, for then its columns have their types.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd

from sweepstake.puzzle.display import Table
from sweepstake.report import tables
from sweepstake.report.page.model import Cell, Column, ShownTable, Words

MOST = 2_000
"""Rows of a table that stand on the page."""
LONGEST, LONGEST_WORDS = 40, 400
"""Characters of a cell without and with spaces."""
FRACTION = re.compile(r"-?(?:0|[1-9]\d{0,3999})(?:/[1-9]\d{0,3999})?")


def write(table: Table, made: pd.DataFrame, file: Path, left_out: str = "") -> None:
    """Write what the page shows of `made`, the rows of `table`, and what these leave out."""
    frame = tables.seen(table, made)
    columns, rows = _shown(frame.head(MOST), table.formats, table.errors)
    kept = {"columns": columns, "rows": rows, "total": len(frame), "filed": len(made)}
    kept |= {"left out": left_out} if left_out else {}
    file.write_text(json.dumps(kept, separators=(",", ":")) + "\n")


def read(words: Words, file: Path) -> ShownTable:
    """The table that was written to `file`."""
    kept = json.loads(file.read_text())
    columns = tuple(Column(*column) for column in kept["columns"])
    rows = tuple(tuple(Cell(*cell) for cell in row) for row in kept["rows"])
    words = words._replace(caption=f"{words.caption} {kept.get('left out', '')}".rstrip())
    return ShownTable(words, columns, rows, kept["total"], kept["filed"])


def shown(
    words: Words,
    frame: pd.DataFrame,
    formats: Mapping[str, str],
    most: int = MOST,
    summary: bool = False,
) -> ShownTable:
    """The table of `frame`, its first rows only if it has more than `most`.

    It is the table in the file that the words name, or a `summary` of that.
    """
    columns, rows = _shown(frame.head(most), formats, {})
    return ShownTable(words, columns, rows, len(frame), 0 if summary else len(frame))


def _shown(
    frame: pd.DataFrame, formats: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
    printed = tables.in_words(frame, formats, errors, LONGEST_WORDS)
    texts = zip(*printed.rows, strict=True) if printed.rows else ((),) * len(printed.header)
    made = [
        _column(name, right, list(column), frame[name])
        for name, right, column in zip(printed.header, printed.right, texts, strict=True)
    ]
    return tuple(c for c, _ in made), tuple(zip(*(cells for _, cells in made), strict=True))


def _column(
    name: str, right: bool, texts: Sequence[str], values: pd.Series[Any]
) -> tuple[Column, list[Cell]]:
    if right:
        return Column(name, True, True), list(map(_number, texts, values))
    there = {text for text in map(str, values.dropna()) if text}
    if there and all(map(FRACTION.fullmatch, there)):
        return Column(name, False, True), list(map(_fraction, texts, values))
    return Column(name, False, False), [Cell(_short(text)) for text in texts]


def _number(text: str, value: Any) -> Cell:
    """A number, sorted by all of its digits.

    >>> _number("25%", 0.25), _number("1,000", 1000), _number("", None)
    (Cell(text='25%', value='0.25'), Cell(text='1,000', value=''), Cell(text='', value=''))
    """
    if not text:
        return Cell("")
    try:
        same = float(text.replace(",", "")) == value
    except ValueError:
        same = False
    return Cell(text, "" if same else str(value))


def _fraction(text: str, value: Any) -> Cell:
    """A fraction, sorted by its value; as the last if that is too large for a float."""
    if not text:
        return Cell("")
    try:
        return Cell(_short(text), repr(float(Fraction(str(value)))))
    except OverflowError:
        return Cell(_short(text), "inf")


def _short(text: str) -> str:
    """A text of sensible length: words may be many, digits may not.

    >>> _short("1" * 50 + "/3")
    '1111111111111111111111111111111111111 ...'
    """
    digits = " " not in text.removesuffix(" ...")
    return f"{text[: LONGEST - 3]} ..." if digits and len(text) > LONGEST else text
