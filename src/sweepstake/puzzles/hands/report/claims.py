"""Conditions for the headlines of figures of ordering hands, checked on the drawn values."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sweepstake.puzzle.display import Panel

if TYPE_CHECKING:
    import pandas as pd

HARDLY, IMPOSSIBLE, MOSTLY = 0.01, 1e-9, 80


def four_but_not_13(panel: Panel) -> bool:
    """True if all hands of four cards can be ordered, but a share below `HARDLY` of those of 13."""
    values = panel.values()
    return values[4] == 1.0 and values[13] < HARDLY


def impossible(panel: Panel) -> bool:
    """True if the last value is below `IMPOSSIBLE`."""
    return [*panel.values().values()][-1] < IMPOSSIBLE


def three_or_four(hands: pd.DataFrame) -> bool:
    """True if most hands of 13 cards need 3 or 4 moves, and no hand more than 6."""
    if 13 not in hands:
        return False
    needs = hands[13].dropna()
    return bool(needs[3] + needs[4] > MOSTLY and needs.index.max() == 6)


def at_most_half(panel: Panel) -> bool:
    """True if the mean rises from two cards on, and n cards need at most (n - 1)/2 moves."""
    most = panel.values("most")
    means = [mean for cards, mean in sorted(panel.values("mean").items()) if cards >= 2]
    rises = all(a < b for a, b in pairwise(means))
    return rises and all(moves <= max(cards - 1, 0) / 2 for cards, moves in most.items())
