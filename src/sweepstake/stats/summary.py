"""Summaries of a distribution of numbers: quantiles, the tail, bins."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = Sequence[float] | ArrayLike


def quantiles(values: Numbers, weights: Numbers, shares: Sequence[float]) -> list[float]:
    """The quantile for each share: the least value up to which at least that share of weight lies.

    >>> quantiles([5, 1, 3, 1], [1, 1, 1, 1], [0.25, 0.75, 0.95])
    [1.0, 3.0, 5.0]
    """
    value, mass = pooled(values, weights)
    indices = np.searchsorted(mass.cumsum(), np.asarray(shares) - 1e-12)
    return [float(value[index]) for index in indices]


def bin_width(values: Numbers, bins: int) -> int:
    """The least even width with which `bins` bins, from the least on, hold all whole numbers.

    >>> bin_width([26, 4046], 75), bin_width([0, 9], 60)
    (54, 2)
    """
    value = np.asarray(values)
    return 2 * ceil(float(value.max() - value.min() + 1) / (2 * bins))


def survival(values: Numbers, weights: Numbers) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values in order, and for each the share of the weight that exceeds it.

    >>> [share.tolist() for share in survival([2, 1, 3], [1, 1, 2])]
    [[1.0, 2.0, 3.0], [0.75, 0.5, 0.0]]
    """
    value, mass = pooled(values, weights)
    return value, np.append(mass[::-1].cumsum()[::-1][1:], 0.0)


def pooled(values: Numbers, weights: Numbers) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The distinct values that have weight, in order, and the share of the weight of each."""
    value, rank = np.unique(np.asarray(values, float), return_inverse=True)
    weight = np.bincount(rank, np.asarray(weights, float))
    has_weight = weight > 0
    return value[has_weight], weight[has_weight] / weight.sum()
