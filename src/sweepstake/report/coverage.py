"""For how many points another method confirms the answer, and how strongly.

A point is confirmed if its answer agrees with another method's at the same parameters, or with a
published value. That probabilities sum to 1 confirms nothing, nor does a sample that is too small
to meet what is rare; it is confirmed itself. Weighted trials of which few carry all neither confirm
nor are confirmed. What is known to be an approximation needs no confirmation.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from sweepstake.puzzle.question import Question
from sweepstake.report.check import Check, parameters
from sweepstake.store.answers import Answers

STRENGTHS = {
    "exact": "another exact answer, equal",
    "float": "another answer, within rounding",
    "sample": "a sample, within its error",
    "samples": "another sample, alike",
    "published": "a published value only",
}
"""How a point may be confirmed, the strongest first."""
APPROXIMATION, NOTHING = "an approximation", "nothing"
COLUMNS = ["question", "points", "confirmed", *STRENGTHS.values(), APPROXIMATION, NOTHING]
FIRST = "first that nothing confirms"


@dataclass(frozen=True)
class _Met:
    """The methods that answer at some parameters, and how each is confirmed so far."""

    question: Question
    at: str
    strengths: dict[str, set[str]]


@dataclass
class Coverage:
    """Counts points as checks are made, some of which are still to be made of the points met."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    _met: deque[_Met] = field(default_factory=deque)

    def met(self, question: Question, found: Iterable[Answers]) -> Iterator[Answers]:
        """`found`, whose points are noted as they go by."""
        for values, methods in found:
            at = parameters(question, values)
            self._met.append(_Met(question, at, {name: set() for name in methods}))
            yield values, methods

    def add(self, check: Check) -> None:
        """Note a check: they come in the order of the points met."""
        while (self._met[0].question.name, self._met[0].at) != (check.question, check.parameters):
            self._count(self._met.popleft())
        if check.verdict == "agrees":
            names, strength = check.methods.split(", "), check.strength
            if strength == "bound":  # the sample does not tell, but is as it should be
                names, strength = names[1:], "sample"
            for name in names:
                self._met[0].strengths[name].add(strength)

    def table(self) -> pd.DataFrame:
        """A row for each question; the points that are left have no more checks."""
        while self._met:
            self._count(self._met.popleft())
        rows = [
            {"question": name, **counts, FIRST: self.first.get(name, "")}
            for name, counts in self.counts.items()
        ]
        made = pd.DataFrame(rows, columns=[*COLUMNS, FIRST])
        return made.fillna(dict.fromkeys(COLUMNS[1:], 0)).astype(dict.fromkeys(COLUMNS[1:], int))

    def _count(self, met: _Met) -> None:
        counts = self.counts.setdefault(met.question.name, Counter())
        for name, strengths in met.strengths.items():
            kind = met.question.methods[name].kind
            how = next((says for name, says in STRENGTHS.items() if name in strengths), NOTHING)
            how = APPROXIMATION if kind == "approximate" else how
            counts.update(("points", how, *(["confirmed"] if how in STRENGTHS.values() else [])))
            if how == NOTHING:
                self.first.setdefault(met.question.name, f"{met.at} {name}")


def said(table: pd.DataFrame, file: str | Path) -> str:
    """The coverage, which stands in `file`, in one line."""
    total = {str(name): int(sum_) for name, sum_ in table[COLUMNS[1:]].sum().items()}
    points = total["points"] - total[APPROXIMATION]
    line = f"{total['confirmed']:,} of {points:,} points are confirmed by another method"
    open_ones = table[table[NOTHING] > 0]
    if len(open_ones):
        named = ", ".join(f"{row.question} {row.nothing}" for row in open_ones.itertuples())
        line += f"; not confirmed: {named} ({file})"
    return line
