"""The look of a series: its colour, filled or hollow, and whether it has a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from matplotlib.axes import Axes
from matplotlib.text import Annotation

from sweepstake.puzzle.display import Series
from sweepstake.report.plots.notes import is_told

EXACT, SIMULATED, MUTE = "#0b5f8f", "#b3470a", "#838d94"
SOFT, RULE, INK, WHITE = "#56626b", "#d9dee1", "#1a2126", "#ffffff"
MID, SIMULATED_MID = "#5795bb", "#cf7b3c"
"""The colours of bars, on which points must be visible."""
LINES = ("line", "dashes", "steps", "joined")


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


def looks(every: Sequence[Series]) -> list[Look]:
    """The look of each series of a panel: blue if computed, orange and hollow if simulated.

    If there are several lines, or several series of points that look alike, the usual one, or else
    the first, has a colour, and the others are grey. A series that is `like` a grey line is grey,
    too. Weighted points are diamonds.
    """
    kinds = [series.like or series.label for series in every if is_named(every, series)]
    usual = next((s.like or s.label for s in every if s.usual), kinds[0] if kinds else "")
    drawn = []
    for series in every:
        hollow = series.error is not None and all(series.sampled)
        colour = SIMULATED if hollow else EXACT
        is_other = is_named(every, series) or bool(series.like)
        if series.mark in ("crosses", "dashes") or (
            is_other and (series.like or series.label) != usual
        ):
            colour = MUTE
        drawn.append(Look(series, colour, hollow, "D" if series.weighted else "o"))
    return drawn


def is_named(every: Sequence[Series], series: Series) -> bool:
    """True for lines, and for points and bars that the note can't tell apart: they have names."""
    alike = series.mark in ("points", "bars") and not is_told(every)
    return series.mark in LINES or (alike and not series.like)


def write(axes: Axes, text: str, at: Any, offset: Any, colour: str, **how: Any) -> Annotation:
    """Write `text` beside the place `at`; `offset` is in pixels of the page."""
    how = {"textcoords": "offset points", "verticalalignment": "center"} | how
    return axes.annotate(text, at, offset, color=colour, **how)
