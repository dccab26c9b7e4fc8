"""The usual point of a chart: a larger dot, and its value where it touches nothing."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

from sweepstake.puzzle.display import Panel
from sweepstake.report.plots.heights import NUMBER
from sweepstake.report.plots.marks import LINES, WHITE, Look
from sweepstake.report.plots.names import PAPER
from sweepstake.report.plots.titles import in_words, points_of
from sweepstake.report.story.phrases import of_unit

MARKS = (*LINES, "bars", "points")
SIZE = 9
"""Of the dot, in pixels of the page; others have 6."""
LABEL = "usual"
"""The id of the label among the texts of its axes."""
PLACES: Any = (
    ((0, 10), "center", "bottom"), ((-8, 7), "right", "bottom"), ((8, 7), "left", "bottom"),
    ((0, -10), "center", "top"), ((8, -7), "left", "top"), ((-8, -7), "right", "top"),
    ((0, 24), "center", "bottom"), ((0, -24), "center", "top"), ((0, 24), "right", "bottom"),
)  # fmt: skip
"""Where the label may stand beside the dot, the best place first."""


def mark_usual(axes: Axes, panel: Panel, looks: list[Look]) -> None:
    """Draw the dot and the label of the usual place, upon the line that has a colour.

    A bar has no dot, and no label beside the numbers of bars.
    """
    if panel.usual is None or any(text.get_gid() == NUMBER for text in axes.texts):
        return
    lines = [
        (series, look)
        for series, look in zip(panel.series, looks, strict=True)
        if series.mark in MARKS and not series.like
    ]
    series, look = next((line for line in lines if line[0].usual), next(iter(lines), (None, None)))
    at = [point for point in points_of(series) if point.x == panel.usual] if series else []
    if series is None or not at or look is None or (panel.log_y and at[0].y <= 0):
        return
    [point, *_] = at
    spot: Any = (point.x, point.y)
    look = look.sampled if dict(zip(series.x, series.sampled, strict=True))[point.x] else look
    if series.mark != "bars":
        axes.plot(
            *([end] for end in spot), look.marker, color=look.colour, markersize=SIZE, zorder=5,
            markerfacecolor=WHITE if look.hollow else look.colour, markeredgewidth=2,
        )  # fmt: skip
    number = in_words(point, panel.y)
    axes.annotate(
        of_unit(number, panel.unit), spot, (0, 0), textcoords="offset points", color=look.ink,
        fontweight="bold", bbox=PAPER, gid=LABEL, zorder=6, label=number,
        in_layout=False,  # it stands in the axes or is left out
    )  # fmt: skip


def labels(axes: Axes) -> list[Annotation]:
    """The label of the usual point, if `axes` has one."""
    texts = [text for text in axes.texts if text.get_gid() == LABEL]
    return [text for text in texts if isinstance(text, Annotation)]


def settle(axes: Axes) -> None:
    """Put the label where it leaves the axes and other words alone and crosses the fewest lines.

    Where there is no such place it has no unit, or two lines, and else the dot has no label.
    """
    for label in labels(axes):
        number = str(label.get_label())
        in_lines = number.replace(" in ", "\nin ")
        label.set_visible(
            any(_settled(axes, label, text) for text in (label.get_text(), number, in_lines))
        )


def _settled(axes: Axes, label: Annotation, text: str) -> bool:
    """Put the label in the best place, with this text; False if there is none."""
    label.set_text(text)
    others = [text.get_window_extent() for text in axes.texts if text is not label]
    free = []
    for rank, place in enumerate(PLACES):
        _put(label, place)
        box = label.get_window_extent()
        if _inside(box, axes.get_window_extent()) and not box.count_overlaps(others):
            free.append((_crossed(axes, box), rank))
    if free:
        _put(label, PLACES[min(free)[1]])
    return bool(free)


def _put(label: Annotation, place: Any) -> None:
    offset, across, along = place
    label.set_position(offset)
    label.set_horizontalalignment(across)
    label.set_verticalalignment(along)


def _inside(box: Bbox, room: Bbox) -> bool:
    return bool(room.x0 <= box.x0 and box.x1 <= room.x1 and room.y0 <= box.y0 and box.y1 <= room.y1)


def _crossed(axes: Axes, box: Bbox) -> int:
    """How many lines and edges of bars go through `box`."""
    drawn: list[Any] = [*axes.lines, *axes.patches]
    paths = [mark.get_path().transformed(mark.get_transform()) for mark in drawn]
    return sum(path.intersects_bbox(box, filled=False) for path in paths)
