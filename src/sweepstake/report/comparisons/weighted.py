"""Weighted trials against what is known, and against other trials, by their own errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sweepstake.report.comparisons.comparison import ROUNDING, STANDARD_ERRORS, Bools, Comparison
from sweepstake.report.comparisons.pairs import Pair
from sweepstake.report.comparisons.sampled import is_certain
from sweepstake.stats import goodness, interval
from sweepstake.store.points import Floats, Points


@dataclass(frozen=True)
class Weights:
    """The errors of a weighted method. `error` is by row, the others by point."""

    error: Floats
    """The standard error; where too few trials carry an outcome, the largest known one."""
    error_of_sum: Floats
    largest: Floats
    """The largest standard error that is known; 0 if none is."""
    tells: Bools
    """Do enough trials carry any outcome?"""

    @classmethod
    def of(cls, points: Points, method: int) -> Weights:
        """The errors of the method with this place among those of the question."""
        rows = np.flatnonzero(points.method == method)
        point, error = points.point[rows], points.floats("standard_error")[rows]
        error = np.where(np.isnan(error), np.inf, error)
        trials = points.trials[method][point]
        is_known = interval.are_known(points.floats("probability")[rows], error, trials)
        finite = np.where(np.isfinite(error), error, 0.0)
        count = len(points)
        largest, tells = np.zeros(count), np.zeros(count, bool)
        np.maximum.at(largest, point, finite)
        np.logical_or.at(tells, point, is_known)
        every = np.zeros(len(points.rows))
        every[rows] = np.where(is_known, error, largest[point])
        total = np.bincount(point, finite, count).astype(np.float64)
        return cls(every, total, largest, tells)


def against(pair: Pair) -> Iterator[Comparison]:
    """By how many standard errors weighted trials are off, beyond what is lost by rounding."""
    weights = Weights.of(pair.points, pair.methods[1])
    mean = pair.column(pair.points.floats("probability"), 0.0)[1]
    expected = pair.expected(mean)
    off = _deviates(abs(mean - expected), expected, _errors(pair, 1, weights))
    trials = pair.points.trials[pair.methods[1]][pair.at]
    difference = goodness.among_many(pair.largest(off), pair.size, trials - 1)
    compared = "each outcome, standard errors"
    every = pair.compared(compared, difference, STANDARD_ERRORS, "sample")
    return every.split(weights.tells[pair.at] | is_certain(pair))


def alike(pair: Pair) -> Iterator[Comparison]:
    """By how many standard errors two estimates differ, at least one from weighted trials."""
    mean = pair.column(pair.points.floats("probability"), 0.0)
    errors, tells = [], np.ones(len(pair.at), bool)
    for k, method in enumerate(pair.methods):
        if pair.kinds[k] == "rare":
            weights = Weights.of(pair.points, method)
            errors.append(_errors(pair, k, weights))
            tells &= weights.tells[pair.at]
        else:
            errors.append(_counted_errors(pair, k, mean))
    off = _deviates(abs(mean[0] - mean[1]), mean.max(0), np.hypot(*errors))
    trials = pair.points.trials[list(pair.methods)][:, pair.at].min(0)
    difference = goodness.among_many(pair.largest(off), pair.size, trials - 1)
    compared = "two estimates of each outcome, standard errors"
    return pair.compared(compared, difference, STANDARD_ERRORS, "samples").split(tells)


def _errors(pair: Pair, which: int, weights: Weights) -> Floats:
    """The standard error of weights in each cell; the largest known one where it has no row."""
    rows = pair.rows[which]
    missing = pair.spread(weights.largest[pair.at])
    return np.where(rows >= 0, np.append(weights.error, 0.0)[rows], missing)


def _counted_errors(pair: Pair, which: int, mean: Floats) -> Floats:
    """The standard error of counts as if an outcome were as likely as the larger estimate says."""
    trials = pair.spread(pair.points.trials[pair.methods[which]][pair.at])
    return np.asarray(np.sqrt((mean * np.maximum(0.0, 1.0 - mean)).max(0) / trials))


def _deviates(off: Floats, expected: Floats, error: Floats) -> Floats:
    """The difference in standard errors; 0 where it may be rounding."""
    errors = np.divide(off, error, where=error > 0, out=np.full(len(off), np.inf))
    return np.where(off <= ROUNDING * expected, 0.0, errors)
