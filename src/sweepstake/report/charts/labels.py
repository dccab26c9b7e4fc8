"""Labels inside a chart, and how all labels fit into the space that the layout leaves.

Numbers are written on top of bars if the bars are few and the numbers fit; the chart then needs no
vertical axis. The usual point is a larger dot, with its value where that covers nothing else. If
labels touch, they are broken into lines, or some ticks are removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import ceil, cos, pi, sin
from textwrap import fill
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import FixedFormatter, FixedLocator
from matplotlib.transforms import Bbox

from sweepstake.puzzle.display import Panel
from sweepstake.report.charts.look import (
    INK,
    LETTER,
    LINES,
    PAPER,
    POINTS,
    RULE,
    WHITE,
    Look,
    room,
    size,
    write,
)
from sweepstake.report.charts.texts import CLOUDS, Point, in_words, points_of
from sweepstake.report.charts.ticks import LEAST_PERCENT, MAX_NUMBERED_BARS
from sweepstake.report.words.phrases import of_unit
from sweepstake.text.shown import printable

NUMBER = "height"
"""The id that marks a bar's number among the texts of the axes."""
UNIT = "in percent"
RIM = 16.0
"""The margin beside axes without a vertical axis, in pixels of the page."""
HIGH = 17.0
"""The height of a number's line and of the gap below it, in pixels of the page."""
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
TICK_LETTER, TICK_GAP, MOST_LINES = 7.5, 4.0, 3
"""The width of a letter and the gap between labels, in pixels, and the most lines of a label."""


def write_heights(axes: Axes, panel: Panel) -> None:
    """Write each bar's number above the bar and above the points drawn at the same x.

    If a line runs through the bars, nothing is written.
    """
    drawn = [series for series in panel.series if series.mark not in CLOUDS]
    points = points_of(drawn[0]) if [series.mark for series in drawn] == ["bars"] else []
    if not 0 < len(points) <= MAX_NUMBERED_BARS:
        return
    letters = _slot(axes, [point.x for point in points]) / LETTER - 0.5
    fitting = (shown for shown in _numbers(panel, points) if _longest(shown[0]) <= letters)
    shown, unit = next(fitting, ([], ""))
    if not shown:
        return
    if unit:
        axes.set_title("\n".join(filter(None, [axes.get_title("left"), unit])), loc="left")
    texts = [fill(text, int(letters)) for text in shown]
    tops = _tops(panel)
    if not panel.log_y:
        _make_room(
            axes, [(tops[p.x], text.count("\n")) for p, text in zip(points, texts, strict=True)]
        )
    for point, text in zip(points, texts, strict=True):
        write(
            axes, text, (point.x, tops[point.x]), (0, 3), INK, fontsize=12, gid=NUMBER,
            fontweight="bold" if point.x == panel.usual else "normal",
            horizontalalignment="center", verticalalignment="bottom",
        )  # fmt: skip
    _show_axis(axes, False)


def _numbers(panel: Panel, points: Sequence[Point]) -> Iterator[tuple[list[str], str]]:
    """The numbers as texts, with a unit; for probabilities, a long version and a short one."""
    if not panel.is_share or max(point.y for point in points) < LEAST_PERCENT:
        yield [in_words(point, panel) for point in points], ""
        return
    yield [_in_percent(point, panel) for point in points], ""
    yield [_short(point.y) for point in points], UNIT


def _in_percent(point: Point, panel: Panel) -> str:
    """A probability in words; "<1%" or ">99%" if it is nearly 0 or 1, except at the usual x."""
    if 0 < point.y < LEAST_PERCENT and point.x != panel.usual:
        return "<1%"
    if 1 - LEAST_PERCENT < point.y < 1 and point.x != panel.usual:
        return ">99%"
    return in_words(point, panel)


def _short(share: float) -> str:
    """A probability in percent, without the sign.

    >>> [_short(share) for share in (1, 0.998, 0.9, 0.0375, 0.0001, 0)]
    ['100', '>99', '90', '3.8', '<.1', '0']
    """
    if 0 < share < 0.0005:
        return "<.1"
    percent = f"{100 * share:.1f}" if 0 < share < 0.1 else f"{100 * share:.0f}"
    return ">99" if percent == "100" and share < 1 else percent


def _longest(texts: Sequence[str]) -> int:
    return max(len(word) for text in texts for word in text.split())


def leave_out_touching(axes: Axes) -> bool:
    """Hide the numbers if any two touch in the final layout; True if they were hidden."""
    numbers = [text for text in axes.texts if text.get_gid() == NUMBER]
    boxes = [text.get_window_extent() for text in numbers]
    if not any(a.overlaps(b) for a, b in combinations(boxes, 2)):
        return False
    for text in numbers:
        text.set_visible(False)
    _show_axis(axes, True)
    return True


def _show_axis(axes: Axes, shown: bool) -> None:
    """Show the vertical axis and its grid, or else a line below the bars."""
    axes.yaxis.set_visible(shown)
    axes.spines["bottom"].set(visible=not shown, color=RULE)


def _slot(axes: Axes, xs: Sequence[object]) -> float:
    """About the distance between two bars, in pixels of the page."""
    convert: Any = axes.convert_xunits  # words have positions
    positions = sorted(float(convert(x)) for x in xs)
    low, most = axes.get_xlim()
    nearest = min((b - a for a, b in pairwise(positions)), default=most - low)
    return nearest / (most - low) * (room(axes) - RIM)  # there will be no vertical axis


def _tops(panel: Panel) -> dict[object, float]:
    """The greatest height drawn at each x, including intervals."""
    tops: dict[object, float] = {}
    for series in panel.series:
        for point in points_of(series):
            top = point.high if series.error is not None else point.y
            tops[point.x] = max(top, tops.get(point.x, top))
    return tops


def _make_room(axes: Axes, ends: Sequence[tuple[float, int]]) -> None:
    """Extend the axis if a number would leave it; `ends`: the bottom and the breaks of each."""
    (low, most), high = axes.get_ylim(), size(axes)[1]
    needed = (low + (end - low) / (1 - HIGH * (breaks + 1) / high) for end, breaks in ends)
    axes.set_ylim(low, max(most, *needed))


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
        axes, of_unit(in_words(point, panel), panel.unit), spot, (0, 0), look.ink,
        fontweight="bold", bbox=PAPER, gid=LABEL, zorder=6, horizontalalignment="center",
        in_layout=False,  # it stays within the axes or is left out
    )  # fmt: skip


def place_labels(axes: Axes) -> None:
    """Put the label where it is free, close to its dot and if need be in lines; or hide it."""
    room = _Room(axes)
    for label in (text for text in axes.texts if text.get_gid() == LABEL):
        whole = label.get_text()
        widths = range(len(whole), 0, -1)
        texts = dict.fromkeys(fill(whole, width, break_long_words=False) for width in widths)
        label.set_visible(any(_is_placed(label, text, room) for text in texts))


def _is_placed(label: Text, text: str, room: _Room) -> bool:
    """Put the label with this text at the nearest free position; False if there is none."""
    label.set_text(text)
    label.set_position((0, 0))
    box = label.get_window_extent()
    for across, along in _offsets(box, room.scale):
        if room.has(box.translated(across, along)):
            label.set_position((across / room.scale, along / room.scale))
            return True
    return False


def _offsets(box: Bbox, scale: float) -> Iterator[tuple[float, float]]:
    """How far to move the label from its dot, across and along, the nearest positions first."""
    for gap, (x, y) in product(GAPS, WAYS):
        far = max(abs(x), abs(y))
        yield x * (gap * scale + box.width / 2 / far), y * (gap * scale + box.height / 2 / far)


class _Room:
    """The inside of axes, without texts, lines, areas, and points with half of their sizes."""

    def __init__(self, axes: Axes) -> None:
        marks: list[Any] = [*axes.lines, *axes.patches, *axes.collections]
        self.inside, self.scale = axes.get_window_extent(), axes.figure.dpi / POINTS
        self.texts = [text.get_window_extent() for text in axes.texts if text.get_gid() != LABEL]
        self.paths = [
            (path.transformed(mark.get_transform()), not isinstance(mark, Line2D | LineCollection))
            for mark in marks
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
        place_labels(axes)


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
    if all(a.x1 + TICK_GAP <= b.x0 for a, b in pairwise(boxes)):
        return
    if isinstance(axes.xaxis.get_major_formatter(), FixedFormatter):
        _break(axes)
        return
    gap = min(b.x0 + b.x1 - a.x0 - a.x1 for a, b in pairwise(boxes)) / 2
    step = ceil((max(box.width for box in boxes) + TICK_GAP) / gap)
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
    width = max(1, int((room - TICK_GAP) / TICK_LETTER))
    shortened = "..." if width > len("...") else ""
    texts = [fill(text, width, max_lines=MOST_LINES, placeholder=shortened) for text in labels]
    axes.set_xticks(axes.get_xticks(), texts)
