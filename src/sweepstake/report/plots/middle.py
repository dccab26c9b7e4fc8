"""The middle half of an area in full colour, and the names of the median and the mean."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from sweepstake.puzzle.display import Panel
from sweepstake.report.plots.marks.look import INK, Look
from sweepstake.report.plots.marks.series import steps
from sweepstake.report.plots.names import size
from sweepstake.text import words

LINE = 17.0
"""Between the names of two strokes, in pixels of the page."""


def mark_middle(axes: Axes, panel: Panel, looks: list[Look]) -> None:
    """Draw it upon the area, with a stroke to the name of the median, and one to that of the mean.

    The names stand above the area, in the order of their strokes, each in a line of its own.
    """
    if (middle := panel.middle) is None:
        return
    heights, edges = steps(panel.series[0])
    inside = (edges[1:] > middle.first) & (edges[:-1] < middle.third)
    axes.stairs(np.where(inside, heights, 0), edges, fill=True, color=looks[0].area)
    _, high = size(axes)
    top = float(heights.max()) / (1 - 3 * LINE / high)
    axes.set_ylim(0, top)
    named = {
        f"median {words.amount(middle.median)}": middle.median,
        middle.mean_in_words: middle.mean,
    }
    left = middle.median > np.mean(axes.get_xlim())
    ordered = sorted(named.items(), key=lambda name: name[1], reverse=bool(left))
    for row, (name, x) in enumerate(ordered, 1):
        y = top * (1 - row * LINE / high)
        axes.plot(
            [x, x], [0, y], color=INK, linewidth=1.2, linestyle="-" if x == middle.median else ":"
        )
        axes.annotate(
            name, (x, y), (-4 if left else 4, -2), textcoords="offset points", color=INK,
            fontsize=12, horizontalalignment="right" if left else "left",
            verticalalignment="center",
        )  # fmt: skip
