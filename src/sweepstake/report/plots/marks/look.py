"""How a series looks: its colour, filled or hollow, and whether it has a name."""

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
"""Of bars, on which the marks of points are to be seen."""
LINES = ("line", "dashes", "steps", "joined")


@dataclass(frozen=True)
class Look:
    """A series and its colour; what was simulated is hollow."""

    series: Series
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
        if series.mark in ("crosses", "dashes") or (
            is_other and (series.like or series.label) != usual
        ):
            colour = MUTE
        drawn.append(Look(series, colour, hollow, "D" if series.weighted else "o"))
    return drawn


def is_named(every: Sequence[Series], series: Series) -> bool:
    """Has it a name at its end? So have lines, and points that the note does not tell apart."""
    alike = series.mark in ("points", "bars") and not is_told(every)
    return series.mark in LINES or (alike and not series.like)


def write(axes: Axes, text: str, at: Any, offset: Any, colour: str, **how: Any) -> Annotation:
    """Write `text` so many pixels of the page beside a place."""
    how = {"textcoords": "offset points", "verticalalignment": "center"} | how
    return axes.annotate(text, at, offset, color=colour, **how)
