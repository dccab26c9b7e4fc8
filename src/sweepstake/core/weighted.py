"""Weighted trials, which estimate the probabilities of rare events (importance sampling).

A weighted trial takes only steps that lead to the event and multiplies their probabilities into a
weight. The mean weight of independent trials is an unbiased estimate of the probability, and the
scatter of the weights gives its standard error. A trial may be one path (sequential importance
sampling) or the mean weight of many that are resampled together (sequential Monte Carlo).

In sequential Monte Carlo, many paths, called particles, are simulated together, each with a weight.
When the weights become too unequal, heavy particles are copied and light ones dropped, so that all
weigh the same again. The expected number of copies is in proportion to a particle's weight, so
every mean weight stays unbiased, whenever particles are resampled (Del Moral 2004).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import fsum, hypot, inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Outcome
from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.stream import Stream, word

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


Numbers = NDArray[Any]

_11 = np.uint64(11)


@inlined
def uniform(state: Stream) -> float:
    """A uniform random number in [0, 1)."""
    return float(word(state) >> _11) * 2.0**-53


@compiled
def resampled(
    particles: Numbers, weights: Numbers, state: Stream, before: Numbers, sources: Numbers
) -> bool:
    """Resample `particles`, setting `weights` to 1, if these are too unequal; True if it did.

    `particles` has a particle in each row. `before`, of the same shape, and `sources`, int64 of
    shape (particles,), are overwritten. Not all weights are 0.
    """
    if not unequal(weights):
        return False
    choose(sources, weights, state)
    before[:] = particles
    for k in range(len(weights)):
        particles[k] = before[sources[k]]
        weights[k] = 1.0
    return True


@inlined
def unequal(weights: Numbers) -> bool:
    """True if the effective number of `weights` (Kish) is below half of their number."""
    total = squares = 0.0
    for weight in weights:
        total += weight
        squares += weight * weight
    return total * total < 0.5 * len(weights) * squares


@inlined
def choose(sources: Numbers, weights: Numbers, state: Stream) -> None:
    """Fill `sources` with the particles to copy, in order (systematic resampling, Kitagawa 1996).

    Both have the shape (particles,), and not all weights are 0.
    """
    count, total = len(weights), 0.0
    for weight in weights:
        total += weight
    step = total / count
    source, reached, at = 0, weights[0], uniform(state) * step
    for k in range(count):
        while reached <= at and source < count - 1:
            source += 1
            reached += weights[source]
        sources[k] = source
        at += step
