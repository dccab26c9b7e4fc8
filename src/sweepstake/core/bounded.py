"""A distribution whose probabilities and means are proved to lie within bounds.

The bounds are fractions; `down` and `up` give the nearest floats that are bounds, too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter
from typing import NamedTuple

from sweepstake.core.distribution import Outcome

DIGITS = 3
"""The digits of an upper bound for what is left out."""


class Interval(NamedTuple):
    """A lower and an upper bound of a number."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The number in the middle."""
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Bounded:
    """The bounds of each outcome's probability.

    >>> coin = Bounded({"heads": Interval(Fraction(1, 3), Fraction(2, 3))}, Fraction(2, 3))
    >>> coin["heads"].middle
    Fraction(1, 2)
    """

    bounds: Mapping[Outcome, Interval]
    left_out: Fraction = Fraction(0)
    """An upper bound for the probability of all outcomes that are not listed; 0 if there are none.
    """
    means: tuple[Interval | None, ...] = ()
    """The bounds of each outcome column's mean, or None; () if the answer states no mean."""

    def __getitem__(self, outcome: Outcome) -> Interval:
        """The bounds of the probability of `outcome`, which may be left out."""
        return self.bounds.get(outcome, Interval(Fraction(0), self.left_out))

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.bounds)

    def __len__(self) -> int:
        return len(self.bounds)


def down(number: Fraction) -> float:
    """The largest float that is at most `number`.

    >>> down(Fraction(1, 10)) < Fraction(1, 10) < up(Fraction(1, 10))
    True
    """
    try:
        nearest = float(number)
    except OverflowError:
        return sys.float_info.max if number > 0 else -inf
    return nearest if Fraction(nearest) <= number else nextafter(nearest, -inf)


def up(number: Fraction) -> float:
    """The smallest float that is at least `number`."""
    return -down(-number)


def short(bound: Fraction) -> Fraction:
    """A number from 0 to 1, rounded up to few decimal digits.

    >>> short(Fraction(1, 3)), short(Fraction(1, 3000))
    (Fraction(167, 500), Fraction(167, 500000))
    """
    if not bound:
        return bound
    step = Fraction(1)
    while bound < step * 10 ** (DIGITS - 1):
        step /= 10
    return min(Fraction(1), -(-bound // step) * step)
