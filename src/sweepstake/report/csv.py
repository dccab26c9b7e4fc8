"""CSV files that programs, terminals and spreadsheets can open without harm.

A spreadsheet takes a text that begins with =, +, - or @ for a formula, so `write` puts a ' before
it, which marks it as text. Control characters, such as terminal commands, are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TextIO

import pandas as pd

from sweepstake.text.shown import printable

NUMBER = re.compile(r"-?\d+([./]\d+)?(e-?\d+)?")
FORMULA = re.compile(r"'*[=+\-@]")


def cell(value: Any) -> Any:
    r"""`value` as it is written; only a text that isn't a number changes.

    >>> cell("=1+1"), cell("-1/2"), cell("\t=1"), cell(-3), cell("a\x1b[2J")
    ("'=1+1", '-1/2', '\\t=1', -3, 'a\\x1b[2J')
    """
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if FORMULA.match(text) and not NUMBER.fullmatch(text) else text


def write(frame: pd.DataFrame, file: Path | TextIO) -> None:
    """Write `frame` with all digits; a missing value is an empty cell."""
    safe = _changed(frame, cell).set_axis([*map(cell, frame)], axis=1)
    safe.to_csv(file, index=False, lineterminator="\n")


def read(file: Path, words: Iterable[str] = ()) -> pd.DataFrame:
    """The contents of such a file; `nan` and `null` are ordinary texts.

    An empty cell is a missing value, or an empty text in the columns `words`.
    """
    types, empty = dict.fromkeys(words, str), dict.fromkeys(words, "")
    frame = pd.read_csv(
        file, keep_default_na=False, na_values=[""], dtype=types, skip_blank_lines=False
    )
    return _changed(frame.fillna(empty), _unmarked)


def _unmarked(value: Any) -> Any:
    """`value` as it was before `cell` marked it."""
    is_marked = isinstance(value, str) and value.startswith("'") and FORMULA.match(value)
    return value[1:] if is_marked else value


def _changed(frame: pd.DataFrame, change: Callable[[Any], Any]) -> pd.DataFrame:
    """The frame with changed texts. (Series.map would turn integers beside gaps into floats.)"""
    changed = frame.copy()
    for name in frame.select_dtypes(exclude=["number", "bool"]):
        changed[name] = pd.Series([*map(change, frame[name])], frame.index, object)
    return changed
