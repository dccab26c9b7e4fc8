"""How unlikely samples are, as normal deviates, that is in standard errors."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import gammaincc, ndtri, stdtr

from sweepstake.stats.goodness import cells, chi_square, deviates, tails


def worst(counts: Any, trials: Any, probabilities: Any, sizes: Any) -> Any:
    """How unlikely each sample's worst count is, on either side and among its many outcomes.

    `counts`, `trials` and `probabilities` are by outcome, and samples have `sizes` outcomes each.
    """
    tail = np.minimum(*tails(counts, trials, np.clip(probabilities, 0.0, 1.0)))
    least, some = np.ones(len(sizes)), sizes > 0
    if len(tail):
        least[some] = np.minimum.reduceat(tail, (sizes.cumsum() - sizes)[some])
    return _deviate(2 * least * np.maximum(sizes, 1))


def among_many(worst: Any, counts: Any, degrees: Any) -> Any:
    """How unlikely it is that the worst of so many deviates, Student's each, is as far off as that.

    >>> among_many(np.array([5.0, 5.0]), np.array([1, 400]), 10**6).round(2).tolist()
    [5.0, 3.68]
    """
    return _deviate(2 * np.maximum(counts, 1) * stdtr(degrees, -worst))


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
    if not len(both):
        return 0.0
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
