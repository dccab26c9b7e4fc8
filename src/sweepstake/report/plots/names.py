"""The names of lines at their ends, of anything else in a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from sweepstake.puzzle.display import Mark, Series
from sweepstake.report.plots.marks import COLOURS, Look
from sweepstake.text.shown import evenly, line

T = TypeVar("T")
LINES = ("line", "steps", "joined")
MOST_NAMED = 6
"""Lines that have their names, where there are more than there are colours."""
LONGEST = 60
"""Letters of a name, which may have a long list in it."""
CONTRAST = 4.5
GAP = 0.042
"""Between the names of two lines, as a share of the height of the axes..."""
NEAR = 0.15
"""... if they are as near as this, as a share of its width."""
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
        _beside(axes, f"{len(lines)} of {len(named)}\nlines named", (1, 0), "#555555", "top")
    _legend(axes, {series.mark for series in every if series.label}, inside=bool(lines))


def _legend(axes: Axes, marks: set[Mark], *, inside: bool) -> None:
    """The names of what is no line; beside the axes if they could be taken for points in them."""
    handles, labels = axes.get_legend_handles_labels()
    named: Any = [
        (handle, line(label, LONGEST)) for handle, label in zip(handles, labels, strict=True)
    ]
    if "stacked" in marks:
        axes.legend(**BESIDE, reverse=True)
    elif named:
        beside = BESIDE if marks & {"points", "crosses"} and not inside else {}
        axes.legend(*zip(*_some(named), strict=True), **beside)


def _some(named: Sequence[T]) -> Sequence[T]:
    """All that have names, or of more than there are colours some."""
    return named if len(named) <= len(COLOURS) else evenly(named, MOST_NAMED)


def _at_ends(axes: Axes, lines: Sequence[tuple[Series, Look]]) -> None:
    """Each line's name where the line ends, moved a little where two would touch."""
    to_share = axes.transData + axes.transAxes.inverted()
    ends = [(*to_share.transform(_end(axes, series)), series, look) for series, look in lines]
    ends.sort(key=lambda one: one[0])
    for near in _groups(ends):
        near.sort(key=lambda one: one[1])
        heights = apart(np.array([y for _, y, *_ in near]))
        for (x, _, series, look), y in zip(near, heights.tolist(), strict=True):
            name = line(series.label, LONGEST)
            _beside(axes, name, (x, y), readable(look.colour), "center")


def _beside(axes: Axes, text: str, at: tuple[float, float], colour: Any, stands: Any) -> None:
    """Write `text` to the right of a place, which is given in shares of the axes."""
    axes.annotate(
        text, at, (4, 0), "axes fraction", "offset points", color=colour,
        verticalalignment=stands, fontsize=8.5, bbox=PAPER, annotation_clip=False,
    )  # fmt: skip


def readable(colour: Any) -> tuple[float, float, float]:
    """A colour, darkened until text of it on white has the contrast that WCAG 2 asks for: 4.5.

    >>> from matplotlib.colors import to_hex
    >>> readable("#0072B2") == to_rgb("#0072B2"), to_hex(readable("#E69F00"))
    (True, '#996900')
    """
    red, green, blue = to_rgb(colour)
    while 1.05 / (_luminance(red, green, blue) + 0.05) < CONTRAST:
        red, green, blue = 0.95 * red, 0.95 * green, 0.95 * blue
    return red, green, blue


def _luminance(*parts: float) -> float:
    """The relative luminance of red, green and blue, by sRGB."""
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def _groups(ends: Sequence[Any]) -> Iterator[list[Any]]:
    """The ends that stand side by side: in each group none is far from the one before it."""
    group: list[Any] = []
    for end in ends:
        if group and end[0] - group[-1][0] >= NEAR:
            yield group
            group = []
        group.append(end)
    if group:
        yield group


def apart(heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Heights in ascending order, moved until they are GAP apart, all in all as little as can be.

    Those that touch stand around the mean of their own, and none on the lower axis or beyond.

    >>> apart(np.array([0.2, 0.5, 0.5])).round(3).tolist()
    [0.2, 0.479, 0.521]
    """
    steps = GAP * np.arange(len(heights))
    blocks: list[list[float]] = []  # the least squares with heights - steps ascending
    for height in (heights - steps).tolist():
        blocks.append([height])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    moved = np.concatenate([[np.mean(block)] * len(block) for block in blocks]) + steps
    held: NDArray[np.float64] = np.maximum(np.minimum(moved, 1 - steps[::-1]), steps + GAP / 2)
    return held


def _end(axes: Axes, series: Series) -> tuple[float, float]:
    """The last point of a line that is drawn."""
    convert: Any = axes.convert_xunits  # words have places
    x, y = np.asarray(convert(np.asarray(series.x)), float), np.asarray(series.y, float)
    drawn = np.flatnonzero(np.isfinite(y) & ((y > 0) | (axes.get_yscale() != "log")))
    place = drawn[-1] if len(drawn) else -1
    return float(x[place]), float(y[place])
