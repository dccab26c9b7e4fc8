"""Do the probabilities of an answer sum to 1?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sweepstake.report.comparisons.comparison import ROUNDING, STANDARD_ERRORS, Comparison, filled
from sweepstake.report.comparisons.ratios import Ratios, size
from sweepstake.report.comparisons.weighted import Weights
from sweepstake.store.points import Points

SUM = "probabilities sum to 1"


def to_one(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """How far from 1 the sum of each answer's probabilities is."""
    method = points.method[points.start]
    every = points.floats("probability")
    sums = np.add.reduceat(every, points.start) if len(every) else every
    for place, (name, asked) in enumerate(points.question.methods.items()):
        answers = np.flatnonzero(method == place)
        if not len(answers):
            continue
        at, is_exact = points.point[points.start[answers]], asked.kind == "exact"
        off = ratios.off_one(answers) if is_exact else abs(sums[answers] - 1)
        bound = 0.0 if is_exact else ROUNDING
        comparison = Comparison((name,), SUM, at, np.asarray(off), bound, "sum")
        if asked.kind == "rare":
            yield from _of_weights(comparison, Weights.of(points, place))
        else:
            yield comparison


def of_rests(points: Points) -> Iterator[Comparison]:
    """How far from 1 the rest is in answers that list no outcome."""
    rests = sorted(
        (method, place, size(1 - stated.left_out))
        for (method, place), stated in points.stated.items()
        if not points.has_rows[method, place]
    )
    for number, name in enumerate(points.question.methods):
        own = [(place, off) for method, place, off in rests if method == number]
        if own:
            at, off = map(np.array, zip(*own, strict=True))
            yield Comparison((name,), SUM, at, off, 0.0, "sum")


def _of_weights(every: Comparison, weights: Weights) -> Iterator[Comparison]:
    """Sums of weights that are 1 to rounding, and those that are 1 only on average."""
    is_one = every.difference <= ROUNDING
    error = weights.error_of_sum[every.at]
    errors = np.divide(every.difference, error, where=error > 0, out=np.full(len(error), np.inf))
    what = f"{every.compared}, standard errors"
    others = replace(every, compared=what, difference=errors, bound=STANDARD_ERRORS).where(~is_one)
    yield from filled([every.where(is_one)])
    yield from others.split(weights.tells[others.at])
