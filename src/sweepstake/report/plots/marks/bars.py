"""Bars, and many bars as one outlined area."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sweepstake.puzzle.display import Series
from sweepstake.report.defaults.distribution import MOST_BARS
from sweepstake.report.plots.marks.look import INK, Look
from sweepstake.report.tables import TO_END

THIN = 15
"""Bars that are far apart are so wide that this many would fill the axis."""


def draw_bars(axes: Axes, series: Series, look: Look) -> None:
    """Bars with their 95 % intervals; too many for that are an area."""
    error = None if series.error is None else TO_END * np.asarray(series.error, float)
    if len(series.x) > MOST_BARS:
        _area(axes, series, look)
        return
    axes.bar(
        series.x, series.y, width=_width(series.x), yerr=error, color=look.area,
        label=series.label or None, error_kw={"linewidth": 1.2, "ecolor": INK},
    )  # fmt: skip


def _area(axes: Axes, series: Series, look: Look) -> None:
    """Many bars as one outlined area."""
    heights, edges = steps(series)
    axes.stairs(heights, edges, fill=True, color=look.colour, alpha=0.25)
    axes.stairs(heights, edges, color=look.colour, linewidth=1.6, label=series.label or None)


def steps(series: Series) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The heights of bars side by side, and their edges; a gap between two has the height 0."""
    x = np.asarray(series.x, float)
    width = np.diff(x).min()
    place = np.round((x - x.min()) / width).astype(int)
    heights = np.zeros(place.max() + 1)
    heights[place] = series.y
    return heights, x.min() + width * (np.arange(len(heights) + 1) - 0.5)


def _width(x: Sequence[Any]) -> float:
    """Of bars that stand side by side; those far apart are thinner than the gaps between them."""
    gaps = [float(b - a) for a, b in pairwise(x) if not isinstance(a, str)]
    wide = min(gaps, default=1.0)
    even = len(gaps) > 1 and max(gaps) < 1.01 * wide
    return 0.9 * (wide if even or not gaps else min(wide, sum(gaps) / THIN))
