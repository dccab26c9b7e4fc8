"""Compares the answers of two methods to one question, and bounds their differences.

Exact methods must give the same rationals and means; if one lists more outcomes, these must not be
likelier than the probability that the other leaves out. A float method must have a relative error
below 1e-9 in each probability. A simulation must lie within five standard errors. For few outcomes
this is judged by the exact binomial distribution of the worst outcome (so that a count of 1, where
0.003 is expected, is judged fairly); for many, by chi-square for all together. If there are only
samples, they are compared by chi-square. If fewer than five trials are expected outside the
commonest outcome, a sample can't confirm the rest, only bound it, unless the commonest outcome is
certain. Weighted trials must lie within five of their own standard errors, by Student's t; if few
of them carry the weight (`stats.interval`), they are compared, not judged. In all these tests a
correct simulation fails with the same probability, `BY_CHANCE`, however many outcomes it has: that
of a normal deviate beyond five standard deviations. For the binomial this is an upper bound, for
the other tests an approximation. An approximation is compared, not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from sweepstake.report.comparisons import means, published, sums
from sweepstake.report.comparisons.comparison import Comparison
from sweepstake.report.comparisons.kinds import compared
from sweepstake.report.comparisons.pairs import pairs
from sweepstake.report.comparisons.ratios import Ratios
from sweepstake.store.points import Points


def comparisons(points: Points) -> Iterator[Comparison]:
    """Every comparison that the answers at `points` allow; those of one point in this order."""
    ratios = Ratios.of(points)
    if not points.question.listing:
        yield from sums.to_one(points, ratios)
    yield from published.published(points, ratios)
    for pair in pairs(points, ratios):
        yield from compared(pair)
    yield from means.of_stated(points, ratios)
