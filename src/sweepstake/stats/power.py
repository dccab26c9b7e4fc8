"""The smallest error that a test of a sample would have caught.

A test rejects a number beyond `beyond` standard errors. An error is caught if the test rejects it
with a probability of at least `CAUGHT`: then the sample's own deviation may be as much as
`MARGIN` standard errors towards the wrong number.

Errors of probabilities are absolute here (0.01 is one percentage point).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import chdtri, ndtr, ndtri

CAUGHT = 0.99
MARGIN = float(ndtri(CAUGHT))


def of_mean(error: Any, beyond: Any) -> Any:
    """The smallest error of a mean with a standard error.

    >>> round(float(of_mean(0.1, 5.0)), 3)
    0.733
    """
    return (beyond + MARGIN) * error


def of_share(probability: Any, trials: Any, beyond: Any) -> Any:
    """The smallest error of a probability, from counted trials; the larger of the two directions.

    The standard deviation grows with the wrong probability. For rare outcomes the square root of
    the count is nearly normal, so its error is that of a mean.

    >>> float(of_share(0.5, 10_000, 5.0).round(4)), float(of_share(1e-4, 100_000, 5.0).round(6))
    (0.038, 0.000366)
    """
    away, variance = beyond + MARGIN, np.maximum(0.0, probability * (1 - probability))
    return away * np.sqrt(variance / trials) + away**2 / (4 * trials)


def of_distribution(trials: Any, beyond: Any) -> Any:
    """The smallest error of any value of a distribution function, by `goodness.furthest`.

    >>> float(of_distribution(150_000, 5.0).round(4))
    0.0101
    """
    level = 2 * ndtr(-beyond)
    return (np.sqrt(np.log(2 / level) / 2) + MARGIN / 2) / np.sqrt(trials)


def of_chi_square(degrees: Any, trials: Any, beyond: Any) -> Any:
    """The smallest error of the probability of any event that consists of a test's cells.

    An error d of such an event's probability makes the statistic noncentral by at least 4 d^2 times
    the trials. The noncentral law is taken as normal (Patnaik 1949); for few degrees of freedom
    this makes the error too large, by up to a tenth.

    >>> of_chi_square(np.array([1, 500]), 150_000, 5.0).round(4).tolist()
    [0.01, 0.0214]
    """
    degrees = np.maximum(degrees, 1)
    beyond_mean = chdtri(degrees, 2 * ndtr(-beyond)) - degrees
    square = MARGIN**2
    root = np.sqrt(4 * beyond_mean * square + 4 * square**2 + 2 * degrees * square)
    return np.sqrt((beyond_mean + 2 * square + root) / (4 * trials))
