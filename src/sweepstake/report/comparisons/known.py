"""A computed answer against another one that ought to be equal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import inf, log

import numpy as np

from sweepstake.report.comparisons.comparison import ROUNDING, Comparison, filled
from sweepstake.report.comparisons.pairs import Pair
from sweepstake.report.comparisons.ratios import size

LARGEST = 700.0
"""The largest power of e that a float holds, or nearly."""


def exactly(pair: Pair) -> Iterator[Comparison]:
    """The largest difference of exact probabilities; the same text is the same number.

    An outcome that only one answer lists must be at most as likely as the rest of the other.
    """
    ratios = pair.ratios
    none = ratios.texts.index("0").as_py()  # -1 if no text says 0
    codes = pair.column(ratios.code, none if none >= 0 else -2)
    apart = np.zeros(codes.shape[1])
    listed = (pair.rows >= 0).all(0) | ~pair.spread(pair.is_partial)
    for cell in np.flatnonzero((codes[0] != codes[1]) & listed):
        first, second = (ratios.probability(int(row)) for row in pair.rows[:, cell])
        apart[cell] = size(first - second)
    every = pair.compared("every probability", pair.largest(apart), 0.0, "exact")
    is_partial = pair.is_partial
    excess = np.array([_excess(pair, int(k)) for k in np.flatnonzero(is_partial)])
    some = replace(every.where(is_partial), compared="every probability that both list")
    some = replace(some, difference=np.maximum(some.difference, excess))
    yield from filled([every.where(~is_partial), some])


def _excess(pair: Pair, k: int) -> float:
    """By how much outcomes that only one answer lists exceed the rest of the other, at point k."""
    rows, place = pair.rows[:, pair.first[k] : pair.first[k] + pair.size[k]], int(pair.at[k])
    excess = Fraction(0)
    for first, second in ((0, 1), (1, 0)):
        stated = pair.points.stated.get((pair.methods[second], place))
        alone = rows[first][rows[second] < 0]
        likely = sum((Fraction(pair.ratios.probability(int(row))) for row in alone), Fraction(0))
        excess = max(excess, likely - (stated.left_out if stated else 0))
    return size(excess)


def relatively(pair: Pair) -> Iterator[Comparison]:
    """The relative error of each probability, from logarithms, which do not underflow.

    An outcome that is possible in only one answer is off by its whole probability.
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
