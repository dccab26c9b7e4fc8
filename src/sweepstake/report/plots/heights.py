"""Writes numbers on top of bars if the bars are few and the numbers fit.

A chart with these numbers doesn't need a vertical axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from textwrap import fill
from typing import Any

from matplotlib.axes import Axes

from sweepstake.puzzle.display import Panel
from sweepstake.report.plots.marks.look import INK, RULE, write
from sweepstake.report.plots.names import LETTER, room, size
from sweepstake.report.plots.notes import CLOUDS
from sweepstake.report.plots.ticks import LEAST_PERCENT, MOST_BARS
from sweepstake.report.plots.titles import SHARE, Point, in_words, points_of

NUMBER = "height"
"""The id that marks such a number among the texts of the axes."""
UNIT = "in percent"
RIM = 16.0
"""The margin beside axes without a vertical axis, in pixels of the page."""
HIGH = 17.0
"""The height of a number's line and of the gap below it, in pixels of the page."""


def write_heights(axes: Axes, panel: Panel) -> None:
    """Write each bar's number above the bar and above the points drawn at the same place.

    If a line runs through the bars, nothing is written.
    """
    drawn = [series for series in panel.series if series.mark not in CLOUDS]
    points = points_of(drawn[0]) if [series.mark for series in drawn] == ["bars"] else []
    if not 0 < len(points) <= MOST_BARS:
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
    if not SHARE.fullmatch(panel.y) or max(point.y for point in points) < LEAST_PERCENT:
        yield [in_words(point, panel.y) for point in points], ""
        return
    yield [_in_percent(point, panel) for point in points], ""
    yield [_short(point.y) for point in points], UNIT


def _in_percent(point: Point, panel: Panel) -> str:
    """A probability in words; "<1%" or ">99%" if it is nearly 0 or 1, except at the usual place."""
    if 0 < point.y < LEAST_PERCENT and point.x != panel.usual:
        return "<1%"
    if 1 - LEAST_PERCENT < point.y < 1 and point.x != panel.usual:
        return ">99%"
    return in_words(point, panel.y)


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


def _slot(axes: Axes, every: Sequence[object]) -> float:
    """About the distance between two bars, in pixels of the page."""
    convert: Any = axes.convert_xunits  # words have places
    places = sorted(float(convert(x)) for x in every)
    low, most = axes.get_xlim()
    nearest = min((b - a for a, b in pairwise(places)), default=most - low)
    return nearest / (most - low) * (room(axes) - RIM)  # there will be no vertical axis


def _tops(panel: Panel) -> dict[object, float]:
    """The greatest height drawn at each place, including intervals."""
    tops: dict[object, float] = {}
    for series in panel.series:
        for point in points_of(series):
            top = point.high if series.error is not None else point.y
            tops[point.x] = max(top, tops.get(point.x, top))
    return tops


def _make_room(axes: Axes, ends: Sequence[tuple[float, int]]) -> None:
    """Extend the axis if a number would leave it; `ends` has each one's bottom and line breaks."""
    (low, most), high = axes.get_ylim(), size(axes)[1]
    needed = (low + (end - low) / (1 - HIGH * (breaks + 1) / high) for end, breaks in ends)
    axes.set_ylim(low, max(most, *needed))
