"""What figures of War say above them, held against what they draw."""

from __future__ import annotations

from itertools import pairwise

from sweepstake.puzzle.display import Panel


def halves(panel: Panel) -> bool:
    """Two cards more multiply every value by 0.4 to 0.6, and by 0.45 to 0.55 in the end."""
    points = sorted(panel.values().items())
    if not all(value > 0 for _, value in points):
        return False
    factors = [(q / p) ** (2 / (m - n)) for (n, p), (m, q) in pairwise(points)]
    return all(0.4 < factor < 0.6 for factor in factors) and 0.45 < factors[-1] < 0.55


def rarer_with_suits(panel: Panel) -> bool:
    """No value is above 1, and at a deck on two lines, the line of more suits is lower."""
    lines = [panel.values(series.label) for series in panel.series]
    shared = [(few[x], many[x]) for few, many in pairwise(lines) for x in few.keys() & many.keys()]
    at_most_1 = all(value < 1 + 1e-9 for line in lines for value in line.values())
    return at_most_1 and bool(shared) and all(few > many for few, many in shared)


def shorter(panel: Panel) -> bool:
    """Every value is less than the one before."""
    steps = [*pairwise(panel.values().values())]
    return bool(steps) and all(a > b for a, b in steps)


def more_often(panel: Panel) -> bool:
    """Every line rises with every step."""
    lines = [panel.values(series.label).values() for series in panel.series]
    steps = [step for line in lines for step in pairwise(line)]
    return bool(steps) and all(a < b for a, b in steps)


def longest_in_the_middle(panel: Panel) -> bool:
    """Every line is highest at half of the aces."""
    lines = [panel.values(series.label) for series in panel.series]
    return bool(lines) and all(max(line, key=line.__getitem__) == max(line) / 2 for line in lines)


def only_with_a_first(panel: Panel) -> bool:
    """The line of "A's first" is above 0 everywhere; all others, some under one name, are 0."""
    lines = {series.label: panel.values(series.label).values() for series in panel.series}
    first = lines.pop("A's first")
    return min(first) > 0 and not any(map(max, lines.values()))
