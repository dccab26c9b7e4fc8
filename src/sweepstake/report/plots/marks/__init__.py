"""What a chart is drawn with, a module for each kind."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from sweepstake.puzzle.display import Series
from sweepstake.report.plots.marks.bars import draw_bars
from sweepstake.report.plots.marks.lines import draw_dashes, draw_joined, draw_line, draw_steps
from sweepstake.report.plots.marks.look import Look
from sweepstake.report.plots.marks.points import draw_crosses, draw_points

_MARKS = {
    "line": draw_line, "points": draw_points, "joined": draw_joined, "crosses": draw_crosses,
    "steps": draw_steps, "bars": draw_bars, "dashes": draw_dashes,
}  # fmt: skip


def draw_series(axes: Axes, every: Sequence[Series], looks: Sequence[Look]) -> None:
    """Draw each series by its mark and its look."""
    for series, look in zip(every, looks, strict=True):
        _MARKS[series.mark](axes, series, look)
