"""The one file that knows Matplotlib: draws what a puzzle says stands in a figure.

Colours are those of Okabe and Ito, which people with any colour vision tell apart; where there are
more lines than these, a scale (viridis) goes through the lines, and some of them are named. A line
has its name at its end. Axes of whole numbers have whole ticks, logarithmic ones plain numbers or
powers of ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator
from numpy.typing import NDArray

from sweepstake.puzzle.display import Frames, Panel, Plot, Series

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
MOST_NAMED = 6
"""Lines that have their names, where there are more than there are colours."""
MOST_BESIDE = 3
"""Panels in a row."""
WIDTHS = {1: 7.2, 2: 5.6, 3: 4.8}
HEIGHT = 4.0
GAP = 0.05
"""Between the names of two lines, as a share of the height of the axes..."""
NEAR = 0.15
"""... if they are as near as this, as a share of its width."""
PLAIN = (1e-3, 1e6)
"""Between these, ticks of a logarithmic axis are plain numbers."""
STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#888888",
    "axes.grid": True,
    "axes.labelcolor": "#333333",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "figure.constrained_layout.hspace": 0.08,
    "figure.constrained_layout.wspace": 0.06,
    "figure.titlesize": 13,
    "figure.titleweight": "bold",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 9.5,
    "grid.alpha": 0.25,
    "legend.frameon": False,
    "svg.fonttype": "none",  # text that can be searched and read aloud
    "svg.hashsalt": "sweepstake",  # the same figure is the same file
    "xtick.color": "#555555",
    "ytick.color": "#555555",
}
LINES = ("line", "steps", "joined")
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class _Look:
    colour: Any
    marker: str


def write(plot: Plot, frames: Frames, svg: Path, png: Path) -> None:
    """Draw `plot` of `frames` and write it twice, 150 dots an inch where there are dots."""
    with mpl.rc_context(STYLE):
        figure = draw(plot, frames)
        figure.savefig(svg, metadata={"Date": None})
        figure.savefig(png, dpi=150)


def draw(plot: Plot, frames: Frames) -> Figure:
    """The figure: its panels in rows of up to three under its title."""
    panels = plot.make(frames)
    columns = min(len(panels), MOST_BESIDE)
    rows = ceil(len(panels) / columns)
    size = WIDTHS[columns] * columns, HEIGHT * rows + 0.4
    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(plot.title, x=0.01, horizontalalignment="left")
    for place, panel in enumerate(panels):
        fill_axes(figure.add_subplot(rows, columns, place + 1), panel)
    return figure


def axes(panel: Panel) -> Axes:
    """New axes of pyplot, so that a notebook shows them, with `panel` drawn in them."""
    from matplotlib import pyplot

    with mpl.rc_context(STYLE):
        _, made = pyplot.subplots(figsize=(WIDTHS[1], HEIGHT), layout="constrained")
        fill_axes(made, panel)
    return made


def fill_axes(axes: Axes, panel: Panel) -> None:
    """Draw `panel` in `axes`."""
    axes.set(xlabel=fill(panel.x, 48), ylabel=fill(panel.y, 42))
    axes.set_title(fill(panel.title, 60), loc="left")
    if panel.log_x:
        axes.set_xscale("log")
    if panel.log_y:
        axes.set_yscale("log", nonpositive="clip")
    looks = _looks(panel.series)
    below: dict[Any, float] = {}
    for series, look in zip(panel.series, looks, strict=True):
        if series.mark == "stacked":
            _stack(axes, series, look, below)
        else:
            _MARKS[series.mark](axes, series, look)
    if panel.zero:
        named = any(series.mark == "bars" and series.label for series in panel.series)
        axes.set_ylim(0, axes.get_ylim()[1] * (1.2 if named else 1.0))  # room for a legend
    _ticks(axes, panel)
    _names(axes, panel.series, looks)


def _looks(every: Sequence[Series]) -> list[_Look]:
    """A colour and a marker for each series; those that are `like` another one have its colour."""
    kinds = [series.like or series.label or str(place) for place, series in enumerate(every)]
    order = {kind: place for place, kind in enumerate(dict.fromkeys(kinds))}
    ordered = len(order) > len(COLOURS) or any(series.mark == "stacked" for series in every)
    scale = mpl.colormaps["viridis"](np.linspace(0.0, 0.93, len(order)))
    colours: Sequence[Any] = [*map(tuple, scale)] if ordered else COLOURS
    return [
        _Look(colours[order[kind]], MARKERS[place % len(MARKERS)])
        for place, kind in enumerate(kinds)
    ]


def _line(axes: Axes, series: Series, look: _Look) -> None:
    """A line, with a band of one standard error; a single point has a mark."""
    alone = "o" if len(series.x) == 1 else ""
    axes.plot(series.x, series.y, color=look.colour, linewidth=1.6, marker=alone)
    if series.error is not None:
        y, error = np.asarray(series.y, float), np.asarray(series.error, float)
        axes.fill_between(
            series.x, y - error, y + error, color=look.colour, alpha=0.25, linewidth=0
        )


def _points(axes: Axes, series: Series, look: _Look) -> None:
    axes.errorbar(
        series.x, series.y, yerr=_bars_of(axes, series), label=series.label or None,
        color=look.colour, fmt=look.marker, markersize=4, capsize=2, linewidth=1,
    )  # fmt: skip


def _joined(axes: Axes, series: Series, look: _Look) -> None:
    """Points with their errors, and a thin line that leads the eye from one to the next."""
    axes.errorbar(
        series.x, series.y, yerr=_bars_of(axes, series), color=look.colour,
        fmt=look.marker, linestyle="-", linewidth=0.8, elinewidth=1, markersize=4, capsize=2,
    )  # fmt: skip


def _crosses(axes: Axes, series: Series, look: _Look) -> None:
    axes.plot(
        series.x, series.y, linestyle="", marker="x", markersize=5, color="#999999",
        label=series.label or None,
    )  # fmt: skip


def _steps(axes: Axes, series: Series, look: _Look) -> None:
    axes.step(series.x, series.y, where="post", color=look.colour, linewidth=1.3)


def _bars(axes: Axes, series: Series, look: _Look) -> None:
    axes.bar(
        series.x, series.y, width=_width(series.x), yerr=series.error, color=look.colour,
        label=series.label or None, error_kw={"linewidth": 0.8},
    )  # fmt: skip


def _stack(axes: Axes, series: Series, look: _Look, below: dict[Any, float]) -> None:
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
    gaps = [] if isinstance(x[0], str) else [b - a for a, b in pairwise(x)]
    return 0.9 * float(min(gaps, default=1.0))


def _ticks(axes: Axes, panel: Panel) -> None:
    """Ticks as a person would write them."""
    xs = [value for series in panel.series for value in series.x]
    ys = [value for series in panel.series for value in series.y]
    if xs and isinstance(xs[0], str):
        _words(axes, list(dict.fromkeys(xs)))
    else:
        _numbers(axes.xaxis, axes.get_xlim(), xs, log=panel.log_x)
    lines = [series for series in panel.series if series.error is not None]
    _numbers(axes.yaxis, axes.get_ylim(), ys, log=panel.log_y, whole=not lines)


def _words(axes: Axes, words: Sequence[str]) -> None:
    """Words on the horizontal axis, shortened, and aslant if they would run into each other."""
    short = [word if len(word) <= 20 else f"{word[:18]}..." for word in words]
    axes.set_xticks(range(len(short)), short)
    if sum(map(len, short)) > 40:
        axes.tick_params("x", labelrotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")
    axes.margins(x=0.5 / len(words))


def _numbers(
    axis: Any, limits: tuple[float, float], values: Iterable[Any], *, log: bool, whole: bool = True
) -> None:
    its = np.array([float(value) for value in values])
    its = its[np.isfinite(its)]
    if log and len(its[its > 0]):
        ticks = _log_ticks(*limits, most=float(its.max()))
        axis.set_major_locator(FixedLocator(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(_written(ticks)))
    elif not log:
        whole = whole and np.array_equal(its, np.round(its))
        axis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10], integer=whole))
        axis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,.10g}"))


def _log_ticks(low: float, high: float, most: float) -> list[float]:
    """Ticks between two numbers above 0, up to eight; none above 1 of what is at most 1."""
    high = min(high, 1.0) if most <= 1 else high
    decades = log10(high / low)
    if decades > 3.5:
        step = next(s for s in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200) if decades / s <= 8)
        first = ceil(log10(low) / step) * step
        return [10.0**k for k in range(first, floor(log10(high) + 1e-9) + 1, step)]
    within = (1, 2, 5) if decades > 1 else (1, 1.5, 2, 3, 4, 5, 6, 8)
    every = [m * 10.0**k for k in range(floor(log10(low)), ceil(log10(high)) + 1) for m in within]
    return [tick for tick in every if low <= tick <= high * (1 + 1e-9)]


def _written(ticks: Sequence[float]) -> Any:
    """How ticks of a logarithmic axis are written."""
    if all(PLAIN[0] <= tick <= PLAIN[1] for tick in ticks):
        return lambda tick, _: f"{tick:,.10g}"
    if all(round(log10(tick), 9) % 1 == 0 for tick in ticks):
        return lambda tick, _: f"10{str(round(log10(tick))).translate(_SUPERSCRIPT)}"
    return lambda tick, _: f"{tick:.0e}"


def _names(axes: Axes, every: Sequence[Series], looks: Sequence[_Look]) -> None:
    """The names of lines at their ends, of anything else in a legend."""
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


def _some(named: Sequence[Any]) -> Sequence[Any]:
    """All that have names, or of more than there are colours some, evenly."""
    if len(named) <= len(COLOURS):
        return named
    places = np.linspace(0, len(named) - 1, MOST_NAMED).round().astype(int)
    return [named[place] for place in places]


def _at_ends(axes: Axes, lines: Sequence[tuple[Series, _Look]]) -> None:
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
