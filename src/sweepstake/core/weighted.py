"""Weighted trials: what simulates rare events.

A weighted trial takes only steps that lead to the event and multiplies their probabilities into a
weight. Whatever it may take, its weight is right on average: the mean weight of independent trials
is an unbiased estimate of the probability, and their scatter gives its standard error. A trial may
be one path (sequential importance sampling) or the mean weight of many that are resampled together
(sequential Monte Carlo).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import fsum, hypot, inf, sqrt
from typing import TYPE_CHECKING, Any

from sweepstake.core.distribution import Distribution, Outcome, as_distribution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Sums = tuple[float, float]
"""The sum of some weights, and the root of the sum of their squares: these may underflow."""


@dataclass(frozen=True)
class Weighted:
    """Of each outcome the sums of the weights of `total` trials.

    >>> found = Weighted({"six": (0.6, 0.5)}, 4)
    >>> found.probability("six"), round(found.standard_error("six"), 6)
    (0.15, 0.11547)
    """

    sums: Mapping[Outcome, Sums]
    total: int

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.sums)

    def __len__(self) -> int:
        return len(self.sums)

    def probability(self, outcome: Outcome) -> float:
        """The mean weight; 0 if the outcome was not met."""
        return self.sums[outcome][0] / self.total if outcome in self.sums else 0.0

    def standard_error(self, outcome: Outcome) -> float:
        """The standard error of the mean weight; infinite if it is unknown."""
        effective = self.effective(outcome)
        if self.total < 2 or not effective:
            return inf
        scatter = max(self.total / effective - 1, 0.0) / (self.total - 1)
        return self.probability(outcome) * sqrt(scatter)

    def effective(self, outcome: Outcome) -> float:
        """How many trials of equal weight say as much (Kong 1992); 0 if none has met it."""
        weight, root = self.sums.get(outcome, (0.0, 0.0))
        return (weight / root) ** 2 if root else 0.0


def event(weights: NDArray[np.float64]) -> Weighted:
    """Yes or no, from the weights of yes: float64 of shape (trials,)."""
    return Weighted({False: sums(1.0 - weights), True: sums(weights)}, len(weights))


def sums(weights: NDArray[np.float64]) -> Sums:
    """The sum of `weights`, none below 0, and the root of the sum of their squares."""
    largest = float(weights.max(initial=0.0))
    root = largest * sqrt(fsum((weights / largest) ** 2)) if largest else 0.0
    return fsum(weights), root


def merged(parts: Iterable[tuple[Outcome, Sums]], total: int) -> Weighted:
    """Several samples as one, from the sums of each outcome in each.

    >>> merged([("six", (0.5, 0.3)), ("six", (0.1, 0.4))], 4).sums
    {'six': (0.6, 0.5)}
    """
    found: dict[Outcome, list[Sums]] = {}
    for outcome, its in parts:
        found.setdefault(outcome, []).append(its)
    return Weighted({outcome: together(its) for outcome, its in found.items()}, total)


def together(parts: Iterable[Sums]) -> Sums:
    """The sums of all weights, from those of some: the same in whatever order they come."""
    weights, roots = zip(*sorted(parts), strict=True)
    return fsum(weights), hypot(*roots)


def as_answer(answer: Distribution | Weighted | Mapping[Outcome, Any]) -> Distribution | Weighted:
    """What a method has returned, as what it means."""
    return answer if isinstance(answer, Weighted) else as_distribution(answer)
