"""The look of a series: its colour, filled or hollow; and texts at points, kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation
from numpy.typing import NDArray

from sweepstake.puzzle.display import Series
from sweepstake.report.charts.texts import is_explained

EXACT, SIMULATED, MUTE = "#0b5f8f", "#b3470a", "#838d94"
SOFT, RULE, INK, WHITE = "#56626b", "#d9dee1", "#1a2126", "#ffffff"
MID, SIMULATED_MID = "#5795bb", "#cf7b3c"
"""The colours of bars, on which points must be visible."""
LINES = ("line", "dashes", "steps", "joined")
LETTER = 7.2
"""About the width of a letter, in pixels of the page."""
BELOW = 15.0
"""The height of a line of the note below the axes, in pixels of the page."""
POINTS = 72
"""Points in an inch: a point is a pixel of the page."""
PAPER: Any = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.4}
"""The background of a name, which makes it readable on a line of another series."""


@dataclass(frozen=True)
class Look:
    """A series and its colour; simulated points are hollow."""

    series: Series
    colour: str
    hollow: bool = False
    marker: str = "o"

    @property
    def ink(self) -> str:
        """The colour of its name, which must be readable."""
        return SOFT if self.colour == MUTE else self.colour

    @property
    def area(self) -> str:
        """The colour of a bar."""
        return {EXACT: MID, SIMULATED: SIMULATED_MID}.get(self.colour, self.colour)

    @property
    def sampled(self) -> Look:
        """The look of sampled points in a computed line."""
        return replace(self, hollow=True, colour=SIMULATED if self.colour == EXACT else self.colour)


def looks(all_series: Sequence[Series]) -> list[Look]:
    """The look of each series of a panel: blue if computed, orange and hollow if simulated.

    If there are several lines, or several series of points that look alike, the usual one, or else
    the first, has a colour, and the others are grey. A series that is `like` a grey line is grey,
    too. Weighted points are diamonds.
    """
    kinds = [series.like or series.label for series in all_series if is_named(all_series, series)]
    usual = next((s.like or s.label for s in all_series if s.usual), kinds[0] if kinds else "")
    drawn = []
    for series in all_series:
        hollow = series.error is not None and all(series.sampled)
        colour = SIMULATED if hollow else EXACT
        is_other = is_named(all_series, series) or bool(series.like)
        if series.mark in ("crosses", "dashes") or (
            is_other and (series.like or series.label) != usual
        ):
            colour = MUTE
        drawn.append(Look(series, colour, hollow, "D" if series.weighted else "o"))
    return drawn


def is_named(all_series: Sequence[Series], series: Series) -> bool:
    """True for lines, and for points and bars that the note can't tell apart: they have names."""
    alike = series.mark in ("points", "bars") and not is_explained(all_series)
    return series.mark in LINES or (alike and not series.like)


def write(axes: Axes, text: str, at: Any, offset: Any, colour: str, **how: Any) -> Annotation:
    """Write `text` beside the point `at`; `offset` is in pixels of the page."""
    how = {"textcoords": "offset points", "verticalalignment": "center"} | how
    return axes.annotate(text, at, offset, color=colour, **how)


def room(axes: Axes) -> float:
    """The width of the figure that has `axes`, in pixels of the page."""
    figure = axes.get_figure()
    assert isinstance(figure, Figure)
    return POINTS * figure.get_figwidth()


def size(axes: Axes) -> tuple[float, float]:
    """About the width and the height of the axes, in pixels of the page."""
    figure, box = axes.get_figure(), axes.get_position()
    assert isinstance(figure, Figure)
    wide, high = figure.get_size_inches() * POINTS
    return wide * box.width, high * box.height - BELOW * axes.get_xlabel().count("\n")


def apart(heights: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Heights in ascending order, moved as little as possible until they are `gap` apart.

    Heights that would be too close are placed around their mean; all stay within the axes.

    >>> apart(np.array([0.2, 0.5, 0.5]), 0.04).round(3).tolist()
    [0.2, 0.48, 0.52]
    """
    steps = gap * np.arange(len(heights))
    blocks: list[list[float]] = []  # isotonic least squares: heights - steps must not descend
    for height in (heights - steps).tolist():
        blocks.append([height])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    moved = np.concatenate([[np.mean(block)] * len(block) for block in blocks]) + steps
    inside: NDArray[np.float64] = np.clip(moved, steps + gap / 2, 1 - gap / 2 - steps[::-1])
    return inside
