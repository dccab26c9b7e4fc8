"""What one method says at one set of parameters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, lcm, ulp
from operator import truediv

from sweepstake.puzzle.question import Kind
from sweepstake.store.answers import Outcome, Rows


@dataclass(frozen=True)
class Answer:
    """What one method says at one set of parameters, by outcome."""

    kind: Kind
    rows: Rows

    def probability(self, outcome: Outcome) -> Fraction | float:
        """A Fraction where it is known exactly."""
        row = self.rows.get(outcome)
        if row is None:
            return Fraction(0)
        return row.probability if row.exact is None else Fraction(row.exact)

    def nearest(self, outcome: Outcome) -> float:
        """The probability as a float."""
        row = self.rows.get(outcome)
        if row is None:
            return 0.0
        return row.probability if row.exact is None else truediv(*_ratio(row.exact))

    def total(self) -> Fraction | float:
        """The sum of all probabilities: of ratios, over one denominator, which is faster."""
        ratios = [_ratio(row.exact) for row in self.rows.values() if row.exact is not None]
        if len(ratios) < len(self.rows):
            return sum((row.probability for row in self.rows.values()), Fraction(0))
        whole = lcm(*{denominator for _, denominator in ratios})
        return Fraction(sum(n * (whole // denominator) for n, denominator in ratios), whole)

    def log10(self, outcome: Outcome) -> float | None:
        """None where the probability is 0."""
        row = self.rows.get(outcome)
        return row.log10_probability if row else None

    def error(self, outcome: Outcome) -> float:
        """The standard error of the probability; infinite if it is unknown."""
        row = self.rows.get(outcome)
        return inf if row is None or row.standard_error is None else row.standard_error

    @property
    def trials(self) -> int:
        """The trials of a sample; 0 if it is none."""
        return next((row.trials or 0 for row in self.rows.values()), 0)

    def count(self, outcome: Outcome) -> int:
        """The trials that ended so."""
        row = self.rows.get(outcome)
        return row.count or 0 if row else 0


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
