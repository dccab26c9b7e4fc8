"""Fits labels into the space that the layout leaves: breaks lines and removes ticks."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from textwrap import fill

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FixedFormatter, FixedLocator

from sweepstake.report.plots.heights import leave_out_touching
from sweepstake.report.plots.usual import settle
from sweepstake.text.shown import printable

LETTER, GAP, MOST_LINES = 7.5, 4.0, 3
"""The width of a letter and the gap between labels, in pixels, and the most lines of a label."""


def fit(figure: Figure) -> None:
    """If labels below an axis touch, remove some numbers evenly, or break words into lines.

    Control characters are escaped, because SVG does not allow them. Names of axes are broken into
    lines where they would leave the figure. Finally the usual point gets its label.
    """
    for text in figure.findobj(Text):
        text.set_text("\n".join(map(printable, text.get_text().split("\n"))))
    _lay_out(figure)
    changed = [leave_out_touching(axes) for axes in figure.axes]
    if any(changed):
        _lay_out(figure)  # because the axes have moved
    for axes in figure.axes:
        _break_names(axes, figure.bbox.width)
        _thin(axes)
    _lay_out(figure)  # because the axes may have moved
    for axes in figure.axes:
        settle(axes)


def _lay_out(figure: Figure) -> None:
    """Place the axes and their labels, as drawing the figure would do."""
    engine = figure.get_layout_engine()
    assert engine
    engine.execute(figure)
    for axes in figure.axes:
        axes.get_xticklabels(), axes.get_yticklabels()  # which places them


def _thin(axes: Axes) -> None:
    """Make the labels below `axes` fewer or narrower if any two of them touch."""
    low, high = sorted(axes.get_xlim())
    ticks = [tick for tick in axes.xaxis.get_major_ticks() if low <= tick.get_loc() <= high]
    boxes = [tick.label1.get_window_extent() for tick in ticks]
    if all(a.x1 + GAP <= b.x0 for a, b in pairwise(boxes)):
        return
    if isinstance(axes.xaxis.get_major_formatter(), FixedFormatter):
        _break(axes)
        return
    gap = min(b.x0 + b.x1 - a.x0 - a.x1 for a, b in pairwise(boxes)) / 2
    step = ceil((max(box.width for box in boxes) + GAP) / gap)
    axes.xaxis.set_major_locator(FixedLocator([tick.get_loc() for tick in ticks][::step]))


def _break_names(axes: Axes, wide: float) -> None:
    """Break the name below the axes and the title above into lines that stay in the figure."""
    name, above = axes.xaxis.label, axes.set_title(axes.get_title("left"), loc="left")
    box = name.get_window_extent()
    _break_lines(name, 2 * min(box.x0 + box.width / 2, wide - box.x0 - box.width / 2))
    _break_lines(above, wide - above.get_window_extent().x0)


def _break_lines(name: Text, room: float) -> None:
    text = name.get_text()
    letters = max(map(len, text.splitlines()), default=0)
    while letters > 1 and name.get_window_extent().width > room:
        letters -= 1
        name.set_text("\n".join(fill(line, letters) for line in text.splitlines()))


def _break(axes: Axes) -> None:
    """Break the labels into lines that fit beside each other; shorten those with too many lines."""
    labels = [label.get_text().replace("\n", " ") for label in axes.get_xticklabels()]
    room = axes.get_window_extent().width / max(len(labels), 1)
    width = max(1, int((room - GAP) / LETTER))
    shortened = "..." if width > len("...") else ""
    texts = [fill(text, width, max_lines=MOST_LINES, placeholder=shortened) for text in labels]
    axes.set_xticks(axes.get_xticks(), texts)
