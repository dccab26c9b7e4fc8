"""The checks and the coverage as the page shows them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyarrow as pa

from sweepstake.report import coverage as covered
from sweepstake.report import csv
from sweepstake.report.check import FAILS, Check
from sweepstake.report.page import rows
from sweepstake.report.page.model import ShownTable, Words
from sweepstake.store import parquet

MOST = 5_000
"""Checks that stand on the page."""
AT_ONCE = 100_000
"""Checks that are counted at a time."""
FORMATS = {"difference": ".3g", "bound": ".3g"}
WORTH = {
    FAILS: "failed",
    **covered.STRENGTHS,
    "bound": "a sample that met too little",
    "published": "a published value",
    "sum": "probabilities sum to 1",
    "approximation": "for comparison only",
}
"""What a check is worth, in words."""
EVERY = Words(
    "checks-every",
    "All checks",
    "Each number compared with the same number found another way, one row a comparison. Exact "
    "methods must give the same fractions (difference 0). Simulations must lie within five "
    "standard errors: of the exact binomial law for the worst outcome, or of the chi-square law "
    "where there are many outcomes or only simulations; weighted trials within five of their own. "
    "Approximations, and weighted trials of which few carry the weight, are compared, not judged. "
    "A check that fails stops the run. Of more than 10,000 comparisons, those that a sample is too "
    "small to confirm are listed, and all are counted, with the largest difference of each kind; "
    "checks.parquet has every comparison.",
    "checks.csv",
)
FAILED = Words(
    "checks-failed", "Checks that failed", "The methods named disagree here.", "checks.csv"
)
SUMMARY = Words(
    "checks-summary",
    "Checks by question",
    "How many comparisons were made for each question, by what agreement is worth.",
    "checks.csv",
)
COVERAGE = Words(
    "coverage-table",
    "Coverage by question",
    "For how many points another method confirms the answer. A point is one question, one method "
    "and one set of parameters. It is confirmed if another method agrees with it there, or a "
    "published value does, or, of two simulations, if they are alike; that probabilities sum to 1 "
    "confirms nothing, nor does a simulation that met too little. The last column names the first "
    "point without.",
    "tables/coverage.csv",
)


def checks(file: Path) -> tuple[ShownTable, ShownTable, ShownTable]:
    """The checks in `file`, those that failed first; those that failed; and by question."""
    read = csv.read(file, {*Check._fields} - {"difference", "bound"})
    read = read.drop(columns="furthest", errors="ignore")  # there is a page only if all agree
    fails = read["verdict"] == FAILS
    return (
        rows.shown(EVERY, pd.concat([read[fails], read[~fails]]), FORMATS, MOST),
        rows.shown(FAILED, read[fails], FORMATS),
        _summary(_counted(file.with_suffix(".parquet"))),
    )


def _counted(file: Path) -> pd.DataFrame:
    """How many checks a file has of each question, verdict and strength, in its order."""
    keys = ["question", "verdict", "strength"]
    if not parquet.rows(file):
        return pd.DataFrame({name: pd.Series(dtype=object) for name in [*keys, "checks"]})
    parts = [
        part.group_by(keys, use_threads=False).aggregate([([], "count_all")])
        for part in parquet.tables_of(file, keys, AT_ONCE)
    ]
    counts = pa.concat_tables(parts).group_by(keys, use_threads=False)
    frame: pd.DataFrame = counts.aggregate([("count_all", "sum")]).to_pandas()
    return frame.rename(columns={"count_all_sum": "checks"})


def _summary(counted: pd.DataFrame) -> ShownTable:
    """A row a question, with the comparisons of each strength."""
    worth = counted["strength"].mask(counted["verdict"] == FAILS, FAILS)
    strengths = [strength for strength in WORTH if strength in {*worth}]
    counts = pd.crosstab(counted["question"], worth, counted["checks"], aggfunc="sum")
    counts = counts.reindex(index=pd.unique(counted["question"]), columns=strengths)
    counts = counts.fillna(0).astype(int)
    table = counts.rename(columns=WORTH).rename_axis("question").reset_index()
    return rows.shown(SUMMARY, table, dict.fromkeys(WORTH.values(), ","), summary=True)


def coverage(file: Path) -> tuple[int, str, ShownTable]:
    """The points, how many of them are confirmed in a sentence, and the coverage in `file`."""
    read = csv.read(file, ("question", covered.FIRST))
    shown = rows.shown(COVERAGE, read, dict.fromkeys(covered.COLUMNS[1:], ","))
    return int(read["points"].sum()), covered.said(read, file), shown
