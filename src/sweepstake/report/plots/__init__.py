"""The one folder that knows Matplotlib: draws what a puzzle says stands in a figure.

Colours are those of Okabe and Ito, which people with any colour vision tell apart; where there are
more lines than these, a scale (viridis) goes through the lines, and some of them are named. A line
has its name at its end. Axes of whole numbers have whole ticks, logarithmic ones plain numbers or
powers of ten.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from sweepstake.puzzle.display import Frames, Map, Panel, Plot, Series
from sweepstake.report.plots.maps import draw_map
from sweepstake.report.plots.marks import Look, draw_series, looks
from sweepstake.report.plots.names import write_names
from sweepstake.report.plots.ticks import set_ticks
from sweepstake.text.shown import printable

MOST_BESIDE = 3
"""Panels in a row."""
WIDTHS = {1: 7.2, 2: 5.6, 3: 4.8}
HEIGHT = 4.0
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


def write(plot: Plot, frames: Frames, svg: Path, png: Path, left_out: str = "") -> None:
    """Draw `plot` of `frames` and write it twice, 150 dots an inch where there are dots.

    What these leave out stands below.
    """
    with mpl.rc_context(STYLE):
        figure = draw(plot, frames)
        if left_out:
            figure.supxlabel(printable(left_out), x=0.01, horizontalalignment="left", fontsize=8)
        figure.savefig(svg, metadata={"Date": None})
        figure.savefig(png, dpi=150)


def draw(plot: Plot, frames: Frames) -> Figure:
    """The figure: its panels in rows of up to three under its title."""
    panels = plot.make(frames) if not frames or any(map(len, frames.values())) else []
    panels = panels or [Panel("nothing to draw at these points", "", "", [])]
    columns = min(len(panels), MOST_BESIDE)
    rows = ceil(len(panels) / columns)
    size = WIDTHS[columns] * columns, HEIGHT * rows + 0.4
    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(plot.title, x=0.01, horizontalalignment="left")
    every = looks([_series(panel) for panel in panels])
    for place, (panel, its) in enumerate(zip(panels, every, strict=True)):
        fill_axes(figure.add_subplot(rows, columns, place + 1), panel, its)
    for text in figure.findobj(Text):
        lines = text.get_text().split("\n")
        text.set_text("\n".join(map(printable, lines)))  # no SVG may have what does not print
    return figure


def _series(panel: Panel | Map) -> Sequence[Series]:
    return panel.series if isinstance(panel, Panel) else ()


def axes(panel: Panel | Map) -> Axes:
    """New axes of pyplot, so that a notebook shows them, with `panel` drawn in them."""
    from matplotlib import pyplot

    with mpl.rc_context(STYLE):
        _, made = pyplot.subplots(figsize=(WIDTHS[1], HEIGHT), layout="constrained")
        fill_axes(made, panel, *looks([_series(panel)]))
    return made


def fill_axes(axes: Axes, panel: Panel | Map, drawn: Sequence[Look]) -> None:
    """Draw `panel` in `axes`, each of its series as it is to look."""
    axes.set(xlabel=fill(panel.x, 48), ylabel=fill(panel.y, 42))
    axes.set_title(fill(panel.title, 60), loc="left")
    if isinstance(panel, Map):
        draw_map(axes, panel)
        return
    if panel.words:
        update: Any = axes.xaxis.update_units
        update(panel.words)  # words have places in the order of their first use
    if panel.log_x:
        axes.set_xscale("log")
    if panel.log_y:
        axes.set_yscale("log", nonpositive="clip")
    draw_series(axes, panel.series, drawn)
    if panel.zero:
        named = any(series.mark == "bars" and series.label for series in panel.series)
        axes.set_ylim(0, axes.get_ylim()[1] * (1.2 if named else 1.0))  # room for a legend
    set_ticks(axes, panel)
    write_names(axes, panel.series, drawn)
