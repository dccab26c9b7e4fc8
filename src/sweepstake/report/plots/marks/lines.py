"""Lines: plain, dashed, joined from point to point, and in steps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes

from sweepstake.puzzle.display import Series
from sweepstake.report.plots.marks.look import MUTE, Look
from sweepstake.report.plots.marks.points import draw_points
from sweepstake.report.tables import TO_END


def draw_line(axes: Axes, series: Series, look: Look) -> None:
    """A line, with a band of its 95 % interval; a single point has a mark."""
    alone = "o" if len(series.x) == 1 else ""
    above = 3 if look.colour != MUTE else 2
    axes.plot(series.x, series.y, color=look.colour, linewidth=2, marker=alone, zorder=above)
    if series.error is not None:
        y, error = np.asarray(series.y, float), TO_END * np.asarray(series.error, float)
        axes.fill_between(
            series.x, y - error, y + error, color=look.colour, alpha=0.25, linewidth=0
        )


def draw_dashes(axes: Axes, series: Series, look: Look) -> None:
    """Dashes, which lie below the lines that they are compared with."""
    axes.plot(series.x, series.y, color=look.colour, linewidth=1.6, linestyle=(0, (5, 3)))


def draw_joined(axes: Axes, series: Series, look: Look) -> None:
    """A thin line from one point to the next, of which some are computed and some sampled."""
    above = 2 + (look.colour != MUTE)
    axes.plot(series.x, series.y, color=look.colour, linewidth=1, zorder=above)
    sampled = np.array(series.sampled)
    for some, error in ((~sampled, None), (sampled, series.error)):
        if some.any():
            part = replace(series, label="", y=np.where(some, series.y, np.nan), error=error)
            draw_points(axes, part, look if error is None else look.sampled)


def draw_steps(axes: Axes, series: Series, look: Look) -> None:
    """A line that goes on level from each place to the next."""
    axes.step(series.x, series.y, where="post", color=look.colour, linewidth=2)
