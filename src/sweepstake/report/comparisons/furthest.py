"""Where two methods that disagree are furthest apart."""

from __future__ import annotations

from math import sqrt

import numpy as np

from sweepstake.report.comparisons.ratios import Ratios, size
from sweepstake.store.points import Points


def furthest(points: Points, ratios: Ratios, names: tuple[str, ...], place: int) -> str:
    """The outcome at which two answers are furthest apart for its size, with both probabilities."""
    first = int(np.searchsorted(points.point, place))
    rows = range(first, int(np.searchsorted(points.point, place, "right")))
    methods = [*points.question.methods]
    asked = [methods.index(name) for name in names]
    cells: dict[int, list[int]] = {}
    for which, method in enumerate(asked):
        for row in rows:
            if points.method[row] == method:
                cells.setdefault(int(points.cell[row]), [-1, -1])[which] = row
    if not cells:
        return ""
    every = [([size(ratios.probability(row)) for row in pair], pair) for pair in cells.values()]
    sizes, pair = max(every, key=lambda cell: _apart(cell[0]))
    named = points.rows.select([column.name for column in points.question.outcomes])
    [outcome] = named.slice(max(pair), 1).to_pylist()
    at = " ".join(f"{name}={value}" for name, value in outcome.items())
    return f"{at}: {' and '.join(f'{own:.12g}' for own in sizes)}"


def _apart(sizes: list[float]) -> float:
    low, high = sorted(sizes)
    return (high - low) / sqrt(high) if high else 0.0
