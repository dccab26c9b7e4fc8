"""Lines, points and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from sweepstake.puzzle.display import Series

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
THIN = 15
"""Bars far apart that would stand side by side on an axis."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


@dataclass(frozen=True)
class Look:
    """The colour and the marker of a series."""

    colour: Any
    marker: str


def draw_series(axes: Axes, every: Sequence[Series], looks: Sequence[Look]) -> None:
    """Draw each series by its mark and its look."""
    below: dict[Any, float] = {}
    for series, look in zip(every, looks, strict=True):
        if series.mark == "stacked":
            _stack(axes, series, look, below)
        else:
            _MARKS[series.mark](axes, series, look)


def looks(panels: Sequence[Sequence[Series]]) -> list[list[Look]]:
    """A colour and a marker for each series of each panel.

    Series of one label have one colour in all panels, if there are enough colours for that. Those
    that are `like` another one have its colour.
    """
    together = [*dict.fromkeys(kind for every in panels for kind in _kinds(every))]
    return [_looks(every, together if _fit(together, every) else []) for every in panels]


def _looks(every: Sequence[Series], together: Sequence[str]) -> list[Look]:
    kinds = _kinds(every)
    order = {kind: place for place, kind in enumerate(dict.fromkeys([*together, *kinds]))}
    scale = mpl.colormaps["viridis"](np.linspace(0.0, 0.93, len(order)))
    colours: Sequence[Any] = COLOURS if _fit([*order], every) else [*map(tuple, scale)]
    return [
        Look(colours[order[kind]], MARKERS[place % len(MARKERS)])
        for place, kind in enumerate(kinds)
    ]


def _kinds(every: Sequence[Series]) -> list[str]:
    """What tells the colours of a panel's series apart."""
    return [series.like or series.label or str(place) for place, series in enumerate(every)]


def _fit(kinds: Sequence[str], every: Sequence[Series]) -> bool:
    """Has each kind a colour of its own? If not, or in a stack, a scale goes through them."""
    return len(kinds) <= len(COLOURS) and all(series.mark != "stacked" for series in every)


def _line(axes: Axes, series: Series, look: Look) -> None:
    """A line, with a band of one standard error; a single point has a mark."""
    alone = "o" if len(series.x) == 1 else ""
    axes.plot(series.x, series.y, color=look.colour, linewidth=1.6, marker=alone)
    if series.error is not None:
        y, error = np.asarray(series.y, float), np.asarray(series.error, float)
        axes.fill_between(
            series.x, y - error, y + error, color=look.colour, alpha=0.25, linewidth=0
        )


def _points(axes: Axes, series: Series, look: Look) -> None:
    """Points; those with errors are hollow, so that they are told from the points of a line."""
    inside = look.colour if series.error is None else "white"
    axes.errorbar(
        series.x, series.y, yerr=_bars_of(axes, series), label=series.label or None,
        color=look.colour, fmt=look.marker, markerfacecolor=inside, markersize=4, capsize=2,
        linewidth=1,
    )  # fmt: skip


def _joined(axes: Axes, series: Series, look: Look) -> None:
    """Points with their errors, and a thin line that leads the eye from one to the next."""
    axes.errorbar(
        series.x, series.y, yerr=_bars_of(axes, series), color=look.colour,
        fmt=look.marker, linestyle="-", linewidth=0.8, elinewidth=1, markersize=4, capsize=2,
    )  # fmt: skip


def _crosses(axes: Axes, series: Series, look: Look) -> None:
    axes.plot(
        series.x, series.y, linestyle="", marker="x", markersize=5, color="#999999",
        label=series.label or None,
    )  # fmt: skip


def _steps(axes: Axes, series: Series, look: Look) -> None:
    axes.step(series.x, series.y, where="post", color=look.colour, linewidth=1.3)


def _bars(axes: Axes, series: Series, look: Look) -> None:
    axes.bar(
        series.x, series.y, width=_width(series.x), yerr=series.error, color=look.colour,
        label=series.label or None, error_kw={"linewidth": 0.8},
    )  # fmt: skip


def _stack(axes: Axes, series: Series, look: Look, below: dict[Any, float]) -> None:
    """Bars upon those drawn before; `below` is the height so far, by place."""
    bottom = [below.get(x, 0.0) for x in series.x]
    axes.bar(
        series.x, series.y, bottom=bottom, width=_width(series.x), color=look.colour,
        label=series.label or None,
    )  # fmt: skip
    below.update(zip(series.x, np.add(bottom, series.y).tolist(), strict=True))


_MARKS = {
    "line": _line, "points": _points, "joined": _joined, "crosses": _crosses, "steps": _steps,
    "bars": _bars,
}  # fmt: skip


def _bars_of(axes: Axes, series: Series) -> Any:
    """Errors both ways; on a logarithmic axis one that would reach 0 ends at a tenth."""
    if series.error is None or axes.get_yscale() != "log":
        return series.error
    y, error = np.asarray(series.y, float), np.asarray(series.error, float)
    return np.minimum(error, 0.9 * y), error


def _width(x: Sequence[Any]) -> float:
    """Of bars that stand side by side; those far apart are thinner than the gaps between them."""
    gaps = [float(b - a) for a, b in pairwise(x) if not isinstance(a, str)]
    wide = min(gaps, default=1.0)
    even = len(gaps) > 1 and max(gaps) < 1.01 * wide
    return 0.9 * (wide if even or not gaps else min(wide, sum(gaps) / THIN))
