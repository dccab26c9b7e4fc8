"""What figures of flipping cards say above them, held against what they draw."""

from __future__ import annotations

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
