"""The checks and the coverage as the page shows them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

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
    "By question: how many answers another method confirms, and how strongly.",
    "tables/coverage.csv",
)
UNCONFIRMED = "The last column gives the first answer that nothing confirms."
MOST_QUESTIONS = 1_000
"""Questions that are listed."""


def failed(file: Path) -> ShownTable:
    """The checks in `file` that failed."""
    read = csv.read(file, {*Check._fields} - {"difference", "bound"})
    return rows.shown(FAILED, read[read["verdict"] == FAILS], FORMATS)


def count(file: Path) -> int:
    """How many checks were made; all are in the Parquet file beside `file`."""
    return parquet.rows(file.with_suffix(".parquet"))


def coverage(file: Path) -> tuple[int, str, ShownTable]:
    """The answers, how many of them are confirmed in a sentence, and the coverage in `file`."""
    read = csv.read(file, ("question", covered.FIRST))
    used, words = _used(read), COVERAGE
    if covered.FIRST in used:
        words = words._replace(caption=f"{words.caption} {UNCONFIRMED}")
    shown = rows.shown(words, used, dict.fromkeys(covered.COLUMNS[1:], ","), MOST_QUESTIONS)
    answers, confirmed = (int(read[name].sum()) for name in ("answers", "confirmed"))
    judged = answers - int(read[covered.APPROXIMATION].sum())
    some = f"All {judged:,}" if confirmed == judged else f"{confirmed:,} of {judged:,}"
    return answers, f"{some} answers of this run are confirmed by another method", shown


def _used(read: pd.DataFrame) -> pd.DataFrame:
    """The coverage without the kinds that nothing is of."""
    empty = [name for name in covered.HOW if not read[name].any()]
    blank = [] if read[covered.FIRST].fillna("").any() else [covered.FIRST]
    return read.drop(columns=[*empty, *blank])
