"""Tests whether a sample comes from a given distribution, or from that of another sample.

The chi-square statistic of the whole range is the sum of (1 - p) z^2 over cells. Here p is the
probability of a cell, and z the normal deviate that is as unlikely as its count by the binomial
law. The statistic is distributed like the squared length of cells - 1 standard normal numbers.
Pearson's statistic, with z = (observed - expected) / standard deviation, follows that law only near
its mean: at a level of one in two million, with 5 expected in a cell, it rejects 30 times too many
correct samples.

Outcomes that are too rare for a cell of their own share one with the next, so that a tail counts.
Unlikeliness is given as a normal deviate, that is, in standard errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from scipy.special import betainc, betaincc, gammaincc, ndtri, stdtr

FEWEST = 5.0
Cell = tuple[float, float]


def chi_square(counts: Mapping[Any, float], law: Mapping[Any, float]) -> float:
    """The probability that a sample of `law` is at least as far from it as `counts` are.

    `law` gives the probabilities, in the order in which rare outcomes share cells. Returns 0 if an
    outcome was counted that has no probability.

    >>> round(chi_square({"heads": 40, "tails": 60}, {"heads": 0.5, "tails": 0.5}), 4)
    0.046
    """
    return _chi_square(counts, law)[0]


def _chi_square(counts: Mapping[Any, float], law: Mapping[Any, float]) -> tuple[float, int]:
    """That probability, and the degrees of freedom."""
    trials = sum(counts.values())
    merged = list(cells([(counts.get(o, 0), trials * p) for o, p in law.items()]))
    if any(count and not law.get(outcome) for outcome, count in counts.items()):
        return 0.0, len(merged) - 1
    if len(merged) < 2:
        return 1.0, 0
    observed, expected = np.array(merged).T
    share = np.minimum(expected / expected.sum(), 1.0)
    statistic = ((1 - share) * deviates(observed, trials, share) ** 2).sum()
    return float(gammaincc((len(merged) - 1) / 2, statistic / 2)), len(merged) - 1


def cells(outcomes: list[Cell]) -> Iterator[Cell]:
    """(observed, expected) by cell, with at least 5 expected in each, from those by outcome.

    >>> list(cells([(9, 8), (1, 2), (0, 2), (2, 3), (1, 1)]))
    [(9.0, 8.0), (4.0, 8.0)]
    """
    observed = expected = 0.0
    rest = sum(mean for _, mean in outcomes)
    for count, mean in outcomes:
        observed, expected, rest = observed + count, expected + mean, rest - mean
        if expected >= FEWEST and rest >= FEWEST:
            yield observed, expected
            observed = expected = 0.0
    yield observed, expected


def deviates(counts: Any, trials: Any, probabilities: Any) -> Any:
    """The normal deviates that are as unlikely as binomial counts; arrays of one shape.

    Half of the probability of the count itself belongs to either side.

    >>> deviates(np.array([50, 60]), np.array([100, 100]), 0.5).round(3).tolist()
    [0.0, 1.995]
    """
    at_most, at_least = tails(counts, trials, probabilities)
    fewer, _ = tails(np.maximum(counts - 1, 0), trials, probabilities)
    _, more = tails(np.minimum(counts + 1, trials), trials, probabilities)
    below = (at_most + np.where(counts > 0, fewer, 0.0)) / 2
    above = (at_least + np.where(counts < trials, more, 0.0)) / 2
    return np.where(above < below, -ndtri(above), ndtri(below)) + 0.0


def tails(counts: Any, trials: Any, probabilities: Any) -> tuple[Any, Any]:
    """The probabilities of at most, and of at least, so many hits; arrays of one shape.

    They use the incomplete beta function, because `scipy.stats` takes most of a second to import.

    >>> [tail.round(4).tolist() for tail in tails(np.array([0, 1]), np.array([2, 2]), 0.5)]
    [[0.25, 0.75], [1.0, 0.75]]
    """
    left = trials - counts
    least = betaincc(counts + 1, np.maximum(left, 1), probabilities)
    most = betainc(np.maximum(counts, 1), left + 1, probabilities)
    return np.where(left > 0, least, 1.0), np.where(counts > 0, most, 1.0)


def worst(counts: Any, trials: Any, probabilities: Any, sizes: Any) -> Any:
    """How unlikely each sample's worst count is, two-sided and corrected for its many outcomes.

    `counts`, `trials` and `probabilities` are by outcome, and samples have `sizes` outcomes each.
    """
    tail = np.minimum(*tails(counts, trials, np.clip(probabilities, 0.0, 1.0)))
    least, has_outcomes = np.ones(len(sizes)), sizes > 0
    if len(tail):
        first = (sizes.cumsum() - sizes)[has_outcomes]
        least[has_outcomes] = np.minimum.reduceat(tail, first)
    return deviate(2 * least * np.maximum(sizes, 1))


def among_many(worst: Any, counts: Any, degrees: Any) -> Any:
    """How unlikely it is that the worst of `counts` Student deviates is as far off as `worst`.

    >>> among_many(np.array([5.0, 5.0]), np.array([1, 400]), 10**6).round(2).tolist()
    [5.0, 3.68]
    """
    return deviate(2 * np.maximum(counts, 1) * stdtr(degrees, -worst))


def all_together(counts: Any, probabilities: Any) -> tuple[float, int]:
    """How unlikely all counts are together, by chi-square with common outcomes first.

    The second number is the degrees of freedom.
    """
    order = np.argsort(-probabilities, kind="stable")
    law = dict(enumerate(probabilities[order].tolist()))
    probability, degrees = _chi_square(dict(enumerate(counts[order].tolist())), law)
    return float(deviate(probability)), degrees


def alike(counts: Any, others: Any) -> tuple[float, int]:
    """How unlikely it is that two samples of one law differ as much, by chi-square.

    The second number is the degrees of freedom.

    In each cell, the first sample has a binomial share of what both have there. Outcomes share
    cells until five of each are expected in the smaller sample.
    """
    both = counts + others
    if not len(both):
        return 0.0, 0
    order = np.argsort(-both, kind="stable")
    share = min(counts.sum(), others.sum()) / both.sum()
    expected = (both[order] * share).tolist()
    first, both = (
        np.array([seen for seen, _ in cells([*zip(sample[order], expected, strict=True)])])
        for sample in (counts, both)
    )
    if len(both) < 2:
        return 0.0, 0
    statistic = (deviates(first, both, first.sum() / both.sum()) ** 2).sum()
    return float(deviate(gammaincc((len(both) - 1) / 2, statistic / 2))), len(both) - 1


def furthest(distance: Any, trials: Any) -> Any:
    """How unlikely it is that a distribution function is as far from that of `trials`.

    `distance` is the largest difference of the two functions. By Massart (1990) the probability is
    at most 2 exp(-2 n d^2), whatever the law. For two samples of n and m trials, take n m / (n + m)
    as the trials: then the bound holds for large samples.

    >>> furthest(np.array([0.0, 0.01]), 150_000).round(2).tolist()
    [0.0, 7.36]
    """
    return deviate(np.minimum(1.0, 2 * np.exp(-2 * trials * distance**2)))


def too_small(values: Any) -> float:
    """How unlikely it is that so many p-values of independent tests are so small.

    This is the test of Kolmogorov and Smirnov in one direction, with Massart's bound: if the tests
    are right, a p-value is below t with a probability of at most t.

    >>> round(too_small(np.linspace(0.01, 0.99, 99)), 2), round(too_small(np.full(99, 0.3)), 2)
    (0.0, 13.67)
    """
    ordered = np.sort(values)
    above = (np.arange(1, len(ordered) + 1) / len(ordered) - ordered).max(initial=0.0)
    return float(deviate(min(1.0, 2 * np.exp(-2 * len(ordered) * above**2))))


def deviate(probability: Any) -> Any:
    """The deviate that a normal number exceeds, two-sided, with that probability."""
    return 0.0 - ndtri(np.clip(probability, 0.0, 1.0) / 2)  # 0.0, not -0.0, of 1
