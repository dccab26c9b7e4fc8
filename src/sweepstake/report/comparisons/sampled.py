"""Counted trials against what is known, and against other counted trials."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sweepstake.report.comparisons.comparison import STANDARD_ERRORS, Bools, Comparison, filled
from sweepstake.report.comparisons.pairs import Pair
from sweepstake.stats import goodness
from sweepstake.store.points import Floats

MANY = 20
"""Outcomes beyond which a sample is judged as a whole."""


def against(pair: Pair) -> Iterator[Comparison]:
    """How many standard errors a sample is off, by its worst outcome or all together."""
    counts = pair.column(pair.points.whole("count"), 0)[1]
    expected = pair.expected(counts / pair.spread(np.maximum(pair.sums(counts), 1)))
    is_few, tells = pair.size <= MANY, _tells(pair, expected, pair.sums(counts))
    off = np.zeros(len(pair.at))
    few = pair.spread(is_few)
    trials = pair.spread(pair.sums(counts))[few]
    off[is_few] = goodness.worst(counts[few], trials, expected[few], pair.size[is_few])
    for k in np.flatnonzero(~is_few):
        cells = slice(pair.first[k], pair.first[k] + pair.size[k])
        off[k] = goodness.all_together(counts[cells], expected[cells])
    by_outcome = pair.compared("each outcome, standard errors", off, STANDARD_ERRORS, "sample")
    every = replace(by_outcome, compared="chi-square of all outcomes, standard errors")
    for comparison, mask in ((by_outcome, is_few), (every, ~is_few)):
        weak = replace(comparison, strength="bound")
        yield from filled([comparison.where(mask & tells), weak.where(mask & ~tells)])


def _tells(pair: Pair, expected: Floats, trials: Floats) -> Bools:
    """Are enough trials expected outside the commonest outcome, or is that certain?"""
    commonest = expected == pair.spread(pair.largest(expected))
    place = np.flatnonzero(commonest)
    point = np.repeat(np.arange(len(pair.at)), pair.size)[place]
    others = expected.copy()
    others[place[np.diff(point, prepend=-1) > 0]] = 0.0
    return np.asarray(trials * pair.sums(others) >= goodness.FEWEST) | is_certain(pair)


def is_certain(pair: Pair) -> Bools:
    """At each point: does the reference have a single possible outcome?"""
    is_possible = pair.column(pair.ratios.is_possible, False)[0]
    return np.asarray(pair.sums(is_possible.astype(np.int64)) == 1)


def alike(pair: Pair) -> Iterator[Comparison]:
    """How unlike two samples are, by chi-square.

    Rare outcomes share cells with those beside them, whichever sample has met them.
    """
    counts = pair.column(pair.points.whole("count"), 0)
    ends = zip(pair.first, pair.first + pair.size, strict=True)
    off = np.array([goodness.alike(*counts[:, first:end]) for first, end in ends])
    compared = "two samples by chi-square, standard errors"
    yield pair.compared(compared, off, STANDARD_ERRORS, "samples")
