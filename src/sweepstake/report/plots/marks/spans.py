"""Spans: each row shows the quantiles and the mean of a distribution at a parameter's value."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from sweepstake.puzzle.display import Panel
from sweepstake.report.plots.marks.look import EXACT, INK, SIMULATED, SOFT, WHITE, write
from sweepstake.report.plots.names import LETTER, apart, size
from sweepstake.report.tables import TO_END
from sweepstake.text import words

NAMES = ("5%", "half", "mean", "95%")
GAP = 40.0
"""The least distance between the centres of two of `NAMES`, in pixels of the page."""


def draw_spans(axes: Axes, panel: Panel) -> None:
    """Draw the only series of `panel`: a thin line from 5 to 95 %, a bar of the middle half."""
    [series] = panel.series
    rows = np.arange(len(series.x))
    low, first, middle, third, high = np.asarray(series.quantiles, float).T
    means, sampled = np.asarray(series.y, float), series.sampled
    colours = [SIMULATED if hollow else EXACT for hollow in sampled]
    faces = [WHITE if hollow else EXACT for hollow in sampled]
    axes.hlines(rows, low, high, colors=colours, linewidth=2)
    axes.barh(rows, third - first, 0.28, first, color=colours, alpha=0.6)
    axes.vlines(middle, rows - 0.22, rows + 0.22, color=INK, linewidth=2)
    axes.scatter(means, rows, 36, faces, edgecolors=colours, zorder=3)
    _set_axes(axes, panel, float(high.max()))
    for row, (end, mean) in enumerate(zip(high, means, strict=True)):
        half = (
            0.0 if series.error is None or not sampled[row] else TO_END * float(series.error[row])
        )
        text = write(axes, words.amount(mean, half), (end, row), (6, 0), INK, fontsize=12)
        if str(series.x[row]) == panel.usual:
            for label in (text, axes.get_yticklabels()[row]):
                label.set(fontweight="bold", color=INK)
    _name(axes, [low[0], middle[0], means[0], high[0]])


def _set_axes(axes: Axes, panel: Panel, most: float) -> None:
    """Put the first row on top, and leave space for numbers on the right and names above."""
    labels = [str(x) for x in panel.series[0].x]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.8)
    axes.set_xlim(0, most / (1 - 8 * LETTER / size(axes)[0]))
    axes.grid(axis="y", visible=False)
    axes.grid(axis="x", visible=True)
    axes.xaxis.set_major_formatter(lambda tick, _: f"{tick:,.10g}")


def _name(axes: Axes, parts: list[float]) -> None:
    """Write the names of the parts above the first row."""
    wide, _ = size(axes)
    order = np.argsort(parts)
    share = np.asarray(parts)[order] / axes.get_xlim()[1]
    for name, x in zip(np.array(NAMES)[order], apart(share, GAP / wide), strict=True):
        at = float(x) * axes.get_xlim()[1], -0.55
        write(axes, str(name), at, (0, 0), SOFT, fontsize=12, horizontalalignment="center")
