"""Compares two answers to one question, in a way that depends on the kinds of their methods.

`compared` compares a pair of methods at the points that both answer, and says which errors that
would have caught. `to_one` checks that the probabilities of an answer sum to 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, log

import numpy as np

from sweepstake.report.check import marginals
from sweepstake.report.check.comparison import (
    IN_ERRORS,
    ROUNDING,
    Bools,
    Comparison,
    Ratios,
    size,
)
from sweepstake.report.check.pair import Pair
from sweepstake.stats import goodness, interval, power
from sweepstake.store.columns import Whole
from sweepstake.store.points import Floats, Points

LARGEST = 700.0
"""About the largest exponent of e in the range of a float."""
SUM = "probabilities sum to 1"
UNNOTICED = 1e-12
"""Bounds that are closer, absolutely or by `ROUNDING` relatively, tell two numbers apart."""
MANY = 20
"""If a sample has more outcomes, they are judged all together."""


def compared(pair: Pair) -> Iterator[Comparison]:
    """The comparison of two methods, by their kinds; `pair.kinds[0]` is the reference's kind."""
    if any(pair.proves):
        return _within(pair) if pair.kinds[1] in ("exact", "float") else _compared(pair)
    return _compared(pair)


def _compared(pair: Pair) -> Iterator[Comparison]:
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

    The outcomes that only one answer lists must not be likelier than what the other leaves out.
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
    comparison = replace(pair.compared("every probability", off, 0.0, "exact"), power=0.0)
    yield comparison.where(~is_partial)
    yield replace(comparison.where(is_partial), compared="every probability that both list")


def _excess(pair: Pair, k: int) -> float:
    """At point k, by how much outcomes that only one answer lists exceed what the other omits."""
    rows = pair.rows[:, pair.first[k] : pair.first[k] + pair.size[k]]
    excess = Fraction(0)
    for one, other in ((0, 1), (1, 0)):
        alone = rows[one][rows[other] < 0].tolist()
        left_out = pair.ratios.left_out(pair.methods[other], int(pair.at[k]))
        likely = (Fraction(pair.ratios.probability(row)) for row in alone)
        excess = max(excess, sum(likely, -left_out))
    return size(excess)


def _within(pair: Pair) -> Iterator[Comparison]:
    """By how much the bounds of each probability miss each other; 0 if they overlap.

    An outcome that only one answer lists must not be likelier than what the other leaves out.
    """
    points, apart, wide = pair.spread(pair.at).tolist(), list[float](), list[bool]()
    for point, *rows in zip(points, *pair.rows.tolist(), strict=True):
        bounds = [pair.bounds(k, row, point) for k, row in enumerate(rows)]
        (low, high), (least, most) = bounds
        apart.append(size(max(Fraction(0), low - most, least - high)))
        wide.append(any(b - a > max(ROUNDING * b, UNNOTICED) for a, b in bounds))
    off, is_wide = pair.largest(np.array(apart)), pair.largest(np.array(wide, float)) > 0
    comparison = pair.compared("every probability, by proved bounds", off, 0.0, "float")
    comparison = replace(comparison, power=ROUNDING)
    yield comparison.where(~is_wide)
    yield replace(comparison.where(is_wide), strength="bound", power=np.nan)


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
    left_out = pair.spread(pair.left_out[0])
    at_most = np.log10(left_out, where=left_out > 0, out=np.full(len(left_out), -inf)) + ROUNDING
    off = np.where(np.isnan(first) & (second <= at_most), 0.0, off)
    is_float = pair.kinds[1] == "float"
    bound, strength = (ROUNDING, "float") if is_float else (None, "approximation")
    comparison = pair.compared("every probability, relatively", pair.largest(off), bound, strength)
    yield replace(comparison, power=ROUNDING) if is_float else comparison


def _sampled(pair: Pair) -> Iterator[Comparison]:
    """The deviation of a sample in standard errors: of its worst outcome, or of all together.

    And those of each outcome column by itself (`marginals`).
    """
    counts, beyond = pair.column(pair.points.whole("count"), 0)[1], pair.ratios.beyond
    trials = pair.sums(counts)
    expected = pair.expected(counts / pair.spread(np.maximum(trials, 1)))
    is_few, tells = pair.size <= MANY, _tells(pair, expected, trials)
    off, few, caught = np.zeros(len(pair.at)), pair.spread(is_few), np.full(len(pair.at), np.nan)
    of_few = counts[few], pair.spread(trials)[few], expected[few]
    off[is_few] = goodness.worst(*of_few, pair.size[is_few])
    each = power.of_share(expected, pair.spread(trials), pair.spread(pair.beyond_each))
    caught[is_few] = pair.largest(each)[is_few]
    for k in np.flatnonzero(~is_few):
        cells = slice(pair.first[k], pair.first[k] + pair.size[k])
        off[k], degrees = goodness.all_together(counts[cells], expected[cells])
        caught[k] = power.of_chi_square(degrees, trials[k], beyond)
    texts = pair.in_words(each, expected, few)
    for what, mask in (("each outcome", is_few), ("chi-square of all outcomes", ~is_few)):
        comparison = pair.compared(f"{what}{IN_ERRORS}", off, beyond, "sample")
        comparison = replace(comparison, power=caught, each=texts)
        yield comparison.where(mask & tells)
        yield replace(comparison.where(mask & ~tells), strength="bound")
    yield from marginals.of_sample(pair, counts, expected, tells)


def _tells(pair: Pair, expected: Floats, trials: Floats) -> Bools:
    """True if enough trials are expected outside the commonest outcome, or it is certain."""
    largest = pair.largest(expected)
    is_commonest = expected == pair.spread(largest)
    ties = pair.sums(is_commonest.astype(np.int64)) - 1
    outside = pair.sums(np.where(is_commonest, 0.0, expected)) + ties * largest
    return np.asarray(trials * outside >= goodness.FEWEST) | _is_certain(pair)


def _is_certain(pair: Pair) -> Bools:
    """For each point, True if the reference has a single possible outcome."""
    is_possible = pair.column(pair.ratios.is_possible, False)[0]
    return np.asarray(pair.sums(is_possible.astype(np.int64)) == 1)


def _samples(pair: Pair) -> Iterator[Comparison]:
    """The difference of two samples, by chi-square.

    Rare outcomes share cells with neighbouring outcomes, whichever sample has drawn them.
    """
    counts, beyond = pair.column(pair.points.whole("count"), 0), pair.ratios.beyond
    ends = zip(pair.first, pair.first + pair.size, strict=True)
    fits = [goodness.alike(*counts[:, first:end]) for first, end in ends]
    off, degrees = np.array(fits, np.float64).reshape(-1, 2).T
    first, second = pair.sums(counts[0]), pair.sums(counts[1])
    trials = marginals.effective(first, second)
    shares = counts.sum(0) / pair.spread(first + second)
    few = pair.spread(pair.size <= MANY)
    each = power.of_share(shares, pair.spread(trials), pair.spread(pair.beyond_each))
    comparison = pair.compared(f"two samples by chi-square{IN_ERRORS}", off, beyond, "samples")
    caught = power.of_chi_square(degrees, trials, beyond)
    yield replace(comparison, power=caught, each=pair.in_words(each, shares, few))
    yield from marginals.of_samples(pair, counts)


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
    is_known: Bools
    """For each row, True if enough trials carry its outcome."""

    @classmethod
    def of(cls, points: Points, method: int) -> Weights:
        """The errors of a method, given by its index among the question's methods."""
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
        error_of_row, known = np.zeros(len(points.rows)), np.zeros(len(points.rows), bool)
        known[rows] = is_known
        error_of_row[rows] = np.where(is_known, error, largest[point])
        total = np.bincount(point, finite, count).astype(np.float64)
        return cls(error_of_row, total, largest, tells, known)

    def by_cell(self, pair: Pair, which: int) -> Floats:
        """The standard error in each cell; the largest known error if there is no row."""
        rows, missing = pair.rows[which], pair.spread(self.largest[pair.at])
        return np.where(rows >= 0, np.append(self.error, 0.0)[rows], missing)


def _weighted(pair: Pair) -> Iterator[Comparison]:
    """The deviation of weighted trials in standard errors; 0 if it may be rounding."""
    weights = Weights.of(pair.points, pair.methods[1])
    mean = pair.column(pair.points.floats("probability"), 0.0)[1]
    expected = pair.expected(mean)
    error = weights.by_cell(pair, 1)
    off = _deviates(abs(mean - expected), expected, error)
    tells = weights.tells[pair.at] | _is_certain(pair)
    known = pair.column(weights.is_known, False)[1] | (error == 0)
    comparison = _of_worst(pair, "each outcome", off, pair.methods[1:], "sample")
    return _with_power(pair, comparison, expected, error, known).split(tells)


def _with_power(
    pair: Pair, comparison: Comparison, expected: Floats, error: Floats, known: Bools
) -> Comparison:
    """The comparison of weighted trials with its power: the largest relative one of `known` cells.

    Weighted trials are for rare outcomes, so their errors are relative.
    """
    away = power.of_mean(error, pair.spread(pair.beyond_each))
    is_in = known & (expected > 0)
    relative = np.divide(away, expected, where=is_in, out=np.zeros(len(expected)))
    none = pair.sums(is_in.astype(np.int64)) == 0
    caught = np.where(none, np.nan, pair.largest(relative))
    texts = pair.in_words(away, expected, is_in & pair.spread(pair.size <= MANY))
    return replace(comparison, power=caught, each=texts)


def _estimates(pair: Pair) -> Iterator[Comparison]:
    """The difference of two estimates in standard errors; at least one has weighted trials."""
    mean = pair.column(pair.points.floats("probability"), 0.0)
    errors, tells, known = [], np.ones(len(pair.at), bool), np.ones(mean.shape[1], bool)
    for k, method in enumerate(pair.methods):
        if pair.kinds[k] == "rare":
            weights = Weights.of(pair.points, method)
            errors.append(weights.by_cell(pair, k))
            tells &= weights.tells[pair.at]
            known &= pair.column(weights.is_known, False)[k]
        else:  # with the larger of the two estimates as the probability
            trials = pair.spread(pair.points.trials[method][pair.at])
            errors.append(np.sqrt((mean * np.maximum(0.0, 1.0 - mean)).max(0) / trials))
    error = np.hypot(*errors)
    off = _deviates(abs(mean[0] - mean[1]), mean.max(0), error)
    comparison = _of_worst(pair, "two estimates of each outcome", off, pair.methods, "samples")
    return _with_power(pair, comparison, mean.max(0), error, known).split(tells)


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
    return pair.compared(f"{what}{IN_ERRORS}", difference, pair.ratios.beyond, strength)


def to_one(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """The distance from 1 of the sum of each answer's probabilities, with what it leaves out."""
    method = points.method[points.start]
    probabilities = points.floats("probability")
    sums = np.add.reduceat(probabilities, points.start) if len(probabilities) else probabilities
    for index, (name, declared) in enumerate(points.question.methods.items()):
        answers = np.flatnonzero(method == index)
        off: Floats = abs(sums[answers] - 1)
        bound = ROUNDING
        if declared.kind == "exact" and len(answers):
            off, bound = ratios.off_one(answers, off), 0.0
        if declared.proves:
            off = _off_bounds(points, index, answers)
        at = points.point[points.start[answers]]
        comparison = Comparison((name,), SUM, at, off, bound, "sum")
        is_rare = declared.kind == "rare"
        yield from _of_weights(comparison, points, index, ratios) if is_rare else [comparison]
        without_rows = np.flatnonzero(points.answered[index] & ~points.has_rows[index])
        off = np.array([size(1 - ratios.left_out(index, k)) for k in without_rows.tolist()])
        yield Comparison((name,), SUM, without_rows, off.astype(np.float64), 0.0, "sum")


def _off_bounds(points: Points, method: int, answers: Whole) -> Floats:
    """By how much bounds of all probabilities miss a sum of 1."""
    low, high = (
        np.add.reduceat(points.floats(end), points.start)[answers] for end in ("low", "high")
    )
    high = high + points.left_out(method, points.point[points.start[answers]])
    off: Floats = np.maximum(0.0, np.maximum(low - 1, 1 - high))
    return off


def _of_weights(
    comparison: Comparison, points: Points, method: int, ratios: Ratios
) -> Iterator[Comparison]:
    """Sums of weights that are 1 up to rounding, and sums that are 1 only on average."""
    weights = Weights.of(points, method)
    is_one = comparison.difference <= ROUNDING
    error = weights.error_of_sum[comparison.at]
    errors = np.divide(
        comparison.difference, error, where=error > 0, out=np.full(len(error), np.inf)
    )
    what = f"{comparison.compared}{IN_ERRORS}"
    on_average = replace(comparison, compared=what, difference=errors, bound=ratios.beyond).where(
        ~is_one
    )
    yield comparison.where(is_one)
    yield from on_average.split(weights.tells[on_average.at])
