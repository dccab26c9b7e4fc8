"""The checks and the coverage as the page shows them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.compute as pc

from sweepstake.report import coverage as covered
from sweepstake.report import csv
from sweepstake.report.check import FAILS, Check
from sweepstake.report.page import rows
from sweepstake.store import parquet

FORMATS = {"difference": ".3g", "bound": ".3g"}
CONFIRMED = (
    "How many answers to each question (by its name in commands) another method confirms, each "
    "counted where it is confirmed most strongly."
)
UNCONFIRMED = "The last column gives the first answer that nothing confirms."
MOST_QUESTIONS = 1_000
"""The largest number of questions to list."""
ROWS = 1 << 17
"""Checks to read at once."""


def failed(file: Path, total: int) -> dict[str, Any]:
    """The table of the failed checks in `checks.csv`; `total` counts all failed checks."""
    read = csv.read(file, {*Check._fields} - {"difference", "bound"})
    failing = read[read["verdict"] == FAILS].drop(columns=["verdict", "strength"])
    shown = rows.shown("Checks that failed", "These methods disagree.", failing, FORMATS)
    return shown | {"total": total}


def counts(file: Path) -> tuple[int, Counter[str]]:
    """The number of checks in a Parquet file, and the number of failed checks by question."""
    total, failed = 0, Counter[str]()
    for part in parquet.tables_of(file, ["question", "verdict"], ROWS):
        total += len(part)
        failed.update(part.filter(pc.equal(part["verdict"], FAILS))["question"].to_pylist())
    return total, failed


def coverage(file: Path) -> tuple[int, str, dict[str, Any]]:
    """The number of answers, a sentence on how many are confirmed, and the coverage in `file`."""
    read = csv.read(file, ("question", covered.FIRST))
    used, formats = _used(read), dict.fromkeys(covered.COLUMNS[1:], ",")
    says = f"{CONFIRMED} {UNCONFIRMED}" if covered.FIRST in used else CONFIRMED
    shown = rows.shown("How the answers were confirmed", says, used, formats, MOST_QUESTIONS)
    confirmed, judged = covered.totals(read)
    some = f"All {judged:,}" if confirmed == judged else f"{confirmed:,} of {judged:,}"
    weak = int(read[covered.STRENGTHS["samples"]].sum())
    only = f", {weak:,} of them only by a second simulation" if weak else ""
    how_many = f"{some} answers of this run are confirmed by another method{only}"
    return int(read["answers"].sum()), how_many, shown


def _used(read: pd.DataFrame) -> pd.DataFrame:
    """The coverage without its empty columns."""
    empty = [name for name in covered.HOW if not read[name].any()]
    blank = [] if read[covered.FIRST].fillna("").any() else [covered.FIRST]
    return read.drop(columns=[*empty, *blank])
