"""Heat maps: a cell for each pair of words, with its number if the map is small."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, to_hex
from matplotlib.ticker import MaxNLocator

from sweepstake.puzzle.display import Map
from sweepstake.report.plots.marks.look import INK, WHITE
from sweepstake.report.plots.ticks import in_lines

WRITTEN = 14, 8
"""The most columns and rows of a map with numbers; a larger map has a colour bar instead."""
SCALE = ("#edf3f6", "#c9dde9", "#8fbad4", "#36769f", "#0c5f90")
DARK = 3
"""From this step of the scale on, numbers are white."""


def draw_map(axes: Axes, panel: Map) -> None:
    """Draw `panel` in `axes`, with its first row on top."""
    values = np.array(panel.values, float)
    mesh = axes.pcolormesh(
        values, cmap=ListedColormap(SCALE), edgecolors=WHITE, linewidth=1, clip_on=False
    )
    axes.set_xticks(np.arange(len(panel.columns)) + 0.5, in_lines(axes, panel.columns))
    axes.set_yticks(np.arange(len(panel.rows)) + 0.5, in_lines(axes, panel.rows))
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.invert_yaxis()
    if values.shape[1] > WRITTEN[0] or values.shape[0] > WRITTEN[1]:
        axes.figure.colorbar(mesh, ax=axes).locator = MaxNLocator(5)
        return
    for row, column in np.argwhere(np.isfinite(values)).tolist():
        value = values[row, column]
        cell: Any = mesh.to_rgba(value)
        step = SCALE.index(to_hex(cell))
        axes.text(
            column + 0.5, row + 0.5, in_cell(panel, value), color=WHITE if step >= DARK else INK,
            horizontalalignment="center", verticalalignment="center", fontsize=12,
        )  # fmt: skip


def in_cell(panel: Map, value: float) -> str:
    """The text of a number in a heat map."""
    writes_whole = f"{0.1:{panel.format}}" == "0"
    return "<1" if writes_whole and 0 < value < 1 else f"{value:{panel.format}}"
