"""A finite distribution: whole counts over one total, divided once at the end.

Enumeration, closed forms and simulation all count: ways out of all ways, games out of all games.
So one class serves them all, and nothing is rounded until a float is requested. For a Markov chain
in floating point, `counts` holds float masses and `total` is 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any

from sweepstake.text.shown import shown

Outcome = Any  # a value, or a tuple of values if a question has several outcome columns
Weight = int | float | Fraction
TINY = 1e-300
"""Below this the logarithm of a float loses digits."""


@dataclass(frozen=True)
class Distribution:
    """How many of `total` equally likely cases end in each outcome.

    >>> die = Distribution({"six": 1, "other": 5}, 6)
    >>> die["six"], die["seven"]
    (Fraction(1, 6), Fraction(0, 1))

    An exact answer may leave out some outcomes (`rest`) and state means, as for tosses until heads:

    >>> tosses = Distribution({1: 4, 2: 2, 3: 1}, 8, rest=1, means=(Fraction(2),))
    >>> tosses.left_out
    Fraction(1, 8)
    """

    counts: Mapping[Outcome, Any]
    total: int
    rest: Any = 0
    """The number of cases with outcomes that are not listed; with `counts` it sums to `total`."""
    means: tuple[Fraction | None, ...] = ()
    """The exact mean of each outcome column, or None; () if the means follow from the counts."""

    @property
    def left_out(self) -> Fraction:
        """The probability of the outcomes that are not listed."""
        return Fraction(self.rest, self.total) if self.rest else Fraction(0)

    def __getitem__(self, outcome: Outcome) -> Fraction | float:
        """The probability of `outcome`: a Fraction, or a float if the counts are floats."""
        count = self.counts.get(outcome, 0)
        return count / self.total if isinstance(count, float) else Fraction(count, self.total)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __eq__(self, other: object) -> bool:
        """True if both give each outcome and the rest the same probability; totals may differ."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.left_out == other.left_out and all(
            self[o] == other[o] for o in {*self.counts, *other.counts}
        )

    def __repr__(self) -> str:
        """The counts and the total; long numbers are described, which Python may refuse to write.

        >>> Distribution({"six": 1, "other": 5}, 6)
        Distribution({'six': 1, 'other': 5}, 6)
        """
        rest = f", rest={shown(self.rest)}" if self.rest else ""
        return f"Distribution({shown(self.counts)}, {shown(self.total)}{rest})"

    __hash__ = None  # type: ignore[assignment]  # equal values may have unequal counts


def log10(probability: Fraction | float) -> float | None:
    """The common logarithm of a probability, accurate far below the smallest float; None for 0."""
    if not probability:
        return None
    if (rounded := float(probability)) > TINY:
        return math.log10(rounded)
    exact = Fraction(probability)
    return math.log10(exact.numerator) - math.log10(exact.denominator)


def measured(count: int, total: int) -> tuple[float, str, float | None]:
    """The probability of `count` of `total` cases: as a float, as p/q, and its common logarithm.

    >>> measured(2, 4)
    (0.5, '1/2', -0.3010299956639812)
    """
    common = math.gcd(count, total)
    above, below = count // common, total // common
    rounded = above / below
    logarithm = math.log10(rounded) if rounded > TINY else log10(Fraction(above, below))
    return rounded, f"{above}/{below}" if below > 1 else f"{above}", logarithm


def as_distribution(answer: Distribution | Mapping[Outcome, Any]) -> Distribution:
    """`answer` itself, or a mapping from outcomes to their probabilities, or to whole counts.

    >>> as_distribution({"six": Fraction(1, 6), "other": Fraction(5, 6)}).total
    6
    >>> as_distribution({"six": 3, "other": 7})["six"]
    Fraction(3, 10)
    """
    if isinstance(answer, Distribution):
        return answer
    weights = dict(answer)
    if any(isinstance(weight, float) for weight in weights.values()):
        return Distribution({outcome: float(weight) for outcome, weight in weights.items()}, 1)
    exact = {o: w if isinstance(w, Rational) else Fraction(w) for o, w in weights.items()}
    whole = math.lcm(*(int(weight.denominator) for weight in exact.values()))
    counts = {o: int(w.numerator) * (whole // int(w.denominator)) for o, w in exact.items()}
    integers = all(isinstance(weight, Integral) for weight in weights.values())
    return Distribution(counts, sum(counts.values()) if integers else whole)


def certain(outcome: Outcome) -> Distribution:
    """The distribution that gives `outcome` probability 1.

    >>> certain(7)[7]
    Fraction(1, 1)
    """
    return Distribution({outcome: 1}, 1)


def event(ways: Weight, total: int) -> Distribution:
    """A yes-or-no event: True in `ways` of `total` cases. Lists both outcomes, even at 0.

    >>> event(1, 6)[False]
    Fraction(5, 6)
    """
    return Distribution({False: total - ways, True: ways}, total)


def from_tails(at_least: Sequence[int], total: int) -> Distribution:
    """The distribution of a whole number; `at_least[n]` of `total` cases reach n or more.

    >>> dict(from_tails([6, 6, 5], 6).counts)
    {1: 1, 2: 5}
    """
    counts = {
        number: ways - more
        for number, (ways, more) in enumerate(zip(at_least, [*at_least[1:], 0], strict=True))
        if ways > more
    }
    return Distribution(counts, total)
