"""Marks the usual point of a chart: a larger dot, and its value where it covers nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import cos, pi, sin
from textwrap import fill
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from sweepstake.puzzle.display import Panel
from sweepstake.report.plots.heights import NUMBER
from sweepstake.report.plots.marks.look import LINES, WHITE, Look, write
from sweepstake.report.plots.names import PAPER, POINTS
from sweepstake.report.plots.titles import in_words, points_of
from sweepstake.report.story.phrases import of_unit

MARKS = (*LINES, "bars", "points")
SIZE = 9
"""The size of the dot in pixels of the page; other dots have 6."""
LABEL = "usual"
"""The id that marks the label among the texts of the axes."""
GAPS = (9.0, 15.0, 22.0, 30.0)
"""Gaps between the dot and its label to try, in pixels of the page; larger gaps would mislead."""
WAYS = [
    (sin(turn * pi / 8), cos(turn * pi / 8)) for turn in sorted(range(-7, 9), key=lambda k: abs(k))
]
"""The directions from the dot to its label to try, upward ones first."""


def mark_usual(axes: Axes, panel: Panel, looks: list[Look]) -> None:
    """Draw the dot and the label of the usual point on the coloured line.

    A bar gets no dot, and no label if the bars have numbers.
    """
    if panel.usual is None or any(text.get_gid() == NUMBER for text in axes.texts):
        return
    lines = [look for look in looks if look.series.mark in MARKS and not look.series.like]
    look = next((line for line in lines if line.series.usual), next(iter(lines), None))
    at = [point for point in points_of(look.series) if point.x == panel.usual] if look else []
    if look is None or not at or (panel.log_y and at[0].y <= 0):
        return
    point, series = at[0], look.series
    spot: Any = (point.x, point.y)
    look = look.sampled if dict(zip(series.x, series.sampled, strict=True))[point.x] else look
    if series.mark != "bars":
        axes.plot(
            *([end] for end in spot), look.marker, color=look.colour, markersize=SIZE, zorder=5,
            markerfacecolor=WHITE if look.hollow else look.colour, markeredgewidth=2,
        )  # fmt: skip
    write(
        axes, of_unit(in_words(point, panel.y), panel.unit), spot, (0, 0), look.ink,
        fontweight="bold", bbox=PAPER, gid=LABEL, zorder=6, horizontalalignment="center",
        in_layout=False,  # it stays within the axes or is left out
    )  # fmt: skip


def settle(axes: Axes) -> None:
    """Put the label at the nearest free place beside its dot, if need be in lines; or hide it."""
    room = _Room(axes)
    for label in (text for text in axes.texts if text.get_gid() == LABEL):
        whole = label.get_text()
        widths = range(len(whole), 0, -1)
        texts = dict.fromkeys(fill(whole, width, break_long_words=False) for width in widths)
        label.set_visible(any(_is_settled(label, text, room) for text in texts))


def _is_settled(label: Text, text: str, room: _Room) -> bool:
    """Put the label with this text at the nearest free place; False if there is none."""
    label.set_text(text)
    label.set_position((0, 0))
    box = label.get_window_extent()
    for across, along in _places(box, room.scale):
        if room.has(box.translated(across, along)):
            label.set_position((across / room.scale, along / room.scale))
            return True
    return False


def _places(box: Bbox, scale: float) -> Iterator[tuple[float, float]]:
    """How far to move the label from its dot, across and along, the nearest places first."""
    for gap, (x, y) in product(GAPS, WAYS):
        far = max(abs(x), abs(y))
        yield x * (gap * scale + box.width / 2 / far), y * (gap * scale + box.height / 2 / far)


class _Room:
    """The inside of axes, without texts, lines, areas, and points with half of their sizes."""

    def __init__(self, axes: Axes) -> None:
        every: list[Any] = [*axes.lines, *axes.patches, *axes.collections]
        self.inside, self.scale = axes.get_window_extent(), axes.figure.dpi / POINTS
        self.texts = [text.get_window_extent() for text in axes.texts if text.get_gid() != LABEL]
        self.paths = [
            (path.transformed(mark.get_transform()), not isinstance(mark, Line2D | LineCollection))
            for mark in every
            for path in (mark.get_paths() if isinstance(mark, Collection) else [mark.get_path()])
            if mark.get_linestyle() != "None"
        ]
        self.points = [
            (line.get_transform().transform(line.get_xydata()), line.get_markersize() / 2)
            for line in axes.lines
            if line.get_marker() != "None"
        ]

    def has(self, box: Bbox) -> bool:
        """True if `box` is inside and touches nothing."""
        if self.inside.count_contains(box.corners()) < 4 or box.count_overlaps(self.texts):
            return False
        box = box.padded(self.scale)
        if any(path.intersects_bbox(box, filled=filled) for path, filled in self.paths):
            return False
        return not any(
            box.padded(self.scale * half).count_contains(spots) for spots, half in self.points
        )
