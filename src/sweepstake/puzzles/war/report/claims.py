"""Conditions for the headlines of figures of War, checked on the drawn values."""

from __future__ import annotations

from itertools import pairwise

from sweepstake.puzzle.display import Panel


def halves(panel: Panel) -> bool:
    """True if two more cards multiply all values by 0.4 to 0.6, and the last by 0.45 to 0.55."""
    points = sorted(panel.values().items())
    if not all(value > 0 for _, value in points):
        return False
    factors = [(q / p) ** (2 / (m - n)) for (n, p), (m, q) in pairwise(points)]
    return all(0.4 < factor < 0.6 for factor in factors) and 0.45 < factors[-1] < 0.55


def rarer_with_suits(panel: Panel) -> bool:
    """True if no value is above 1, and lines of more suits are lower wherever both have a deck."""
    lines = [panel.values(series.label) for series in panel.series]
    shared = [(few[x], many[x]) for few, many in pairwise(lines) for x in few.keys() & many.keys()]
    at_most_1 = all(value < 1 + 1e-9 for line in lines for value in line.values())
    return at_most_1 and bool(shared) and all(few > many for few, many in shared)


def shorter(panel: Panel) -> bool:
    """True if every value is less than the value before."""
    steps = [*pairwise(panel.values().values())]
    return bool(steps) and all(a > b for a, b in steps)


def more_often(panel: Panel) -> bool:
    """True if every line rises with every step."""
    lines = [panel.values(series.label).values() for series in panel.series]
    steps = [step for line in lines for step in pairwise(line)]
    return bool(steps) and all(a < b for a, b in steps)


def longest_in_the_middle(panel: Panel) -> bool:
    """True if every line is highest at half of the aces."""
    lines = [panel.values(series.label) for series in panel.series]
    return bool(lines) and all(max(line, key=line.__getitem__) == max(line) / 2 for line in lines)


def only_with_a_first(panel: Panel) -> bool:
    """True if the line "A's first" is above 0 everywhere, and all other lines are 0."""
    lines = {series.label: panel.values(series.label).values() for series in panel.series}
    first = lines.pop("A's first")
    return min(first) > 0 and not any(map(max, lines.values()))
