"""The names of lines at their ends, of anything else in a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sweepstake.core.shown import evenly
from sweepstake.puzzle.display import Series
from sweepstake.report.plots.marks import COLOURS, Look

T = TypeVar("T")
LINES = ("line", "steps", "joined")
MOST_NAMED = 6
"""Lines that have their names, where there are more than there are colours."""
GAP = 0.05
"""Between the names of two lines, as a share of the height of the axes..."""
NEAR = 0.15
"""... if they are as near as this, as a share of its width."""


def write_names(axes: Axes, every: Sequence[Series], looks: Sequence[Look]) -> None:
    """Write the names of every series."""
    lines = _some(
        [
            (series, look)
            for series, look in zip(every, looks, strict=True)
            if series.mark in LINES and series.label and len(series.x)
        ]
    )
    if len(lines) == 1 and len(every) == 1:
        said = filter(None, [axes.get_title("left"), lines[0][0].label])
        axes.set_title(", ".join(said), loc="left")
    else:
        _at_ends(axes, lines)
    if any(series.mark == "stacked" and series.label for series in every):
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), reverse=True)
    elif named := _some([*zip(*axes.get_legend_handles_labels(), strict=True)]):
        axes.legend(*zip(*named, strict=True))


def _some(named: Sequence[T]) -> Sequence[T]:
    """All that have names, or of more than there are colours some."""
    return named if len(named) <= len(COLOURS) else evenly(named, MOST_NAMED)


def _at_ends(axes: Axes, lines: Sequence[tuple[Series, Look]]) -> None:
    """Each line's name where the line ends, moved up where two would stand upon each other."""
    to_share = axes.transData + axes.transAxes.inverted()
    ends = [(to_share.transform(_end(axes, series)), series, look) for series, look in lines]
    placed: list[NDArray[np.float64]] = []
    for end, series, look in sorted(ends, key=lambda one: float(one[0][1])):
        at = end.copy()
        for other in placed:
            if abs(other[0] - at[0]) < NEAR:
                at[1] = max(at[1], other[1] + GAP)
        placed.append(at)
        axes.annotate(
            series.label, tuple(at), (4, 0), "axes fraction", "offset points", color=look.colour,
            verticalalignment="center", fontsize=8.5, annotation_clip=False,
        )  # fmt: skip


def _end(axes: Axes, series: Series) -> tuple[float, float]:
    """The last point of a line that is drawn."""
    convert: Any = axes.convert_xunits  # words have places
    x, y = np.asarray(convert(np.asarray(series.x)), float), np.asarray(series.y, float)
    drawn = np.flatnonzero(np.isfinite(y) & ((y > 0) | (axes.get_yscale() != "log")))
    place = drawn[-1] if len(drawn) else -1
    return float(x[place]), float(y[place])
