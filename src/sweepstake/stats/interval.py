"""Intervals that hold the probability in 95 of 100 samples.

Of a count it is the interval of Clopper and Pearson (1934), from SciPy's beta distribution: every
probability that either end of the binomial law does not rule out at 2.5%. It stays inside [0, 1],
says something even when nothing was counted, and holds the truth at least as often as it says. Of
a mean weight it is Student's, which needs as many trials as make the mean normal.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
BEYOND = 0.025
"""The probability beyond either end."""


def of_counts(counts: NDArray[np.int64], trials: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """The ends of the interval for each of `counts`, all arrays of one shape.

    >>> low, high = of_counts(np.array([0]), np.array([1000]))
    >>> low.tolist(), high.round(6).tolist()
    ([0.0], [0.003682])
    """
    from scipy.special import betaincinv  # a sixth of a second, of every table and plot

    left = trials - counts
    low = betaincinv(np.maximum(counts, 1), left + 1, BEYOND)
    high = betaincinv(counts + 1, np.maximum(left, 1), 1 - BEYOND)
    return np.where(counts > 0, low, 0.0), np.where(left > 0, high, 1.0)


def of_means(means: Numbers, errors: Numbers, trials: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """The ends of the interval for each of `means` of weights, which have these standard errors.

    >>> low, high = of_means(np.array([0.5]), np.array([0.1]), np.array([1000]))
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.3038], [0.6962])
    """
    away = reach(errors, trials)
    return np.clip(means - away, 0.0, 1.0), np.clip(means + away, 0.0, 1.0)


def reach(errors: Numbers, trials: NDArray[Any]) -> Numbers:
    """How far the interval of a mean of `trials` goes either way, by its standard error.

    >>> reach(np.array([1.0, 1.0]), np.array([10, 1_000_000])).round(3).tolist()
    [2.262, 1.96]
    """
    from scipy.special import stdtrit

    found: Numbers = stdtrit(np.maximum(trials - 1, 1), 1 - BEYOND) * errors
    return found
