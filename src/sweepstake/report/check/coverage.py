"""How many answers another method confirms, and how strongly.

An answer is a question at its parameters, by the best kind of method that was asked. It is
confirmed if one method of that kind agrees with another method, or with a published value. A sum of
probabilities confirms nothing, and neither does a sample that is too small to meet rare outcomes.
If a few weighted trials have most of the weight, their sample neither confirms nor is confirmed. An
approximation needs no confirmation. Two methods that rewrite the same function may share mistakes,
so they don't confirm each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.method import KINDS

if TYPE_CHECKING:
    from sweepstake.report.check.comparison import Comparison
    from sweepstake.store.points import Points

STRENGTHS = {
    "exact": "another exact answer, equal",
    "float": "another answer, within rounding",
    "sample": "a sample, within its error",
    "samples": "another sample, within their errors",
    "published": "a published value only",
}
"""The ways to confirm a point, the strongest first."""
APPROXIMATION, NOTHING = "an approximation", "nothing"
HOW = [*STRENGTHS.values(), APPROXIMATION, NOTHING]
COLUMNS = ["question", "answers", "confirmed", *HOW]
FIRST = "first that nothing confirms"
ALONE = "not compared with another method"
SAME_RULES = (
    "states, bounds and simulate may rewrite a game, so they don't confirm each other: ask for "
    "paths, which plays it as it is, where it can answer, or declare a formula or published numbers"
)


@dataclass
class Coverage:
    """Counts of answers by how they are confirmed."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)

    def add(self, points: Points, compared: Sequence[Comparison]) -> None:
        """Count the answers at some points; `compared` are all comparisons there."""
        question, how = points.question, _confirmed(points, compared)
        is_best = _best(points)
        strongest = np.where(is_best, how, len(HOW)).min(0)
        number = np.bincount(strongest[is_best.any(0)], minlength=len(HOW))
        counts = self.counts.setdefault(question.name, Counter())
        counts.update(dict(zip(HOW, number.tolist(), strict=True)))
        counts["answers"] += int(number.sum())
        counts["confirmed"] += int(number[: len(STRENGTHS)].sum())
        is_open = is_best & (strongest == HOW.index(NOTHING))
        if question.name not in self.first and is_open.any():
            self.first[question.name] = _first(points, is_open)

    def table(self) -> pd.DataFrame:
        """The counts, one row for each question."""
        rows = [
            {"question": name, **counts, FIRST: self.first.get(name, "")}
            for name, counts in self.counts.items()
        ]
        frame = pd.DataFrame(rows, columns=[*COLUMNS, FIRST])
        return frame.fillna(dict.fromkeys(COLUMNS[1:], 0)).astype(dict.fromkeys(COLUMNS[1:], int))


def _best(points: Points) -> np.ndarray:
    """For each method and point, True if the method answers there and no better kind does."""
    ranks = np.array([KINDS.index(method.kind) for method in points.question.methods.values()])
    ranks = np.where(points.answered, ranks[:, None], len(KINDS))
    best: np.ndarray = points.answered & (ranks == ranks.min(0))
    return best


def _confirmed(points: Points, compared: Sequence[Comparison]) -> np.ndarray:
    """For each method and point, the index in `HOW` of what confirms the answer."""
    how = np.full(points.answered.shape, HOW.index(NOTHING))
    methods, strengths = [*points.question.methods], [*STRENGTHS]
    for comparison in compared:
        if len(comparison.methods) > 1 and points.question.share_rules(*comparison.methods):
            continue
        if comparison.strength in strengths:
            at = comparison.at[comparison.agrees]
            for name in comparison.methods:
                row = how[methods.index(name)]
                row[at] = np.minimum(row[at], strengths.index(comparison.strength))
    for index, method in enumerate(points.question.methods.values()):
        if method.kind == "approximate":
            how[index] = HOW.index(APPROXIMATION)
    return how


def _first(points: Points, is_open: np.ndarray) -> str:
    """The parameters of the first unconfirmed answer, and the first of its methods by name."""
    from sweepstake.report.check.checks import parameters

    point = int(is_open.any(0).argmax())
    names = zip(points.question.methods, is_open[:, point], strict=True)
    return f"{parameters(points)[point]} {min(name for name, is_first in names if is_first)}"


def totals(table: pd.DataFrame) -> tuple[int, int]:
    """The number of confirmed answers, and of all answers except approximations."""
    total = table[COLUMNS[1:]].sum()
    return int(total["confirmed"]), int(total["answers"] - total[APPROXIMATION])


def in_words(table: pd.DataFrame, file: str | Path, alone: Collection[str] = ()) -> str:
    """The coverage in one line, which names its `file`.

    Only one method was asked for each of the questions `alone`: nothing is compared with it.
    """
    is_alone = table["question"].isin([*alone]) & (table["confirmed"] == 0)
    single, compared = int(table[is_alone][NOTHING].sum()), table[~is_alone]
    confirmed, judged = totals(compared)
    parts = []
    if judged or not single:
        parts.append(f"{confirmed:,} of {judged:,} answers are confirmed by another method")
    if single:
        parts.append(f"{single:,} answer{'s are' if single > 1 else ' is'} {ALONE}")
    unconfirmed = compared[compared[NOTHING] > 0]
    if len(unconfirmed):
        names = ", ".join(f"{row.question} {row.nothing}" for row in unconfirmed.itertuples())
        parts.append(f"not confirmed: {names} ({file})")
        if any(map(_has_derived, unconfirmed["question"])):
            parts.append(SAME_RULES)
    return "; ".join(parts)


def _has_derived(question: str) -> bool:
    """True if several methods of a question are derived from the same rules."""
    rules = [method.rules for method in register.question(question).methods.values()]
    return any(rules.count(text) > 1 for text in rules if text)
