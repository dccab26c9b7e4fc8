"""Tables as the page shows them: a few rows as text, those at the usual parameters first.

The rows are written when the table is made, while its columns still have their types.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from sweepstake.puzzle import register
from sweepstake.puzzle.display import Table
from sweepstake.puzzle.lists import AnyParameter
from sweepstake.report import tables
from sweepstake.report.usual import distance, usual

MOST_ROWS = 12
"""The largest number of rows that the page shows of a table."""
NAMING = ("method", "computed by")
"""Columns with names of methods."""
LONGEST, LONGEST_WORDS = 40, 400
"""The most characters of a cell without spaces, and of one with spaces."""


def write(table: Table, whole: pd.DataFrame, file: Path, left_out: str = "") -> None:
    """Write the rows of the `whole` table that the page shows, with the sentence `left_out`."""
    frame, first = _ordered(table, tables.seen(table, whole))
    some = frame.head(MOST_ROWS)
    kept = _cells(some, table.formats, table.errors, table.headings)
    texts = [left_out, _methods(table, some)]
    if any(" ± " in text for row in kept["rows"] for text in row):
        texts.append("± is half of a 95% interval.")
    kept |= {
        "total": len(frame),
        "usual": min(first, MOST_ROWS),
        "more": " ".join(filter(None, texts)),
    }
    file.write_text(json.dumps(kept, separators=(",", ":")) + "\n")


def shown(
    title: str, caption: str, frame: pd.DataFrame, formats: Mapping[str, str], most: int = MOST_ROWS
) -> dict[str, Any]:
    """The table of `frame`, with at most its `most` first rows."""
    cells = _cells(frame.head(most), formats)
    return cells | {"title": title, "caption": caption, "total": len(frame), "usual": 0}


def _methods(table: Table, frame: pd.DataFrame) -> str:
    """A sentence that explains the methods named in `frame`."""
    cells = [str(cell) for column in NAMING if column in frame for cell in frame[column].dropna()]
    named = {name for cell in cells for name in cell.split(", ")}
    methods = [pair for q in table.questions for pair in register.question(q).methods.items()]
    says = {name: method.says for name, method in methods if name in named and method.says}
    return f"Methods: {'; '.join(f'{name} ({what})' for name, what in says.items())}." * bool(says)


def _ordered(table: Table, frame: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """The rows sorted by distance from the usual parameters, and the number of rows at them.

    A short table keeps its order, and so does one without a parameter that has a usual value.
    """
    if len(frame) <= MOST_ROWS or not table.questions:
        return frame, 0
    question = register.question(table.questions[0])
    wanted = {n: v for n, v in usual(question).items() if _is_of(question.parameter[n], frame, n)}
    if not wanted:
        return frame, 0
    away = distance(question, frame, wanted)
    order = away.sort_values(["differs", "away"], kind="stable").index
    return frame.loc[order], int((away["differs"] == 0).sum())


def _is_of(parameter: AnyParameter, frame: pd.DataFrame, name: str) -> bool:
    """True if the frame has a column with the parameter's values."""
    return name in frame and (parameter.type != "int" or is_numeric_dtype(frame[name]))


def _cells(
    frame: pd.DataFrame,
    formats: Mapping[str, str],
    errors: Mapping[str, str] = tables.NONE,
    headings: Mapping[str, str] = tables.NONE,
) -> dict[str, Any]:
    """The columns and the rows of a frame."""
    printed = tables.in_words(frame, formats, errors, headings, LONGEST_WORDS)
    return {"columns": printed.columns, "rows": [[*map(_short, row)] for row in printed.rows]}


def _short(text: str) -> str:
    """The text; shortened if it has no spaces and is longer than `LONGEST`, as digits may be.

    >>> _short("1" * 50 + "/3")
    '1111111111111111111111111111111111111 ...'
    """
    digits = " " not in text.removesuffix(" ...")
    return f"{text[: LONGEST - 3]} ..." if digits and len(text) > LONGEST else text
