"""Conditions for the headlines of figures of flipping cards, checked on the drawn values."""

from __future__ import annotations

from itertools import pairwise

from sweepstake.puzzle.display import Panel


def times_as_likely(panel: Panel) -> bool:
    """True if one more card multiplies the probability by 0.72, between the last two values."""
    points = sorted(panel.values().items())
    (n, p), (m, q) = points[-2], points[-1]
    return f"{(q / p) ** (1 / (m - n)):.2f}" == "0.72"


def low_then_high(panel: Panel) -> bool:
    """True if the truth is above the rule of thumb at first, and below it in the end."""
    ratios = [ratio for _, ratio in sorted(panel.values().items())]
    return ratios[1] > 1 > ratios[-1]


def rises_then_falls(panel: Panel) -> bool:
    """True if the mean rises to its greatest value and then falls, by less than half."""
    means = [mean for _, mean in sorted(panel.values().items())]
    top = means.index(max(means))
    rising = all(a < b for a, b in pairwise(means[: top + 1]))
    falling = all(a > b for a, b in pairwise(means[top:]))
    return rising and falling and 0 < top < len(means) - 1 and means[-1] > max(means) / 2
