"""Points with their intervals, and crosses."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from sweepstake.puzzle.display import Series
from sweepstake.report.plots.marks.look import MUTE, Look
from sweepstake.report.tables import TO_END

FEW, MANY = 24, 80
"""Places side by side up to which points are large, and from which on they are small."""
DOT, RING, DIAMOND, STROKE = 5.6, 8.0, 6.0, 1.3
"""Of large points, in pixels of the page: a ring leaves the dot in it to be seen."""


def draw_points(axes: Axes, series: Series, look: Look) -> None:
    """Points with their 95 % intervals; what was simulated is hollow."""
    places = len({*series.x})
    scale = 1.0 if places <= FEW else 0.7 if places < MANY else 0.4
    size = DIAMOND if look.marker == "D" else RING if look.hollow else DOT
    axes.errorbar(
        series.x, series.y, yerr=_bars_of(axes, series), label=series.label or None,
        color=look.colour, fmt=look.marker, linewidth=1.4, zorder=4 - 2 * (look.colour == MUTE),
        markerfacecolor="none" if look.hollow else look.colour,
        markersize=scale * size, markeredgewidth=STROKE * look.hollow,
    )  # fmt: skip


def draw_crosses(axes: Axes, series: Series, look: Look) -> None:
    """A cross at each place."""
    axes.plot(
        series.x, series.y, linestyle="", marker="x", markersize=6, color=look.colour,
        label=series.label or None,
    )  # fmt: skip


def _bars_of(axes: Axes, series: Series) -> Any:
    """Intervals both ways; on a logarithmic axis one that would reach 0 ends at a tenth."""
    if series.error is None:
        return None
    y, error = np.asarray(series.y, float), TO_END * np.asarray(series.error, float)
    return (np.minimum(error, 0.9 * y), error) if axes.get_yscale() == "log" else error
