"""The names of lines at their ends, of anything else in a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from sweepstake.puzzle.display import Mark, Series
from sweepstake.report.plots.marks import LINES, SOFT, Look
from sweepstake.text.shown import evenly, line

T = TypeVar("T")
MOST_NAMED = 6
"""Lines that have their names."""
LONGEST = 40
"""Letters of a name, which may have a long list in it."""
GAP = 15.0
"""Between the names of two lines, in pixels of the page..."""
NEAR = 90.0
"""... if they are as near as this."""
POINTS = 72
"""Of an inch: a point of text is a pixel of the page."""
BESIDE: Any = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)}
"""Where a legend stands to the right of its axes."""
PAPER: Any = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.4}
"""What stands behind a name, so that it can be read on a line of another series."""


def write_names(axes: Axes, every: Sequence[Series], looks: Sequence[Look]) -> None:
    """Write the names of every series."""
    named = [
        (series, look)
        for series, look in zip(every, looks, strict=True)
        if series.mark in LINES and series.label and len(series.x)
    ]
    lines = _some(named)
    if len(lines) == 1 and len(every) == 1:
        said = filter(None, [axes.get_title("left"), lines[0][0].label])
        axes.set_title(", ".join(said), loc="left")
    else:
        _at_ends(axes, lines)
    if len(lines) < len(named):
        _beside(axes, f"{len(lines)} of {len(named)}\nlines named", (1, 0), SOFT, "top")
    _legend(axes, {series.mark for series in every if series.label}, inside=bool(lines))


def _legend(axes: Axes, marks: set[Mark], *, inside: bool) -> None:
    """The names of what is no line; beside the axes if they could be taken for points in them."""
    handles, labels = axes.get_legend_handles_labels()
    named: Any = [
        (handle, line(label, LONGEST)) for handle, label in zip(handles, labels, strict=True)
    ]
    if "stacked" in marks:
        axes.legend(**BESIDE, reverse=True)
    elif len(named) > 1 or (named and not inside):
        beside = BESIDE if marks & {"points", "crosses"} and not inside else {}
        axes.legend(*zip(*_some(named), strict=True), **beside)


def _some(named: Sequence[T]) -> Sequence[T]:
    """Those that have names, or of many some."""
    return evenly(named, MOST_NAMED)


def _at_ends(axes: Axes, lines: Sequence[tuple[Series, Look]]) -> None:
    """Each line's name where the line ends, moved a little where two would touch."""
    to_share = axes.transData + axes.transAxes.inverted()
    wide, high = _size(axes)
    ends = [(*to_share.transform(_end(axes, series)), series, look) for series, look in lines]
    ends.sort(key=lambda one: one[0])
    for near in _groups(ends, NEAR / wide):
        near.sort(key=lambda one: one[1])
        heights = apart(np.array([y for _, y, *_ in near]), GAP / high)
        for (x, _, series, look), y in zip(near, heights.tolist(), strict=True):
            name = line(series.label, LONGEST)
            _beside(axes, name, (x, y), look.ink, "center")


def _beside(axes: Axes, text: str, at: tuple[float, float], colour: Any, stands: Any) -> None:
    """Write `text` to the right of a place, which is given in shares of the axes."""
    axes.annotate(
        text, at, (4, 0), "axes fraction", "offset points", color=colour,
        verticalalignment=stands, bbox=PAPER, annotation_clip=False,
    )  # fmt: skip


def _size(axes: Axes) -> tuple[float, float]:
    """About the width and the height of the axes, in pixels of the page."""
    figure, place = axes.get_figure(), axes.get_position()
    assert isinstance(figure, Figure)
    wide, high = figure.get_size_inches() * POINTS
    return wide * place.width, high * place.height


def _groups(ends: Sequence[Any], near: float) -> Iterator[list[Any]]:
    """The ends that stand side by side: in each group none is far from the one before it."""
    group: list[Any] = []
    for end in ends:
        if group and end[0] - group[-1][0] >= near:
            yield group
            group = []
        group.append(end)
    if group:
        yield group


def apart(heights: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Heights in ascending order, moved until they are `gap` apart, all in all as little as can be.

    Those that touch stand around the mean of their own, and none on the lower axis or beyond.

    >>> apart(np.array([0.2, 0.5, 0.5]), 0.04).round(3).tolist()
    [0.2, 0.48, 0.52]
    """
    steps = gap * np.arange(len(heights))
    blocks: list[list[float]] = []  # the least squares with heights - steps ascending
    for height in (heights - steps).tolist():
        blocks.append([height])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    moved = np.concatenate([[np.mean(block)] * len(block) for block in blocks]) + steps
    held: NDArray[np.float64] = np.maximum(np.minimum(moved, 1 - steps[::-1]), steps + gap / 2)
    return held


def _end(axes: Axes, series: Series) -> tuple[float, float]:
    """The last point of a line that is drawn."""
    convert: Any = axes.convert_xunits  # words have places
    x, y = np.asarray(convert(np.asarray(series.x)), float), np.asarray(series.y, float)
    drawn = np.flatnonzero(np.isfinite(y) & ((y > 0) | (axes.get_yscale() != "log")))
    place = drawn[-1] if len(drawn) else -1
    return float(x[place]), float(y[place])
