"""How the answers of two methods to one question are compared, and how far apart they may be.

Exact methods must give the same rationals, and the same means; what one of them lists alone must
not be likelier than what the other leaves out. A float method must be good to 1e-9 of each
probability. A simulation must lie within five standard errors: of the exact binomial law for the
worst of its outcomes (so that a count of 1 where 0.003 is expected is judged fairly), or, where
outcomes are many, of the chi-square law for all of them together. Where there are samples alone,
they must be alike by the same law. A sample of which fewer than five trials are expected to end in
any way but the commonest bounds the rest, and can't confirm it, unless the commonest is certain.
Weighted trials must lie within five of their own standard errors, by Student's law; where few of
them carry the weight (`stats.interval`) they are compared, not judged. The bound is the same
probability for all of these, `BY_CHANCE`: that of a normal number more than five standard
deviations off. So often a right simulation fails, however many outcomes it has; by the binomial law
at most, by the others about. An approximation is compared, not judged.
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
    """Every comparison that the answers at `points` allow; of one point, in this order."""
    ratios = Ratios.of(points)
    if not points.question.listing:
        yield from sums.to_one(points, ratios)
    yield from published.published(points, ratios)
    for pair in pairs(points, ratios):
        yield from compared(pair)
    yield from means.of_stated(points, ratios)
