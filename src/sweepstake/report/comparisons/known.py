"""An answer that is known, and another that ought to be the same."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log

import numpy as np

from sweepstake.report.comparisons.comparison import ROUNDING, Comparison
from sweepstake.report.comparisons.pairs import Pair
from sweepstake.report.comparisons.ratios import size

LARGEST = 700.0
"""The largest power of e that a float holds, or nearly."""


def exactly(pair: Pair) -> Iterator[Comparison]:
    """The largest difference of exact probabilities; the same text is the same number."""
    ratios = pair.ratios
    none = ratios.texts.index("0").as_py()  # -1 if no text says 0
    codes = pair.column(ratios.code, none if none >= 0 else -2)
    apart = np.zeros(codes.shape[1])
    for cell in np.flatnonzero(codes[0] != codes[1]):
        one, other = (ratios.probability(int(row)) for row in pair.rows[:, cell])
        apart[cell] = size(one - other)
    yield pair.compared("every probability", pair.largest(apart), 0.0, "exact")


def relatively(pair: Pair) -> Iterator[Comparison]:
    """By what share of the truth the other is off, by logarithms: they do not underflow.

    What one of them says can't be, and the other can, is all of it, however small that is.
    """
    one, other = pair.column(pair.points.floats("log10_probability"), np.nan)
    exponent = (other - one) * log(10)
    is_small = exponent < LARGEST
    off = abs(np.expm1(exponent, where=is_small, out=np.full(len(exponent), inf)))
    missing = np.isnan(one).astype(np.int8) + np.isnan(other)
    off = np.where(missing == 0, off, missing % 2)
    is_float = pair.kinds[1] == "float"
    bound, strength = (ROUNDING, "float") if is_float else (None, "approximation")
    yield pair.compared("every probability, relatively", pair.largest(off), bound, strength)
