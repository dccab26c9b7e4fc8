"""Lines, points and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sweepstake.puzzle.display import Series
from sweepstake.report.defaults.distribution import MOST_BARS
from sweepstake.report.plots.notes import is_told
from sweepstake.report.tables import TO_END

EXACT, SIMULATED, MUTE = "#0b5f8f", "#b3470a", "#838d94"
SOFT, RULE, INK, WHITE = "#56626b", "#d9dee1", "#1a2126", "#ffffff"
MID, SIMULATED_MID = "#5795bb", "#cf7b3c"
"""Of bars, on which the marks of points are to be seen."""
LINES = ("line", "steps", "joined")
FEW, MANY = 24, 80
"""Places side by side up to which points are large, and from which on they are small."""
DOT, RING, DIAMOND, STROKE = 5.6, 8.0, 6.0, 1.3
"""Of large points, in pixels of the page: a ring leaves the dot in it to be seen."""
THIN = 15
"""Bars that are far apart are so wide that this many would fill the axis."""


@dataclass(frozen=True)
class Look:
    """The colour of a series; what was simulated is hollow."""

    colour: str
    hollow: bool = False
    marker: str = "o"

    @property
    def ink(self) -> str:
        """The colour of its name, which has to be read."""
        return SOFT if self.colour == MUTE else self.colour

    @property
    def area(self) -> str:
        """The colour of a bar."""
        return {EXACT: MID, SIMULATED: SIMULATED_MID}.get(self.colour, self.colour)

    @property
    def sampled(self) -> Look:
        """The look of those points of a computed line that were sampled."""
        return replace(self, hollow=True, colour=SIMULATED if self.colour == EXACT else self.colour)


def draw_series(axes: Axes, every: Sequence[Series], looks: Sequence[Look]) -> None:
    """Draw each series by its mark and its look."""
    for series, look in zip(every, looks, strict=True):
        _MARKS[series.mark](axes, series, look)


def looks(every: Sequence[Series]) -> list[Look]:
    """How each series of a panel looks: blue if computed, orange and hollow if simulated.

    Of several lines, or points that look alike, the usual one has a colour, else the first, and the
    others are grey. What is `like` a line is grey with it. Weighted points are diamonds.
    """
    kinds = [series.like or series.label for series in every if is_named(every, series)]
    usual = next((s.like or s.label for s in every if s.usual), kinds[0] if kinds else "")
    drawn = []
    for series in every:
        hollow = series.error is not None and all(series.sampled)
        colour = SIMULATED if hollow else EXACT
        is_other = is_named(every, series) or bool(series.like)
        if series.mark == "crosses" or (is_other and (series.like or series.label) != usual):
            colour = MUTE
        drawn.append(Look(colour, hollow, "D" if series.weighted else "o"))
    return drawn


def is_named(every: Sequence[Series], series: Series) -> bool:
    """Has it a name at its end? So have lines, and points that the note does not tell apart."""
    alike = series.mark in ("points", "bars") and not is_told(every)
    return series.mark in LINES or (alike and not series.like)


def is_far_from_zero(every: Sequence[Series]) -> bool:
    """Would values fill less than half of an axis from 0? Bars and a level line begin there."""
    if not {series.mark for series in every} <= {*LINES, "points"}:
        return False
    ends: list[float] = []
    for series in every:
        y = np.asarray(series.y, float)
        error = 0.0 if series.error is None else TO_END * np.nan_to_num(series.error)
        ends += [*(y - error), *(y + error)]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    return high / 2 < low < high


def _line(axes: Axes, series: Series, look: Look) -> None:
    """A line, with a band of its 95 % interval; a single point has a mark."""
    alone = "o" if len(series.x) == 1 else ""
    above = 3 if look.colour != MUTE else 2
    axes.plot(series.x, series.y, color=look.colour, linewidth=2, marker=alone, zorder=above)
    if series.error is not None:
        y, error = np.asarray(series.y, float), TO_END * np.asarray(series.error, float)
        axes.fill_between(
            series.x, y - error, y + error, color=look.colour, alpha=0.25, linewidth=0
        )


def _points(axes: Axes, series: Series, look: Look) -> None:
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


def _joined(axes: Axes, series: Series, look: Look) -> None:
    """A thin line from one point to the next, of which some are computed and some sampled."""
    above = 2 + (look.colour != MUTE)
    axes.plot(series.x, series.y, color=look.colour, linewidth=1, zorder=above)
    sampled = np.array(series.sampled)
    for some, error in ((~sampled, None), (sampled, series.error)):
        if some.any():
            part = replace(series, label="", y=np.where(some, series.y, np.nan), error=error)
            _points(axes, part, look if error is None else look.sampled)


def _crosses(axes: Axes, series: Series, look: Look) -> None:
    axes.plot(
        series.x, series.y, linestyle="", marker="x", markersize=6, color=look.colour,
        label=series.label or None,
    )  # fmt: skip


def _steps(axes: Axes, series: Series, look: Look) -> None:
    axes.step(series.x, series.y, where="post", color=look.colour, linewidth=2)


def _bars(axes: Axes, series: Series, look: Look) -> None:
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


_MARKS = {
    "line": _line, "points": _points, "joined": _joined, "crosses": _crosses, "steps": _steps,
    "bars": _bars,
}  # fmt: skip


def _bars_of(axes: Axes, series: Series) -> Any:
    """Intervals both ways; on a logarithmic axis one that would reach 0 ends at a tenth."""
    if series.error is None:
        return None
    y, error = np.asarray(series.y, float), TO_END * np.asarray(series.error, float)
    return (np.minimum(error, 0.9 * y), error) if axes.get_yscale() == "log" else error


def _width(x: Sequence[Any]) -> float:
    """Of bars that stand side by side; those far apart are thinner than the gaps between them."""
    gaps = [float(b - a) for a, b in pairwise(x) if not isinstance(a, str)]
    wide = min(gaps, default=1.0)
    even = len(gaps) > 1 and max(gaps) < 1.01 * wide
    return 0.9 * (wide if even or not gaps else min(wide, sum(gaps) / THIN))
