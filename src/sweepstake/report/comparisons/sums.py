"""Checks that the probabilities of an answer sum to 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sweepstake.report.comparisons.comparison import ROUNDING, STANDARD_ERRORS, Comparison
from sweepstake.report.comparisons.kinds import Weights
from sweepstake.report.comparisons.ratios import Ratios, size
from sweepstake.store.points import Floats, Points

SUM = "probabilities sum to 1"


def to_one(points: Points, ratios: Ratios) -> Iterator[Comparison]:
    """The distance from 1 of the sum of each answer's probabilities, with what it leaves out."""
    method = points.method[points.start]
    every = points.floats("probability")
    sums = np.add.reduceat(every, points.start) if len(every) else every
    for place, (name, asked) in enumerate(points.question.methods.items()):
        answers = np.flatnonzero(method == place)
        off: Floats = abs(sums[answers] - 1)
        bound = ROUNDING
        if asked.kind == "exact" and len(answers):
            off, bound = ratios.off_one(answers, off), 0.0
        at = points.point[points.start[answers]]
        comparison = Comparison((name,), SUM, at, off, bound, "sum")
        yield from _of_weights(comparison, points, place) if asked.kind == "rare" else [comparison]
        alone = sorted(
            k for own, k in points.stated if own == place and not points.has_rows[own, k]
        )
        off = np.array([size(1 - ratios.rest(place, k)) for k in alone], np.float64)
        yield Comparison((name,), SUM, np.array(alone, int), off, 0.0, "sum")


def _of_weights(every: Comparison, points: Points, method: int) -> Iterator[Comparison]:
    """Sums of weights that are 1 up to rounding, and sums that are 1 only on average."""
    weights = Weights.of(points, method)
    is_one = every.difference <= ROUNDING
    error = weights.error_of_sum[every.at]
    errors = np.divide(every.difference, error, where=error > 0, out=np.full(len(error), np.inf))
    what = f"{every.compared}, standard errors"
    others = replace(every, compared=what, difference=errors, bound=STANDARD_ERRORS).where(~is_one)
    yield every.where(is_one)
    yield from others.split(weights.tells[others.at])
