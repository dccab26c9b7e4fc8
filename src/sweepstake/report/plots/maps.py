"""Heat maps: a cell for each pair of words, with its number where there is room."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from sweepstake.puzzle.display import Map
from sweepstake.report.plots.ticks import aslant, shortened

WRITTEN = 12
"""Columns and rows up to which the numbers are written; beyond, a bar says what colours mean."""
LIGHT = 0.5
"""Lighter cells have black numbers."""


def draw_map(axes: Axes, panel: Map) -> None:
    """Draw `panel` in `axes`, its first row on top."""
    values = np.array(panel.values, float)
    mesh = axes.pcolormesh(values, cmap="viridis", edgecolors="white", linewidth=0.8)
    columns = shortened(panel.columns)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns)
    aslant(axes, columns)
    axes.set_yticks(np.arange(len(panel.rows)) + 0.5, shortened(panel.rows))
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.invert_yaxis()
    if max(values.shape) > WRITTEN:
        axes.figure.colorbar(mesh, ax=axes)
        return
    for row, column in np.argwhere(np.isfinite(values)).tolist():
        value = values[row, column]
        light = np.dot(mesh.to_rgba(value)[:3], (0.299, 0.587, 0.114)) > LIGHT
        axes.text(
            column + 0.5, row + 0.5, f"{value:.3g}", color="black" if light else "white",
            horizontalalignment="center", verticalalignment="center", fontsize=8,
        )  # fmt: skip
