"""Compares two answers to one question, in a way that depends on the kinds of their methods.

`pairs` aligns the outcomes of two methods at the points that both answer, and `compared` compares
them. `to_one` checks that the probabilities of an answer sum to 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.puzzle.method import Kind
from sweepstake.report.check.comparison import (
    ROUNDING,
    STANDARD_ERRORS,
    Bools,
    Comparison,
    Ratios,
    size,
)
from sweepstake.stats import goodness, interval
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
    comparison = pair.compared("every probability", off, 0.0, "exact")
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
    yield comparison.where(~is_wide)
    yield replace(comparison.where(is_wide), strength="bound")


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
        comparison = pair.compared(f"{what}, standard errors", off, STANDARD_ERRORS, "sample")
        yield comparison.where(mask & tells)
        yield replace(comparison.where(mask & ~tells), strength="bound")


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
        error_of_row = np.zeros(len(points.rows))
        error_of_row[rows] = np.where(is_known, error, largest[point])
        total = np.bincount(point, finite, count).astype(np.float64)
        return cls(error_of_row, total, largest, tells)

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


@dataclass(frozen=True)
class Pair:
    """A reference and another method. A cell is an outcome at a point that one or both list.

    `rows` and the result of `column` have the shape (2, cells).
    """

    points: Points
    ratios: Ratios
    methods: tuple[int, int]
    """The indices of the reference and of the other method."""
    at: Whole
    """The indices of the points that both answer."""
    rows: Whole
    """The row of each cell in both answers; -1 if it is missing."""
    size: Whole
    """The number of cells of each point; 0 if both listings are empty."""

    @property
    def kinds(self) -> tuple[Kind, Kind]:
        """The kinds of the two methods."""
        first, second = (self.points.question.methods[name].kind for name in self.names)
        return first, second

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two methods."""
        names = [*self.points.question.methods]
        return names[self.methods[0]], names[self.methods[1]]

    @cached_property
    def proves(self) -> tuple[bool, bool]:
        """For each of the two methods, True if it proves bounds."""
        first, second = (self.points.question.methods[name].proves for name in self.names)
        return first, second

    def bounds(self, which: int, row: int, point: int) -> tuple[Fraction, Fraction]:
        """The bounds of a probability by one of the methods; `row` is -1 if it is not listed.

        An exact probability is its own bound, and that of a float method is widened by rounding.
        """
        if row < 0:
            return Fraction(0), self.ratios.left_out(self.methods[which], point)
        if self.proves[which]:
            low, high = (float(self.points.floats(end)[row]) for end in ("low", "high"))
            return Fraction(low), Fraction(high)
        probability = Fraction(self.ratios.probability(row))
        rounding = Fraction(ROUNDING) * (self.kinds[which] != "exact")
        return probability * (1 - rounding), probability * (1 + rounding)

    @cached_property
    def left_out(self) -> Floats:
        """The probability that each answer leaves out at each point, of shape (2, points)."""
        return np.array([self.points.left_out(method, self.at) for method in self.methods])

    @cached_property
    def is_partial(self) -> Bools:
        """For each point, True if one of the answers leaves something out."""
        return np.asarray((self.left_out > 0).any(0))

    @cached_property
    def first(self) -> Whole:
        """The first cell of each point."""
        return self.size.cumsum() - self.size

    def column(self, values: NDArray[Any], missing: float) -> NDArray[Any]:
        """The values of both methods in each cell, from `values`, which has one for each row."""
        return np.append(values, np.array([missing], values.dtype))[self.rows]

    def expected(self, sampled: Floats) -> Floats:
        """The probability of each cell according to the reference.

        If the reference does not list an outcome, its expected probability is taken from the sample
        (`sampled`), capped by what the reference leaves out. So it is between proved bounds.
        """
        reference = self.column(self.ratios.nearest, 0.0)[0]
        if self.proves[0]:
            ends = (self.column(self.points.floats(end), 0.0)[0] for end in ("low", "high"))
            reference = np.clip(sampled, *ends)
        unlisted = np.clip(sampled, 0.0, self.spread(self.left_out[0]))
        return np.where(self.rows[0] < 0, unlisted, reference)

    def largest(self, values: Floats) -> Floats:
        """At each point, the largest of its cells' values, 0 or more."""
        return self._reduced(np.maximum, values)

    def sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """At each point, the sum of its cells' values."""
        return self._reduced(np.add, values)

    def spread(self, values: NDArray[Any]) -> NDArray[Any]:
        """In each cell, the value of its point."""
        return np.repeat(values, self.size)

    def compared(
        self, how: str, difference: Floats, bound: float | None, strength: str
    ) -> Comparison:
        """The comparison of the two methods at all points."""
        return Comparison(self.names, how, self.at, difference, bound, strength)

    def _reduced(self, by: np.ufunc, values: NDArray[Any]) -> NDArray[Any]:
        reduced, has = np.zeros(len(self.at), values.dtype), self.size > 0
        if has.any():
            reduced[has] = by.reduceat(values, self.first[has])
        return reduced


def pairs(points: Points, ratios: Ratios) -> Iterator[Pair]:
    """Each point's reference with each other method that can be compared with it."""
    reference, takes_part = _references(points)
    if not (takes_part.sum(0) > 1).any():
        return
    row = _rows(points)
    of_cell = np.empty(row.shape[1], np.int64)
    of_cell[points.cell] = points.point
    for other in range(len(takes_part)):
        for best in np.unique(reference[takes_part[other]]):
            is_at = takes_part[other] & (reference == best)
            if best in (other, -1) or not is_at.any():
                continue
            at = np.flatnonzero(is_at)
            cells = is_at[of_cell] & (np.maximum(row[best], row[other]) >= 0)
            rows = row[[best, other]][:, cells]
            size = np.bincount(of_cell[cells], minlength=len(is_at))[at]
            yield Pair(points, ratios, (int(best), other), at, rows, size)


def _rows(points: Points) -> Whole:
    """The row of each method and cell; -1 if it is missing."""
    cells = int(points.cell.max()) + 1 if len(points.cell) else 0
    row = np.full((len(points.answered), cells), -1)
    row[points.method, points.cell] = np.arange(len(points.cell))
    return row


def _references(points: Points) -> tuple[Whole, Bools]:
    """The reference of each point for all other methods, and whether each method takes part.

    The reference is the first exact method that lists outcomes, else the first float method;
    methods written by hand come before those derived from rules. If there are only samples, it is
    the largest counted sample, else the largest weighted one. If there is no method, it is -1.
    """
    methods = points.question.methods.values()
    kinds = np.array([method.kind for method in methods])[:, None]
    by_hand = np.array([not method.rules for method in methods])[:, None]
    drawn = points.answered & ((kinds == "sampled") | ((kinds == "rare") & (points.trials > 1)))
    lists = points.answered & (points.has_rows | points.question.listing) & (kinds != "rare")
    computed = lists & np.isin(kinds, ["exact", "float"])
    preferred = np.where(points.trials > 0, points.trials, by_hand)
    reference = np.full(len(points), -1)
    for kind in ("rare", "sampled", "float", "exact"):  # the best comes last
        of_kind = (computed | drawn) & (kinds == kind)
        best = np.where(of_kind, preferred, -1).argmax(0)
        reference = np.where(of_kind.any(0), best, reference)
    return reference, drawn | (lists & computed.any(0))


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
        yield from _of_weights(comparison, points, index) if is_rare else [comparison]
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


def _of_weights(comparison: Comparison, points: Points, method: int) -> Iterator[Comparison]:
    """Sums of weights that are 1 up to rounding, and sums that are 1 only on average."""
    weights = Weights.of(points, method)
    is_one = comparison.difference <= ROUNDING
    error = weights.error_of_sum[comparison.at]
    errors = np.divide(
        comparison.difference, error, where=error > 0, out=np.full(len(error), np.inf)
    )
    what = f"{comparison.compared}, standard errors"
    on_average = replace(comparison, compared=what, difference=errors, bound=STANDARD_ERRORS).where(
        ~is_one
    )
    yield comparison.where(is_one)
    yield from on_average.split(weights.tells[on_average.at])
