"""A CSV file as the page shows it: rounded as its formats say, and sorted by all digits."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import islice
from pathlib import Path

from sweepstake.report.page.model import Cell, Column, ShownTable, Words

MOST = 2_000
"""Rows of a table that stand on the page."""
LONGEST, LONGEST_WORDS = 40, 400
"""Characters of a cell without and with spaces."""
NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,299})(?:\.\d+)?(?:e[+-]?\d+)?|-?inf")
FRACTION = re.compile(r"-?(?:0|[1-9]\d{0,3999})(?:/[1-9]\d{0,3999})?")
YES = {"True": "yes", "False": "no"}
Row = Sequence[str]


def table(words: Words, file: Path, formats: Mapping[str, str]) -> ShownTable:
    """The table in the CSV `file`, only its first rows if there are more than 2,000."""
    with opened(file) as rows:
        header = next(rows)
        first = list(islice(rows, MOST))
        more = sum(1 for _ in rows)
    return shown(words, header, first, formats, len(first) + more)


@contextmanager
def opened(file: Path) -> Iterator[Iterator[Row]]:
    """The rows of a CSV file, its header first."""
    csv.field_size_limit(sys.maxsize)  # a fraction may have more digits than that allows
    with file.open(newline="") as lines:
        yield csv.reader(lines)


def shown(
    words: Words,
    header: Row,
    rows: Sequence[Row],
    formats: Mapping[str, str] | None = None,
    total: int | None = None,
) -> ShownTable:
    """The table of `rows`, which are `total` in the file; `formats` are by column."""
    columns = [
        _column(name, [row[n] for row in rows], (formats or {}).get(name, ""))
        for n, name in enumerate(header)
    ]
    return ShownTable(
        words=words,
        columns=tuple(column for column, _ in columns),
        rows=tuple(zip(*(cells for _, cells in columns), strict=True)),
        total=len(rows) if total is None else total,
    )


def _column(name: str, texts: Sequence[str], spec: str) -> tuple[Column, list[Cell]]:
    there = {text for text in texts if text}
    if there and all(map(NUMBER.fullmatch, there)):
        return Column(name, True, True), [_number(text, spec) for text in texts]
    if there and all(map(FRACTION.fullmatch, there)):
        return Column(name, False, True), [_fraction(text) for text in texts]
    if there <= {*YES}:
        return Column(name, False, False), [Cell(YES.get(text, text)) for text in texts]
    return Column(name, False, False), [Cell(_short(text)) for text in texts]


def _number(text: str, spec: str) -> Cell:
    """A number as `spec` says.

    >>> _number("0.25", ".0%"), _number("1000", ","), _number("", ",")
    (Cell(text='25%', value='0.25'), Cell(text='1,000', value=''), Cell(text='', value=''))
    """
    if not text:
        return Cell("")
    value = int(text) if text.lstrip("-").isdecimal() else float(text)
    try:
        said = format(value, spec or (".10g" if isinstance(value, float) else ""))
    except ValueError:  # a format of text, say
        said = text
    same = NUMBER.fullmatch(plain := said.replace(",", "")) and float(plain) == float(text)
    return Cell(said, "" if same else text)


def _fraction(text: str) -> Cell:
    """A fraction, sorted by its value; 0 if that is too small for a float."""
    if not text:
        return Cell("")
    try:
        return Cell(_short(text), repr(float(Fraction(text))))
    except (OverflowError, ZeroDivisionError):
        return Cell(_short(text))


def _short(text: str) -> str:
    """A text of sensible length: words may be many, digits may not.

    >>> _short("1" * 50 + "/3")
    '1111111111111111111111111111111111111 ...'
    """
    most = LONGEST_WORDS if " " in text else LONGEST
    return text if len(text) <= most else f"{text[: most - 3].rstrip()} ..."
