"""The one file that knows Matplotlib: draws what a puzzle says stands in a figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from sweepstake.puzzle.display import Frames, Panel, Plot, Series

COLOURS = ("#0b6e99", "#d1495b", "#edae49", "#3c7a3f", "#7d4e9e", "#66757f", "#9c5b2e")
STYLE: Any = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "font.size": 10,
    "grid.alpha": 0.25,
    "legend.frameon": False,
    "svg.hashsalt": "sweepstake",  # the same figure is the same file
}


def write(plot: Plot, frames: Frames, svg: Path, png: Path) -> None:
    """Draw `plot` of `frames` and write it twice, 150 dots an inch where there are dots."""
    with mpl.rc_context(STYLE):
        figure = draw(plot, frames)
        figure.savefig(svg, metadata={"Date": None})
        figure.savefig(png, dpi=150)


def draw(plot: Plot, frames: Frames) -> Figure:
    """The figure: its panels side by side under its title."""
    panels = plot.make(frames)
    width = 6.4 if len(panels) < 3 else 4.8
    figure = Figure(figsize=(width * len(panels), 4.6), layout="constrained")
    figure.suptitle(plot.title)
    for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        _fill(axes, panel)
    return figure


def _fill(axes: Axes, panel: Panel) -> None:
    axes.set(title=panel.title, xlabel=panel.x, ylabel=panel.y)
    axes.set_prop_cycle(cycler(linestyle=("-", "--")) * cycler(color=COLOURS))
    if panel.log_x:
        _log_x(axes)
    if panel.log_y:
        axes.set_yscale("log", nonpositive="clip")
    for series in panel.series:
        _MARKS[series.mark](axes, series)
    if any(series.label for series in panel.series):
        axes.legend()


def _log_x(axes: Axes) -> None:
    """A logarithmic axis with plain numbers at 1, 2, 5, 10, 20, ..."""
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _line(axes: Axes, series: Series) -> None:
    (line,) = axes.plot(series.x, series.y, label=series.label, linewidth=1.6)
    if series.error is not None:
        pairs = list(zip(series.y, series.error, strict=True))
        low, high = [y - e for y, e in pairs], [y + e for y, e in pairs]
        axes.fill_between(series.x, low, high, color=line.get_color(), alpha=0.25, linewidth=0)


def _points(axes: Axes, series: Series) -> None:
    """Points; on a logarithmic axis a bar that would reach 0 ends at a tenth of its point."""
    error: Any = series.error
    if series.error is not None and axes.get_yscale() == "log":
        below = [min(e, 0.9 * y) for y, e in zip(series.y, series.error, strict=True)]
        error = (below, series.error)
    axes.errorbar(
        series.x, series.y, yerr=error, label=series.label,
        fmt="o", markersize=4, capsize=2, linewidth=1,
    )  # fmt: skip


def _steps(axes: Axes, series: Series) -> None:
    axes.step(series.x, series.y, where="post", label=series.label, linewidth=1.3)


def _bars(axes: Axes, series: Series) -> None:
    gaps = [b - a for a, b in zip(series.x, series.x[1:], strict=False)]
    width = 0.9 * min(gaps, default=1.0)
    axes.bar(
        series.x, series.y, width=width, yerr=series.error, label=series.label,
        error_kw={"linewidth": 0.8},
    )  # fmt: skip


_MARKS = {"line": _line, "points": _points, "steps": _steps, "bars": _bars}
