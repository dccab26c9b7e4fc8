"""Where a label would cover what is drawn."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

POINTS = 72
"""Of an inch: a point of text is a pixel of the page."""


class Marks:
    """What is drawn in axes: lines and areas, and marks of points with half of their sizes."""

    def __init__(self, axes: Axes) -> None:
        every: list[Any] = [*axes.lines, *axes.patches, *axes.collections]
        self.paths = [
            (path.transformed(mark.get_transform()), not isinstance(mark, Line2D | LineCollection))
            for mark in every
            for path in (mark.get_paths() if isinstance(mark, Collection) else [mark.get_path()])
            if mark.get_linestyle() != "None"
        ]
        scale = axes.figure.dpi / POINTS / 2
        self.points = [
            (line.get_transform().transform(line.get_xydata()), scale * line.get_markersize())
            for line in axes.lines
            if line.get_marker() != "None"
        ]

    def touch(self, box: Bbox) -> bool:
        """Does anything touch `box`?"""
        if any(path.intersects_bbox(box, filled=filled) for path, filled in self.paths):
            return True
        return any(box.padded(half).count_contains(spots) for spots, half in self.points)
