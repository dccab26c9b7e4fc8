"""What figures of flipping cards say above them, held against what they draw."""

from __future__ import annotations

from itertools import pairwise

from sweepstake.puzzle.display import Panel


def times_as_likely(panel: Panel) -> bool:
    """From the last but one value to the last, a card more makes it 0.72 times as likely."""
    points = sorted(panel.values().items())
    (n, p), (m, q) = points[-2], points[-1]
    return f"{(q / p) ** (1 / (m - n)):.2f}" == "0.72"


def low_then_high(panel: Panel) -> bool:
    """The truth is above the rule of thumb at first, and below it in the end."""
    ratios = [ratio for _, ratio in sorted(panel.values().items())]
    return ratios[1] > 1 > ratios[-1]


def rises_then_falls(panel: Panel) -> bool:
    """The mean rises to its greatest value and then falls, by less than half."""
    means = [mean for _, mean in sorted(panel.values().items())]
    top = means.index(max(means))
    rising = all(a < b for a, b in pairwise(means[: top + 1]))
    falling = all(a > b for a, b in pairwise(means[top:]))
    return rising and falling and 0 < top < len(means) - 1 and means[-1] > max(means) / 2
