"""Where two methods that disagree are furthest apart."""

from __future__ import annotations

from math import sqrt

import numpy as np

from sweepstake.report.comparisons.ratios import Ratios, size
from sweepstake.store.points import Points


def furthest(points: Points, ratios: Ratios, names: tuple[str, ...], place: int) -> str:
    """The outcome at which two answers are furthest apart for its size, with both probabilities."""
    methods, cells = [*points.question.methods], dict[int, list[int]]()
    for row in range(*np.searchsorted(points.point, [place, place + 1]).tolist()):
        if (name := methods[points.method[row]]) in names:
            cells.setdefault(int(points.cell[row]), [-1, -1])[names.index(name)] = row
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
