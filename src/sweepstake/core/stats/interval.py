"""Intervals for a probability that was estimated by counting.

Wilson (1927) takes every probability from which the count is less than z standard errors away, the
standard error being that of the probability, not of the estimate. So the interval stays inside
[0, 1] and says something even when nothing was counted, which the estimate plus or minus z of its
own standard errors does not.
"""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # leaves 2.5% on either side of a normal distribution


def wilson(count: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The interval for a probability of which `count` of `trials` trials came true.

    >>> low, high = wilson(0, 1000)
    >>> low, round(high, 6)
    (0.0, 0.003827)
    """
    if not 0 <= count <= trials or trials < 1:
        raise ValueError(f"count is {count} of {trials}; allowed: 0 to trials, at least one trial")
    z2 = z * z
    centre = (count + z2 / 2) / (trials + z2)
    reach = z / (trials + z2) * sqrt(count * (trials - count) / trials + z2 / 4)
    low = centre - reach if count else 0.0
    high = centre + reach if count < trials else 1.0
    return low, high
