"""The labels inside a chart, written into the space that the layout leaves.

Each line has its name at its end. Numbers stand on top of bars if these are few and the numbers
fit; the chart then needs no vertical axis. The usual point is a larger dot, with its value at the
nearest place where nothing is drawn. Words below the axes are broken into lines that fit side by
side; of numbers, some are left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from math import ceil
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from sweepstake.puzzle.display import Map, Panel, Series
from sweepstake.report.charts.look import (
    INK,
    LETTER,
    LINES,
    PAPER,
    POINTS,
    RULE,
    WHITE,
    Look,
    apart,
    is_named,
    looks,
    room,
    size,
    write,
)
from sweepstake.report.charts.texts import CLOUDS, Point, in_words, points_of
from sweepstake.report.charts.ticks import LEAST_PERCENT, MAX_NUMBERED_BARS, words_of
from sweepstake.report.words.phrases import of_unit
from sweepstake.text.shown import evenly, line

NAME, NUMBER, LABEL = "name", "height", "usual"
"""The ids of the names of lines, the numbers of bars and the label of the usual point."""
MOST_NAMED = 6
"""The most lines that get names."""
LONGEST, NAME_SHARE = 40, 0.4
"""The most letters of a name, which may contain a long list, and its largest share of the width."""
NAME_GAP = 15.0
"""The vertical gap between the names of two lines, in pixels of the page."""
UNIT = "in percent"
MARGIN = 16.0
"""The margin beside axes without a vertical axis, in pixels of the page."""
HIGH = 17.0
"""The height of a number's line and of the gap below it, in pixels of the page."""
MARKS = (*LINES, "bars", "points")
SIZE = 9
"""The size of the dot in pixels of the page; other dots have 6."""
RIM, FAR = 2, 30.0
"""The rim of a label, which is free, and the greatest gap to its dot, in pixels of the page."""
ASIDE, BELOW = 0.05, 3.0
"""Pixels that a place above the dot may be farther than one aside (each pixel of it) or below."""
LIGHT = 0xD0
"""Pixels with a darker colour are ink; lighter ones are paper or lines of the grid."""
NARROW, GAP, MOST_LINES = 1.0, 3.0, 3
"""The least gap between numbers of bars and between labels below the axes, in pixels of the page,
and the most lines of such a label."""


def write_names(axes: Axes, looks: Sequence[Look]) -> None:
    """Write the name of every series that the note below the chart does not name."""
    all_series = [look.series for look in looks]
    named = [
        look
        for look in looks
        if is_named(all_series, look.series) and look.series.label and not look.series.like
        if len(look.series.x)
    ]
    if len(all_series) == 1 and named:
        above = axes.get_title("left"), _name(axes, named[0])
        axes.set_title(", ".join(filter(None, above)), loc="left")
        return
    lines = evenly(named, MOST_NAMED)
    if len(lines) < len(named):
        left_out = f"{len(lines)} of {len(named)} lines have their names"
        axes.set_xlabel("\n".join(filter(None, [axes.get_xlabel(), left_out])))
    to_share = axes.transData + axes.transAxes.inverted()
    how = {"xycoords": "axes fraction", "bbox": PAPER, "annotation_clip": False, "gid": NAME}
    for look in lines:
        end = to_share.transform(_end(axes, look.series))
        write(axes, _name(axes, look), end, (7, 0), look.ink, **how)


def _name(axes: Axes, look: Look) -> str:
    """The name of a series, shortened to fit beside the axes."""
    return line(look.series.label, min(LONGEST, int(NAME_SHARE * room(axes) / LETTER)))


def _end(axes: Axes, series: Series) -> tuple[float, float]:
    """The last point of a line that can be drawn."""
    convert: Any = axes.convert_xunits  # words have positions
    x, y = np.asarray(convert(np.asarray(series.x)), float), np.asarray(series.y, float)
    drawn = np.flatnonzero(np.isfinite(y) & ((y > 0) | (axes.get_yscale() != "log")))
    index = drawn[-1] if len(drawn) else -1
    return float(x[index]), float(y[index])


def _spread_names(axes: Axes) -> None:
    """Move names that stand in one column up or down, as little as needed for none to touch."""
    names: list[Any] = [text for text in axes.texts if text.get_gid() == NAME]
    columns: list[list[tuple[Bbox, Any]]] = []
    for box, name in sorted(((n.get_window_extent(), n) for n in names), key=lambda n: n[0].x0):
        if not columns or box.x0 > max(other.x1 for other, _ in columns[-1]):
            columns.append([])
        columns[-1].append((box, name))
    for column in columns:
        rising = sorted((name for _, name in column), key=lambda name: name.xy[1])
        heights = np.array([name.xy[1] for name in rising])
        moved = apart(heights, NAME_GAP / axes.get_window_extent().height)
        for name, height in zip(rising, moved.tolist(), strict=True):
            name.xy = name.xy[0], height


def _write_heights(axes: Axes, panel: Panel) -> None:
    """Write each bar's number above the bar and above the points drawn at the same x.

    If a line runs through the bars, or if the numbers are too wide, nothing is written.
    """
    drawn = [series for series in panel.series if series.mark not in CLOUDS]
    points = points_of(drawn[0]) if [series.mark for series in drawn] == ["bars"] else []
    if not 0 < len(points) <= MAX_NUMBERED_BARS:
        return
    texts, unit = _fitting(axes, panel, points)
    if not texts:
        return
    if unit:
        axes.set_title("\n".join(filter(None, [axes.get_title("left"), unit])), loc="left")
    tops = _tops(panel)
    if not panel.log_y:
        low, high = axes.get_ylim()[0], size(axes)[1]
        lines = [1 + text.count("\n") for text in texts]
        needed = [
            low + (tops[point.x] - low) / (1 - HIGH * count / high)
            for point, count in zip(points, lines, strict=True)
        ]
        axes.set_ylim(low, max(axes.get_ylim()[1], *needed))
    for point, text in zip(points, texts, strict=True):
        write(
            axes, text, (point.x, tops[point.x]), (0, 3), INK, fontsize=12, gid=NUMBER,
            fontweight="bold" if point.x == panel.usual else "normal",
            horizontalalignment="center", verticalalignment="bottom",
        )  # fmt: skip
    axes.yaxis.set_visible(False)
    axes.spines["bottom"].set(visible=True, color=RULE)


def _fitting(axes: Axes, panel: Panel, points: Sequence[Point]) -> tuple[list[str], str]:
    """The numbers in lines that fit above the bars, and their unit; no numbers if none fit."""
    convert: Any = axes.convert_xunits  # words have positions
    positions = sorted(float(convert(point.x)) for point in points)
    low, most = axes.get_xlim()
    nearest = min((b - a for a, b in pairwise(positions)), default=most - low)
    slot = nearest / (most - low) * (room(axes) - MARGIN) - NARROW
    probe = axes.text(0, 0, "", fontsize=12)
    fitting: tuple[list[str], str] = [], ""
    for numbers, unit in _numbers(panel, points):
        texts = [_in_lines(probe, number, slot) for number in numbers]
        if [text.split() for text in texts] == [number.split() for number in numbers]:
            fitting = texts, unit
            break
    probe.remove()
    return fitting


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


def _tops(panel: Panel) -> dict[object, float]:
    """The greatest height drawn at each x, including intervals."""
    tops: dict[object, float] = {}
    for series in panel.series:
        for point in points_of(series):
            top = point.high if series.error is not None else point.y
            tops[point.x] = max(top, tops.get(point.x, top))
    return tops


def _mark_usual(axes: Axes, panel: Panel) -> None:
    """Draw the dot and the label of the usual point on the coloured line.

    A bar gets no dot, and no label if the bars have numbers.
    """
    if panel.usual is None or any(text.get_gid() == NUMBER for text in axes.texts):
        return
    lines = [
        look for look in looks(panel.series) if look.series.mark in MARKS and not look.series.like
    ]
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
    label = write(
        axes, of_unit(in_words(point, panel), panel.unit), spot, (0, 0), look.ink,
        fontweight="bold", gid=LABEL, zorder=6, visible=False,
        horizontalalignment="center", verticalalignment="center",
    )  # fmt: skip
    _place(axes, label)


def _place(axes: Axes, label: Any) -> None:
    """Show the label at the nearest free place, if need be in several lines; or else hide it."""
    whole, ink, x = label.get_text(), _ink(axes), label.convert_xunits(label.xy[0])
    dot = axes.transData.transform((x, label.xy[1])) - axes.get_window_extent().min
    for letters in range(len(whole), 0, -1):
        label.set(text=fill(whole, letters, break_long_words=False), visible=True)
        box = label.get_window_extent()
        if (offset := _nearest(ink, box.width, box.height, *dot)) is not None:
            label.set_position(offset)
            return
    label.set_visible(False)


def _ink(axes: Axes) -> NDArray[np.bool_]:
    """The pixels inside the axes on which something is drawn, from the lowest row to the top."""
    figure: Any = axes.figure
    file, (left, low, right, top) = BytesIO(), map(round, axes.get_window_extent().extents)
    figure.savefig(file, format="rgba", dpi=POINTS, facecolor=WHITE)
    pixels = np.frombuffer(file.getvalue(), np.uint8).reshape(round(figure.bbox.height), -1, 4)
    is_dark: NDArray[np.bool_] = pixels[::-1, :, :3].min(axis=2) < LIGHT
    return is_dark[low:top, left:right]


def _nearest(
    ink: NDArray[np.bool_], width: float, height: float, x: float, y: float
) -> tuple[float, float] | None:
    """How far the centre of the nearest free box of this size is from (x, y); None if far."""
    wide, high = ceil(width) + 2 * RIM, ceil(height) + 2 * RIM
    sums = np.pad(ink.cumsum(0, int).cumsum(1), ((1, 0), (1, 0)))
    covered = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    row, column = np.nonzero(covered == 0)
    along, across = row + high / 2 - y, column + wide / 2 - x
    gap = np.hypot((abs(along) - height / 2).clip(0), (abs(across) - width / 2).clip(0))
    cost = np.where(gap > FAR, np.inf, gap + ASIDE * abs(across) + BELOW * (along < 0))
    best = np.argmin(cost) if len(cost) else 0
    return (float(across[best]), float(along[best])) if len(cost) and cost[best] < np.inf else None


def fit(drawn: Mapping[Axes, Panel | Map]) -> None:
    """Write what depends on the space that the layout leaves into axes that have their panels."""
    figure: Any = next(iter(drawn)).figure
    dpi, figure.dpi = figure.dpi, POINTS  # so pixels are those of the page
    _lay_out(figure)
    for axes, panel in drawn.items():
        if isinstance(panel, Panel):
            _write_heights(axes, panel)
        _write_below(axes, panel)
        _break_names(axes, figure.bbox.width)
    _lay_out(figure)  # because the axes may have moved
    figure.set_layout_engine("none")
    for axes, panel in drawn.items():
        _spread_names(axes)
        if isinstance(panel, Panel):
            _mark_usual(axes, panel)
    figure.dpi = dpi


def _lay_out(figure: Any) -> None:
    """Place the axes and their labels, as drawing the figure would do."""
    figure.get_layout_engine().execute(figure)
    for axes in figure.axes:
        axes.get_xticklabels(), axes.get_yticklabels()  # which places them


def _write_below(axes: Axes, panel: Panel | Map) -> None:
    """Write the words below `axes` in lines side by side; leave out numbers that would touch."""
    if words := words_of(panel):
        slot, step = axes.get_window_extent().width / len(words), 1
        probe = axes.text(0, 0, max(words, key=len), fontsize=12)
        if all(word.lstrip("-").isdecimal() for word in words):
            step = ceil((probe.get_window_extent().width + GAP) / slot)
        texts = [_in_lines(probe, word, step * slot - GAP, MOST_LINES) for word in words[::step]]
        axes.set_xticks(axes.get_xticks()[::step], texts)
        probe.remove()
        return
    low, high = sorted(axes.get_xlim())
    ticks = [tick for tick in axes.xaxis.get_major_ticks() if low <= tick.get_loc() <= high]
    boxes = [tick.label1.get_window_extent() for tick in ticks]
    if any(a.x1 + GAP > b.x0 for a, b in pairwise(boxes)):
        gap = min(b.x0 + b.x1 - a.x0 - a.x1 for a, b in pairwise(boxes)) / 2
        step = ceil((max(box.width for box in boxes) + GAP) / gap)
        axes.xaxis.set_major_locator(FixedLocator([tick.get_loc() for tick in ticks][::step]))


def _break_names(axes: Axes, wide: float) -> None:
    """Break the name below the axes and the title above into lines that stay in the figure."""
    name, above = axes.xaxis.label, axes.set_title(axes.get_title("left"), loc="left")
    box = name.get_window_extent()
    centre = (box.x0 + box.x1) / 2
    for text, width in (
        (name, 2 * min(centre, wide - centre)),
        (above, wide - above.get_window_extent().x0),
    ):
        lines = [_in_lines(text, whole, width) for whole in text.get_text().split("\n")]
        text.set_text("\n".join(lines))


def _in_lines(label: Text, text: str, width: float, most: int | None = None) -> str:
    """The text in lines that are at most `width` pixels wide in the font of `label`.

    If it needs more than `most` lines, it is shortened. A word that needs several has equal parts.
    """

    def lines(letters: int) -> str:
        short = "..." * (letters > len("..."))
        return fill(text, letters, max_lines=most, placeholder=short)

    def fits(letters: int) -> bool:
        label.set_text(lines(letters))
        return bool(label.get_window_extent().width <= width)

    letters = bisect_left(range(1, len(text) + 1), True, key=lambda letters: not fits(letters))
    if not letters or " " in text or len(text) > letters * (most or 1):
        return lines(max(letters, 1)) if text else ""
    return fill(text, ceil(len(text) / ceil(len(text) / letters)))
