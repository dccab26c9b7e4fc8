"""What one method says at one set of parameters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, lcm, ulp
from operator import truediv

from sweepstake.puzzle.question import Kind
from sweepstake.stats import interval
from sweepstake.store.answers import Measures, Outcome, Rows

IMPOSSIBLE = Measures(0.0, "0", None, 0, None, None, None, None)
"""The measures of an outcome that has no row."""


@dataclass(frozen=True)
class Answer:
    """What one method says at one set of parameters, by outcome."""

    kind: Kind
    rows: Rows

    def row(self, outcome: Outcome) -> Measures:
        """The measures of an outcome."""
        return self.rows.get(outcome, IMPOSSIBLE)

    def probability(self, outcome: Outcome) -> Fraction | float:
        """A Fraction where it is known exactly."""
        row = self.row(outcome)
        return row.probability if row.exact is None else Fraction(row.exact)

    def nearest(self, outcome: Outcome) -> float:
        """The probability as a float."""
        row = self.row(outcome)
        return row.probability if row.exact is None else truediv(*_ratio(row.exact))

    def total(self) -> Fraction | float:
        """The sum of all probabilities: of ratios, over one denominator, which is faster."""
        ratios = [_ratio(row.exact) for row in self.rows.values() if row.exact is not None]
        if len(ratios) < len(self.rows):
            return sum((row.probability for row in self.rows.values()), Fraction(0))
        whole = lcm(*{denominator for _, denominator in ratios})
        return Fraction(sum(n * (whole // denominator) for n, denominator in ratios), whole)

    def error(self, outcome: Outcome) -> float:
        """The standard error of the probability; infinite if it is unknown."""
        error = self.row(outcome).standard_error
        return inf if error is None else error

    def is_known(self, outcome: Outcome) -> bool:
        """Is this no sample, or do enough of its trials carry the weight of the outcome?"""
        row = self.row(outcome)
        return self.kind != "rare" or interval.is_known(
            row.probability, self.error(outcome), self.trials
        )

    @property
    def tells(self) -> bool:
        """Is any outcome known?"""
        return any(map(self.is_known, self.rows))

    @cached_property
    def known_errors(self) -> list[float]:
        """The standard errors of those outcomes that have one."""
        return [error for outcome in self.rows if isfinite(error := self.error(outcome))]

    @property
    def trials(self) -> int:
        """The trials of a sample; 0 if it is none."""
        return next((row.trials or 0 for row in self.rows.values()), 0)


def _ratio(exact: str) -> tuple[int, int]:
    """The numerator and the denominator of `p/q` or `p`.

    >>> _ratio("5/6"), _ratio("1")
    ((5, 6), (1, 1))
    """
    numerator, _, denominator = exact.partition("/")
    return int(numerator), int(denominator or 1)


def size(difference: Fraction | float) -> float:
    """A difference as a float: above 0 even where it is smaller than the smallest float."""
    return abs(float(difference)) or (ulp(0.0) if difference else 0.0)
