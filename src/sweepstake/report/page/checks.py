"""The checks and the coverage as the page shows them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pyarrow.compute as pc

from sweepstake.report import coverage as covered
from sweepstake.report import csv
from sweepstake.report.check import FAILS, Check
from sweepstake.report.page import rows
from sweepstake.report.page.model import ShownTable, Words
from sweepstake.store import parquet

FORMATS = {"difference": ".3g", "bound": ".3g"}
FAILED = Words("checks-failed", "Checks that failed", "These methods disagree.", "checks.csv")
COVERAGE = Words(
    "coverage",
    "How the answers were confirmed",
    "How many answers to each question (by its name in commands) another method confirms, each "
    "counted where it is confirmed most strongly.",
    "tables/coverage.csv",
)
UNCONFIRMED = "The last column gives the first answer that nothing confirms."
MOST_QUESTIONS = 1_000
"""Questions that are listed."""
ROWS = 1 << 17
"""Checks that are read at once."""


def failed(file: Path, total: int) -> ShownTable:
    """The failed checks that `checks.csv` lists first, of `total` in all."""
    read = csv.read(file, {*Check._fields} - {"difference", "bound"})
    failing = read[read["verdict"] == FAILS].drop(columns=["verdict", "strength"])
    return replace(rows.shown(FAILED, failing, FORMATS), total=total)


def counts(file: Path) -> tuple[int, Counter[str]]:
    """The number of checks in a Parquet file, and of failed ones by question."""
    total, failed = 0, Counter[str]()
    for part in parquet.tables_of(file, ["question", "verdict"], ROWS):
        total += len(part)
        failed.update(part.filter(pc.equal(part["verdict"], FAILS))["question"].to_pylist())
    return total, failed


def coverage(file: Path) -> tuple[int, str, ShownTable]:
    """The number of answers, a sentence on how many are confirmed, and the coverage in `file`."""
    read = csv.read(file, ("question", covered.FIRST))
    used, words = _used(read), COVERAGE
    if covered.FIRST in used:
        words = words._replace(caption=f"{words.caption} {UNCONFIRMED}")
    shown = rows.shown(words, used, dict.fromkeys(covered.COLUMNS[1:], ","), MOST_QUESTIONS)
    confirmed, judged = covered.totals(read)
    some = f"All {judged:,}" if confirmed == judged else f"{confirmed:,} of {judged:,}"
    weak = int(read[covered.STRENGTHS["samples"]].sum())
    only = f", {weak:,} of them only by a second simulation" if weak else ""
    says = f"{some} answers of this run are confirmed by another method{only}"
    return int(read["answers"].sum()), says, shown


def _used(read: pd.DataFrame) -> pd.DataFrame:
    """The coverage without its empty columns."""
    empty = [name for name in covered.HOW if not read[name].any()]
    blank = [] if read[covered.FIRST].fillna("").any() else [covered.FIRST]
    return read.drop(columns=[*empty, *blank])
