"""How many answers another method confirms, and how strongly.

An answer is a question at its parameters, by the best kind of method that was asked. It is
confirmed if one method of that kind agrees with another method, or with a published value. A sum of
probabilities confirms nothing, and neither does a sample that is too small to meet rare outcomes.
If a few weighted trials have most of the weight, their sample neither confirms nor is confirmed. An
approximation needs no confirmation. Two methods that rewrite the same function, or that share the
code that decides, may share mistakes, so they don't confirm each other. Where both take a column
from the same theorem, it rests on that theorem.

The power of an answer is the largest error that might have stayed unseen: of each mean, relatively,
and of each probability of an outcome column, or value of its distribution function, whichever
comparison tells most of it (0.01 is 1 %, or one percentage point). With weighted trials it is the
relative error of the rare outcome's probability. It is 0 for equal fractions. An answer is weak if
its power is above `WEAK`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from sweepstake.puzzle import register
from sweepstake.puzzle.method import KINDS
from sweepstake.report.check.comparison import MEAN

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
THEOREM, APPROXIMATION, NOTHING = "a theorem only", "an approximation", "nothing"
HOW = [*STRENGTHS.values(), THEOREM, APPROXIMATION, NOTHING]
COLUMNS = ["question", "answers", "confirmed", *HOW]
WEAK_ANSWERS = "weak"
POWER, WEAKEST = "power", "weakest"
FIRST = "first that nothing confirms"
HEADER = [*COLUMNS, POWER, WEAK_ANSWERS, WEAKEST, FIRST]
"""The columns of a coverage."""
WEAK = 0.01
"""The largest power of an answer that isn't weak."""
ALONE = "not compared with another method"
SAME_RULES = (
    "states, bounds and simulate may rewrite a game, so they don't confirm each other: ask for "
    "paths, which plays it as it is, where it can answer, or declare a formula or published numbers"
)


@dataclass
class Coverage:
    """Counts of answers by how they are confirmed, and the weakest of each question."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    weakest: dict[str, tuple[float, str]] = field(default_factory=dict)

    def add(self, points: Points, compared: Sequence[Comparison]) -> None:
        """Count the answers at some points; `compared` are all comparisons there."""
        question, is_best = points.question, _best(points)
        confirmed = Confirmed.of(points, compared, is_best)
        strongest = np.where(is_best, confirmed.how, len(HOW)).min(0)
        number = np.bincount(strongest[is_best.any(0)], minlength=len(HOW))
        counts = self.counts.setdefault(question.name, Counter())
        counts.update(dict(zip(HOW, number.tolist(), strict=True)))
        counts["answers"] += int(number.sum())
        counts["confirmed"] += int(number[: len(STRENGTHS)].sum())
        is_open = is_best & (strongest == HOW.index(NOTHING))
        if question.name not in self.first and is_open.any():
            self.first[question.name] = _first(points, is_open)
        power = np.where(is_best.any(0) & (strongest < len(STRENGTHS)), confirmed.power, -1.0)
        counts[WEAK_ANSWERS] += int((power > WEAK).sum())
        if len(power) and power.max() > self.weakest.get(question.name, (-1.0, ""))[0]:
            self.weakest[question.name] = float(power.max()), _at(points, int(power.argmax()))

    def table(self) -> pd.DataFrame:
        """The counts, one row for each question."""
        rows = [
            {
                "question": name,
                **counts,
                FIRST: self.first.get(name, ""),
                **dict(zip((POWER, WEAKEST), self.weakest.get(name, (np.nan, "")), strict=True)),
            }
            for name, counts in self.counts.items()
        ]
        frame = pd.DataFrame(rows, columns=HEADER)
        whole = [*COLUMNS[1:], WEAK_ANSWERS]
        return frame.fillna(dict.fromkeys(whole, 0)).astype(dict.fromkeys(whole, int))


@dataclass(frozen=True)
class Confirmed:
    """How answers are confirmed, and the largest error that might have stayed unseen in each."""

    how: np.ndarray
    """For each method and point, the index in `HOW` of what confirms the answer."""
    power: np.ndarray
    """For each point, the power of its best answer."""

    @classmethod
    def of(cls, points: Points, compared: Sequence[Comparison], is_best: np.ndarray) -> Confirmed:
        """What `compared`, all comparisons at some points, confirm."""
        question, methods = points.question, [*points.question.methods]
        columns = [column.name for column in question.outcomes]
        how = np.full((len(columns), *points.answered.shape), HOW.index(NOTHING))
        powers = np.full((2, len(columns), len(points)), np.inf)  # of means, of probabilities
        is_null = np.array([_is_null(points, name) for name in columns])
        has_failed = np.zeros(len(points), bool)
        for comparison in compared:
            has_failed[comparison.at[comparison.fails]] = True
            if comparison.strength not in STRENGTHS:
                continue
            if len(comparison.methods) > 1 and question.share_rules(*comparison.methods):
                continue
            indices = [methods.index(name) for name in comparison.methods]
            at, agrees = comparison.at, comparison.agrees
            is_mean = comparison.compared.startswith(MEAN)
            whole = comparison.strength in ("exact", "float") and not comparison.column
            tells = [0, 1] if whole or comparison.strength == "published" else [int(not is_mean)]
            of_best = at[agrees & is_best[indices][:, at].any(0)]
            caught = comparison.powers[agrees & is_best[indices][:, at].any(0)]
            for column, name in enumerate(columns):
                if comparison.column not in ("", name):
                    continue
                by_theorem = len(indices) > 1 and question.theorem(name, *comparison.methods)
                shared = ~is_null[column] & bool(by_theorem)
                for index in indices:
                    row = how[column, index]
                    for mask, strength in (
                        (agrees & ~shared[at], STRENGTHS[comparison.strength]),
                        (agrees & shared[at], THEOREM),
                    ):
                        row[at[mask]] = np.minimum(row[at[mask]], HOW.index(strength))
                for kind in tells:
                    row, told = powers[kind, column], ~shared[of_best]
                    best = np.minimum(row[of_best], np.nan_to_num(caught, nan=np.inf))
                    row[of_best[told]] = best[told]
        strongest = _strongest(points, how, is_null)
        strongest[:, has_failed] = HOW.index(NOTHING)  # which of the methods is right isn't known
        return cls(strongest, _weakest_column(points, powers))


def _is_null(points: Points, column: str) -> np.ndarray:
    """For each point, True if a column has only missing values: then no theorem gives them."""
    has_value = points.rows[column].is_valid().to_numpy()
    return np.asarray(np.bincount(points.point[has_value], minlength=len(points)) == 0)


def _strongest(points: Points, how: np.ndarray, is_null: np.ndarray) -> np.ndarray:
    """For each method and point, how the column is confirmed that is confirmed most weakly."""
    for index, method in enumerate(points.question.methods.values()):
        for column, outcome in enumerate(points.question.outcomes):
            if outcome.name in method.theorems:
                theorem = np.where(is_null[column], HOW.index(NOTHING), HOW.index(THEOREM))
                how[column, index] = np.minimum(how[column, index], theorem)
        if method.kind == "approximate":
            how[:, index] = HOW.index(APPROXIMATION)
    strongest: np.ndarray = how.max(0)
    return strongest


def _weakest_column(points: Points, powers: np.ndarray) -> np.ndarray:
    """At each point, the largest power of a column: of its mean, if it has one, and of the rest."""
    means, shares = powers
    is_tested = [c.type == "int" and c.is_number for c in points.question.outcomes]
    of_columns = np.maximum(np.where(np.array(is_tested)[:, None], means, 0.0), shares)
    weakest: np.ndarray = of_columns.max(0)
    return weakest


def _best(points: Points) -> np.ndarray:
    """For each method and point, True if the method answers there and no better kind does."""
    ranks = np.array([KINDS.index(method.kind) for method in points.question.methods.values()])
    ranks = np.where(points.answered, ranks[:, None], len(KINDS))
    best: np.ndarray = points.answered & (ranks == ranks.min(0))
    return best


def _first(points: Points, is_open: np.ndarray) -> str:
    """The parameters of the first unconfirmed answer, and the first of its methods by name."""
    point = int(is_open.any(0).argmax())
    names = zip(points.question.methods, is_open[:, point], strict=True)
    return f"{_at(points, point)} {min(name for name, is_first in names if is_first)}"


def _at(points: Points, point: int) -> str:
    """The parameters of a point, in words."""
    from sweepstake.report.check.checks import parameters  # it imports SciPy

    return str(parameters(points)[point])


def totals(table: pd.DataFrame) -> tuple[int, int]:
    """The number of confirmed answers, and of all answers except approximations."""
    total = table[COLUMNS[1:]].sum()
    return int(total["confirmed"]), int(total["answers"] - total[APPROXIMATION])


def weakest(table: pd.DataFrame) -> str:
    """What the weakest confirmation of a run would have caught, in one line; empty if nothing is.

    `table` is a coverage. The line is for the end of a run: `each to 0.9 % or better (the weakest:
    war_length ranks=13 suits=4 down=0)`, with the number of weak answers if there are any.
    """
    known = table[table[POWER].notna()]
    if not len(known):
        return ""
    row = known.iloc[int(known[POWER].to_numpy().argmax())]
    power, number = float(row[POWER]), int(table[WEAK_ANSWERS].sum())
    if power == np.inf:
        return f"{number:,} of them weakly; first {row['question']} {row[WEAKEST]}"
    weak = f"; {number:,} to no better than 1 %" if number else ""
    at = f"{row['question']} {row[WEAKEST]}".strip()
    return f"each to {in_percent(power)} or better (the weakest: {at}){weak}"


def in_percent(power: float) -> str:
    """A power for people, rounded up.

    >>> in_percent(0.0), in_percent(1e-9), in_percent(0.00412), in_percent(0.123)
    ('0 %', '0.0000001 %', '0.42 %', '13 %')
    """
    if not power:
        return "0 %"
    digits = 1 - floor(log10(100 * power))
    rounded = ceil(100 * power * 10**digits - 1e-6) / 10**digits
    return (
        f"{rounded:.{max(digits, 0)}f}".rstrip("0").rstrip(".") + " %"
        if digits > 0
        else f"{rounded:.0f} %"
    )


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
    if theorems := int(compared[THEOREM].sum()):
        parts.append(f"{theorems:,} rest on a theorem")
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
