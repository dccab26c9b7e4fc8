"""Conditions for the headlines of figures of the Devil's coins, checked on the drawn values."""

from __future__ import annotations

from sweepstake.puzzle.display import Panel


def level(panel: Panel) -> bool:
    """True if all values of the first series, which is computed, are the same."""
    values = [*panel.values().values()]
    return len(values) > 1 and all(abs(value / values[0] - 1) < 1e-9 for value in values)


def half_of_the_plan(panel: Panel) -> bool:
    """True if the mean is half of the 2^N - 1 moves of the plan."""
    return all(abs(y / (2**n - 1) - 0.5) < 1e-9 for n, y in panel.values().items())
