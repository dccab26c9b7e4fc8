"""Writing rows, or a plot of them, to a file; the suffix says which."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from sweepstake.errors import InputError
from sweepstake.text.shown import check_encodable, listed, shown

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.ask.answers import Answers

ROWS, PLOTS = (".csv", ".json", ".parquet"), (".png", ".svg", ".pdf")
"""The suffixes of files with all rows, and of files with a plot."""


def check(path: Path, suffixes: Sequence[str] = ROWS + PLOTS) -> Path:
    """`path`, if it has one of the suffixes; else a ValueError of one line."""
    if path.suffix.lower() not in suffixes:
        raise InputError(f"{shown(str(path))} has no known suffix; allowed: {listed(suffixes)}")
    return path


def save(answers: Answers, path: Path) -> Path:
    """Write all rows of `answers` (.csv, .json, .parquet), or their plot; OSError if it can't be.

    An existing file is replaced once everything is written.
    """
    from sweepstake.report.charts import figure

    suffix = check(path).suffix.lower()
    partial = path.with_name(f".{path.name}.partial{suffix}")
    try:
        if suffix in PLOTS:
            title = f"{answers.question.text} {answers.setting}".rstrip()
            figure.save(answers.plot(), partial, title)
        elif suffix == ".parquet":
            check_encodable(path)
            answers.frame.to_parquet(partial, index=False)
        else:
            with partial.open("w", encoding="utf-8", newline="") as file:
                write(answers.frame, suffix[1:], file)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return path


def write(frame: pd.DataFrame, form: str, file: TextIO) -> None:
    """Write all rows as `json` or `csv`."""
    from sweepstake.report import tables

    if form == "json":
        file.write(f"{as_json(frame)}\n")
    else:
        tables.write_csv(frame, file)


def as_json(frame: pd.DataFrame) -> str:
    """The frame as a JSON list of row objects; what is missing is null."""
    return json.dumps(rows(frame), indent=1)


def rows(frame: pd.DataFrame) -> list[dict[Any, Any]]:
    """The rows as objects for JSON, with all digits; what is missing is None."""
    return frame.astype(object).where(frame.notna(), None).to_dict(orient="records")
