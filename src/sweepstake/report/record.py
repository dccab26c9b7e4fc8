"""The rows of `checks.csv`: all checks, or of very many the failed and weak ones, and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.report.check import AGREES, FAILS, UNJUDGED, Check
from sweepstake.report.checks import SCHEMA, listed, parameters
from sweepstake.report.comparisons.comparison import Comparison
from sweepstake.store.points import Points

ALL = 10_000
"""Up to so many checks are all listed. Of more, at most so many failed and so many weak ones."""
WEAK = "bound"


@dataclass
class Count:
    """How many checks are alike, and the largest difference, with where it is."""

    checks: int = 0
    largest: float = -1.0
    at: str = ""


@dataclass
class Record:
    """Counts all checks, and holds those that may be listed: at most 3 times `ALL`."""

    counts: dict[Check, Count] = field(default_factory=dict)
    """The keys leave out what differs from point to point: parameters and difference."""
    held: dict[str, list[pa.Table]] = field(default_factory=lambda: {"": [], FAILS: [], WEAK: []})

    def add(self, points: Points, compared: Sequence[Comparison], checks: pa.Table) -> None:
        """Note the comparisons that were made at some points, and the table of them."""
        for comparison in compared:
            agrees = UNJUDGED if comparison.bound is None else AGREES
            self._count(points, comparison.where(~comparison.fails), agrees)
            self._count(points, comparison.where(comparison.fails), FAILS)
        fails = pc.equal(checks["verdict"], FAILS)
        is_weak = pc.and_not(pc.equal(checks["strength"], WEAK), fails)
        self._hold("", checks)
        self._hold(FAILS, checks.filter(fails))
        self._hold(WEAK, checks.filter(is_weak))

    @property
    def total(self) -> int:
        """The checks that were made."""
        return sum(count.checks for count in self.counts.values())

    @property
    def failed(self) -> int:
        """The checks that failed."""
        return sum(count.checks for kind, count in self.counts.items() if kind.verdict == FAILS)

    @property
    def strengths(self) -> Counter[str]:
        """How many checks there are of each strength."""
        strengths: Counter[str] = Counter()
        for kind, count in self.counts.items():
            strengths[kind.strength] += count.checks
        return strengths

    def rows(self) -> Iterator[Check]:
        """The checks to list. If there are very many, a row counts those that differ only in their
        parameters, and has the largest difference.
        """
        if self.total <= ALL:
            yield from self._listed("")
            return
        yield from self._listed(FAILS)
        yield from self._listed(WEAK)
        for kind, count in self.counts.items():
            checks = f"{count.checks:,} check{'s' if count.checks > 1 else ''}"
            says = f"{checks}; the largest difference is at {count.at}"
            yield kind._replace(parameters=says, difference=count.largest)

    def _listed(self, which: str) -> Iterator[Check]:
        return listed(pa.concat_tables([SCHEMA.empty_table(), *self.held[which]]))

    def _hold(self, which: str, checks: pa.Table) -> None:
        room = ALL - sum(map(len, self.held[which]))
        if len(checks) and room > 0:
            self.held[which].append(checks.slice(0, room).cast(SCHEMA))

    def _count(self, points: Points, comparison: Comparison, verdict: str) -> None:
        if not len(comparison.at):
            return
        question, methods = points.question.name, ", ".join(comparison.methods)
        what, bound, strength = comparison.compared, comparison.bound, comparison.strength
        kind = Check(question, "", methods, what, 0.0, bound, verdict, strength)
        count = self.counts.setdefault(kind, Count())
        count.checks += len(comparison.at)
        largest = int(np.argmax(comparison.difference))
        if comparison.difference[largest] > count.largest:
            count.largest = float(comparison.difference[largest])
            count.at = parameters(points)[int(comparison.at[largest])].as_py()
