"""CSV files in which control characters, such as terminal commands, are escaped."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

import pandas as pd

from sweepstake.text.shown import printable


def cell(value: Any) -> Any:
    r"""`value` as it is written; only a text with control characters changes.

    >>> cell("a\x1b[2J"), cell(-3)
    ('a\\x1b[2J', -3)
    """
    return printable(value) if isinstance(value, str) else value


def write(frame: pd.DataFrame, file: Path | TextIO) -> None:
    """Write `frame` with all digits; a missing value is an empty cell."""
    safe = frame.copy()
    for name in frame.select_dtypes(exclude=["number", "bool"]):
        # Series.map would turn integers beside gaps into floats
        safe[name] = pd.Series([*map(cell, frame[name])], frame.index, object)
    safe = safe.set_axis([*map(cell, frame)], axis=1)
    safe.to_csv(file, index=False, lineterminator="\n")


def read(file: Path, words: Iterable[str] = ()) -> pd.DataFrame:
    """The contents of such a file; `nan` and `null` are ordinary texts.

    An empty cell is a missing value, or an empty text in the columns `words`.
    """
    types, empty = dict.fromkeys(words, str), dict.fromkeys(words, "")
    frame = pd.read_csv(
        file, keep_default_na=False, na_values=[""], dtype=types, skip_blank_lines=False
    )
    return frame.fillna(empty)
