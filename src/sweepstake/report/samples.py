"""How unlikely a sample is, as a normal deviate: in standard errors, that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.special import gammaincc, ndtri, stdtr

from sweepstake.stats.goodness import cells, chi_square, deviates, tails


class Sample(NamedTuple):
    """Counts of few outcomes, still to be held against the probabilities of each."""

    counts: Sequence[int]
    trials: int
    probabilities: Sequence[float]


def differences(given: Sequence[float | Sample]) -> Iterator[float]:
    """The differences themselves, and in place of each sample that of its worst outcome."""
    worst = iter(_binomial([one for one in given if isinstance(one, Sample)]))
    return (next(worst) if isinstance(one, Sample) else one for one in given)


def _binomial(samples: Sequence[Sample]) -> list[float]:
    """How unlikely each sample's worst count is, on either side and among its many outcomes."""
    if not samples:
        return []
    sizes = [len(one.counts) for one in samples]
    trials = np.repeat([one.trials for one in samples], sizes)
    counts = np.concatenate([one.counts for one in samples])
    probabilities = np.clip(np.concatenate([one.probabilities for one in samples]), 0.0, 1.0)
    tail = np.minimum(*tails(counts, trials, probabilities))
    least = np.minimum.reduceat(tail, np.cumsum([0, *sizes[:-1]]))
    worst: list[float] = _deviate(2 * least * np.array(sizes)).tolist()
    return worst


def among_many(worst: float, count: int, degrees: int) -> float:
    """How unlikely it is that the worst of so many deviates, Student's each, is as far off as that.

    >>> round(among_many(5.0, 1, 10**6), 3), round(among_many(5.0, 400, 10**6), 2)
    (5.0, 3.68)
    """
    return float(_deviate(2 * count * stdtr(degrees, -worst)))


def all_together(counts: Any, probabilities: Any) -> float:
    """How unlikely all counts are, the common outcomes first."""
    order = np.argsort(-probabilities, kind="stable")
    law = dict(enumerate(probabilities[order].tolist()))
    return float(_deviate(chi_square(dict(enumerate(counts[order].tolist())), law)))


def alike(counts: Any, others: Any) -> float:
    """How unlikely it is that two samples of one law differ as much, by chi-square.

    In each cell, the first sample has a binomial share of what both have there. Outcomes share
    cells until five of each are expected in the smaller sample.
    """
    both = counts + others
    order = np.argsort(-both, kind="stable")
    share = min(counts.sum(), others.sum()) / both.sum()
    expected = (both[order] * share).tolist()
    first, both = (
        np.array([seen for seen, _ in cells([*zip(sample[order], expected, strict=True)])])
        for sample in (counts, both)
    )
    if len(both) < 2:
        return 0.0
    statistic = (deviates(first, both, first.sum() / both.sum()) ** 2).sum()
    return float(_deviate(gammaincc((len(both) - 1) / 2, statistic / 2)))


def _deviate(probability: Any) -> Any:
    """The deviate that a normal number exceeds, on either side, with that probability."""
    return 0.0 - ndtri(np.clip(probability, 0.0, 1.0) / 2)  # 0.0, not -0.0, of 1
