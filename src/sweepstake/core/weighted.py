"""Weighted trials, which estimate the probabilities of rare events (importance sampling).

A weighted trial takes only steps that lead to the event and multiplies their probabilities into a
weight. The mean weight of independent trials is an unbiased estimate of the probability, and the
scatter of the weights gives its standard error. A trial may be one path (sequential importance
sampling) or the mean weight of many that are resampled together (sequential Monte Carlo).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import fsum, hypot, inf, sqrt
from typing import TYPE_CHECKING

from sweepstake.core.distribution import Outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Sums = tuple[float, float]
"""The sum of some weights, and the root of the sum of their squared deviations from the mean.

Squares of small weights would underflow, and subtracting sums of squares would lose digits.
"""

ROUNDING = 1e-13
"""The relative difference that rounding may make between equal weights of hundreds of factors."""


@dataclass(frozen=True)
class Weighted:
    """The sums of the weights of `total` trials, by outcome.

    The weights of all outcomes need not sum to 1 in each trial, only on average.

    >>> sixes = Weighted({"six": (0.6, 0.3)}, 4)
    >>> sixes.probability("six"), round(sixes.standard_error("six"), 6)
    (0.15, 0.086603)
    """

    sums: Mapping[Outcome, Sums]
    total: int

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.sums)

    def __len__(self) -> int:
        return len(self.sums)

    def probability(self, outcome: Outcome) -> float:
        """The mean weight; 0 if no trial ended in the outcome."""
        return self.sums[outcome][0] / self.total if outcome in self.sums else 0.0

    def standard_error(self, outcome: Outcome) -> float:
        """The standard error of the mean weight; infinite if it is unknown."""
        weight, spread = self.sums.get(outcome, (0.0, 0.0))
        if self.total < 2 or not weight:
            return inf
        return spread / sqrt(self.total * (self.total - 1))

    def effective(self, outcome: Outcome) -> float:
        """How many trials of equal weight are as informative (Kong 1992); 0 if no trial met it."""
        weight, spread = self.sums.get(outcome, (0.0, 0.0))
        return self.total / (1 + self.total * (spread / weight) ** 2) if weight else 0.0


def event(weights: NDArray[np.float64]) -> Weighted:
    """A yes-or-no event, from the weights of yes: float64 of shape (trials,), 0 or more."""
    unfit = weights[~((weights >= 0.0) & (weights < inf))]
    if len(unfit):
        raise ValueError(f"a trial has the weight {unfit[0]}; allowed: finite numbers, 0 or more")
    return Weighted({False: sums(1.0 - weights), True: sums(weights)}, len(weights))


def sums(weights: NDArray[np.float64]) -> Sums:
    """The sums of `weights`, which are 0 in trials that did not meet the outcome."""
    weight = fsum(weights)
    off = weights - weight / len(weights)
    largest = float(abs(off).max())
    spread = largest * sqrt(fsum((off / largest) ** 2)) if largest else 0.0
    return weight, _beyond_rounding(spread, weight, len(weights))


def together(parts: Iterable[tuple[int, float, float]], total: int) -> Sums:
    """The sums of `total` trials, from (trials, *sums) of each part that met the outcome.

    The order of the parts makes no difference, not even to rounding.

    >>> together([(2, 0.5, 0.3), (2, 0.5, 0.4)], 4)
    (1.0, 0.5)
    """
    met = sorted(parts)
    trials, weights, spreads = zip(*met, strict=True)
    weight = fsum(weights)
    mean, others = weight / total, total - sum(trials)
    between = [sqrt(n) * (part / n - mean) for n, part, _ in met]
    spread = hypot(*spreads, *between, sqrt(others) * mean)
    return weight, _beyond_rounding(spread, weight, total)


def _beyond_rounding(spread: float, weight: float, total: int) -> float:
    """The spread of `total` weights; 0 if they differ by no more than rounding."""
    return spread if spread > ROUNDING * abs(weight) / sqrt(total) else 0.0


def merged(parts: Iterable[tuple[Outcome, tuple[int, float, float]]], total: int) -> Weighted:
    """Several samples as one, from (outcome, (trials, *sums)) of each outcome that they met."""
    met: dict[Outcome, list[tuple[int, float, float]]] = {}
    for outcome, part in parts:
        met.setdefault(outcome, []).append(part)
    return Weighted({outcome: together(own, total) for outcome, own in met.items()}, total)
