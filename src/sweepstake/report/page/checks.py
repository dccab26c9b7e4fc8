"""The checks and the coverage as the page shows them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pandas as pd

from sweepstake.report import coverage as covered
from sweepstake.report.page import rows
from sweepstake.report.page.model import ShownChecks, ShownCoverage, ShownTable, Words

MOST = 5_000
"""Checks that stand on the page."""
FORMATS = {"difference": ".3g", "bound": ".3g"}
FAILS = "fails"
WORTH = {
    FAILS: "failed",
    **covered.STRENGTHS,
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
    "Approximations are compared, not judged. A check that fails stops the run.",
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
    "confirms nothing. The last column names the first point without.",
    "tables/coverage.csv",
)


def checks(file: Path) -> ShownChecks:
    """The checks in `file`, those that failed first."""
    failed: list[rows.Row] = []
    others: list[rows.Row] = []
    counts: Counter[tuple[str, str]] = Counter()
    with rows.opened(file) as read:
        header = next(read)
        question, verdict, strength = map(header.index, ("question", "verdict", "strength"))
        for row in read:
            worth = FAILS if row[verdict] == FAILS else row[strength]
            counts[row[question], worth] += 1
            kept = failed if worth == FAILS else others
            if len(kept) < MOST:
                kept.append(row)
    first = [*failed, *others][:MOST]
    return ShownChecks(
        every=rows.shown(EVERY, header, first, FORMATS, counts.total()),
        failed=rows.shown(
            FAILED,
            header,
            failed[: rows.MOST],
            FORMATS,
            sum(n for (_, worth), n in counts.items() if worth == FAILS),
        ),
        summary=_summary(counts),
    )


def _summary(counts: Counter[tuple[str, str]]) -> ShownTable:
    """A row a question, with the comparisons of each strength."""
    met = {worth for _, worth in counts}
    strengths = [worth for worth in {**WORTH, **dict.fromkeys(sorted(met))} if worth in met]
    made = [
        [question, *(str(counts[question, worth]) for worth in strengths)]
        for question in dict.fromkeys(question for question, _ in counts)
    ]
    header = ["question", *(WORTH.get(worth, worth) for worth in strengths)]
    return rows.shown(SUMMARY, header, made, dict.fromkeys(header, ","))


def coverage(file: Path) -> ShownCoverage:
    """The coverage in `file`."""
    read = pd.read_csv(file)
    return ShownCoverage(
        points=int(read["points"].sum()),
        said=covered.said(read),
        table=rows.table(COVERAGE, file, dict.fromkeys(covered.COLUMNS, ",")),
    )
