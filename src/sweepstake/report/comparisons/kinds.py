"""Compares two answers to one question, in a way that depends on the kinds of their methods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, log

import numpy as np

from sweepstake.report.comparisons.comparison import ROUNDING, STANDARD_ERRORS, Bools, Comparison
from sweepstake.report.comparisons.pairs import Pair
from sweepstake.report.comparisons.ratios import size
from sweepstake.stats import goodness, interval
from sweepstake.store.points import Floats, Points

LARGEST = 700.0
"""About the largest exponent of e in the range of a float."""
MANY = 20
"""If a sample has more outcomes, they are judged all together."""


def compared(pair: Pair) -> Iterator[Comparison]:
    """The comparison of two methods, by their kinds; `pair.kinds[0]` is the reference's kind."""
    match pair.kinds:
        case ("exact" | "float", "exact"):
            return _exactly(pair)
        case ("exact" | "float", "float" | "approximate"):
            return _relatively(pair)
        case ("exact" | "float", "sampled"):
            return _sampled(pair)
        case ("exact" | "float", "rare"):
            return _weighted(pair)
        case ("sampled", "sampled"):
            return _samples(pair)
    return _estimates(pair)


def _exactly(pair: Pair) -> Iterator[Comparison]:
    """The largest difference of exact probabilities; only different texts are subtracted.

    The outcomes that only one answer lists must not be likelier than the rest of the other.
    """
    codes, is_partial = pair.column(pair.ratios.code, -2), pair.is_partial
    listed = (pair.rows >= 0).all(0) | ~pair.spread(is_partial)
    apart = np.zeros(codes.shape[1])
    for cell in np.flatnonzero((codes[0] != codes[1]) & listed):
        first, second = map(pair.ratios.probability, pair.rows[:, cell].tolist())
        apart[cell] = size(first - second)
    off = pair.largest(apart)
    for k in np.flatnonzero(is_partial).tolist():
        off[k] = max(off[k], _excess(pair, k))
    every = pair.compared("every probability", off, 0.0, "exact")
    yield every.where(~is_partial)
    yield replace(every.where(is_partial), compared="every probability that both list")


def _excess(pair: Pair, k: int) -> float:
    """At point k, by how much outcomes that one answer lists alone exceed the other's rest."""
    rows = pair.rows[:, pair.first[k] : pair.first[k] + pair.size[k]]
    excess = Fraction(0)
    for own, other in ((0, 1), (1, 0)):
        alone = rows[own][rows[other] < 0].tolist()
        rest = pair.ratios.rest(pair.methods[other], int(pair.at[k]))
        likely = (Fraction(pair.ratios.probability(row)) for row in alone)
        excess = max(excess, sum(likely, -rest))
    return size(excess)


def _relatively(pair: Pair) -> Iterator[Comparison]:
    """The relative error of each probability, from logarithms, which do not underflow.

    An outcome that is possible in only one answer has the relative error 1, unless the reference
    may have left it out.
    """
    first, second = pair.column(pair.points.floats("log10_probability"), np.nan)
    exponent = (second - first) * log(10)
    is_small = exponent < LARGEST
    off = abs(np.expm1(exponent, where=is_small, out=np.full(len(exponent), inf)))
    missing = np.isnan(first).astype(np.int8) + np.isnan(second)
    off = np.where(missing == 0, off, missing % 2)
    rest = pair.spread(pair.left_out[0])
    at_most = np.log10(rest, where=rest > 0, out=np.full(len(rest), -inf)) + ROUNDING
    off = np.where(np.isnan(first) & (second <= at_most), 0.0, off)
    is_float = pair.kinds[1] == "float"
    bound, strength = (ROUNDING, "float") if is_float else (None, "approximation")
    yield pair.compared("every probability, relatively", pair.largest(off), bound, strength)


def _sampled(pair: Pair) -> Iterator[Comparison]:
    """The deviation of a sample in standard errors: of its worst outcome, or of all together."""
    counts = pair.column(pair.points.whole("count"), 0)[1]
    trials = pair.sums(counts)
    expected = pair.expected(counts / pair.spread(np.maximum(trials, 1)))
    is_few, tells = pair.size <= MANY, _tells(pair, expected, trials)
    off, few = np.zeros(len(pair.at)), pair.spread(is_few)
    of_few = counts[few], pair.spread(trials)[few], expected[few]
    off[is_few] = goodness.worst(*of_few, pair.size[is_few])
    for k in np.flatnonzero(~is_few):
        cells = slice(pair.first[k], pair.first[k] + pair.size[k])
        off[k] = goodness.all_together(counts[cells], expected[cells])
    for what, mask in (("each outcome", is_few), ("chi-square of all outcomes", ~is_few)):
        every = pair.compared(f"{what}, standard errors", off, STANDARD_ERRORS, "sample")
        yield every.where(mask & tells)
        yield replace(every.where(mask & ~tells), strength="bound")


def _tells(pair: Pair, expected: Floats, trials: Floats) -> Bools:
    """True if enough trials are expected outside the commonest outcome, or it is certain."""
    largest = pair.largest(expected)
    is_commonest = expected == pair.spread(largest)
    ties = pair.sums(is_commonest.astype(np.int64)) - 1
    others = pair.sums(np.where(is_commonest, 0.0, expected)) + ties * largest
    return np.asarray(trials * others >= goodness.FEWEST) | _is_certain(pair)


def _is_certain(pair: Pair) -> Bools:
    """For each point, True if the reference has a single possible outcome."""
    is_possible = pair.column(pair.ratios.is_possible, False)[0]
    return np.asarray(pair.sums(is_possible.astype(np.int64)) == 1)


def _samples(pair: Pair) -> Iterator[Comparison]:
    """The difference of two samples, by chi-square.

    Rare outcomes share cells with neighbouring outcomes, whichever sample has drawn them.
    """
    counts = pair.column(pair.points.whole("count"), 0)
    ends = zip(pair.first, pair.first + pair.size, strict=True)
    off = np.array([goodness.alike(*counts[:, first:end]) for first, end in ends])
    what = "two samples by chi-square, standard errors"
    yield pair.compared(what, off, STANDARD_ERRORS, "samples")


@dataclass(frozen=True)
class Weights:
    """The errors of a weighted method. `error` has a value for each row; others, for each point."""

    error: Floats
    """The standard error; if too few trials carry an outcome, the largest known error."""
    error_of_sum: Floats
    largest: Floats
    """The largest known standard error; 0 if no error is known."""
    tells: Bools
    """True if enough trials carry at least one outcome."""

    @classmethod
    def of(cls, points: Points, method: int) -> Weights:
        """The errors of a method, given by its place among the question's methods."""
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

    def by_cell(self, pair: Pair, which: int) -> Floats:
        """The standard error in each cell; the largest known error if there is no row."""
        rows, missing = pair.rows[which], pair.spread(self.largest[pair.at])
        return np.where(rows >= 0, np.append(self.error, 0.0)[rows], missing)


def _weighted(pair: Pair) -> Iterator[Comparison]:
    """The deviation of weighted trials in standard errors; 0 if it may be rounding."""
    weights = Weights.of(pair.points, pair.methods[1])
    mean = pair.column(pair.points.floats("probability"), 0.0)[1]
    expected = pair.expected(mean)
    off = _deviates(abs(mean - expected), expected, weights.by_cell(pair, 1))
    tells = weights.tells[pair.at] | _is_certain(pair)
    return _of_worst(pair, "each outcome", off, pair.methods[1:], "sample").split(tells)


def _estimates(pair: Pair) -> Iterator[Comparison]:
    """The difference of two estimates in standard errors; at least one has weighted trials."""
    mean = pair.column(pair.points.floats("probability"), 0.0)
    errors, tells = [], np.ones(len(pair.at), bool)
    for k, method in enumerate(pair.methods):
        if pair.kinds[k] == "rare":
            weights = Weights.of(pair.points, method)
            errors.append(weights.by_cell(pair, k))
            tells &= weights.tells[pair.at]
        else:  # with the larger of the two estimates as the probability
            trials = pair.spread(pair.points.trials[method][pair.at])
            errors.append(np.sqrt((mean * np.maximum(0.0, 1.0 - mean)).max(0) / trials))
    off = _deviates(abs(mean[0] - mean[1]), mean.max(0), np.hypot(*errors))
    what = "two estimates of each outcome"
    return _of_worst(pair, what, off, pair.methods, "samples").split(tells)


def _deviates(off: Floats, expected: Floats, error: Floats) -> Floats:
    """The difference in standard errors; 0 if it may be rounding."""
    errors = np.divide(off, error, where=error > 0, out=np.full(len(off), np.inf))
    return np.where(off <= ROUNDING * expected, 0.0, errors)


def _of_worst(
    pair: Pair, what: str, off: Floats, drawn: tuple[int, ...], strength: str
) -> Comparison:
    """The largest deviate at each point, corrected for their number and the fewest trials."""
    trials = pair.points.trials[[*drawn]][:, pair.at].min(0)
    difference = goodness.among_many(pair.largest(off), pair.size, trials - 1)
    return pair.compared(f"{what}, standard errors", difference, STANDARD_ERRORS, strength)
