"""The charts of a plot, one for each panel, with the texts above and below them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isfinite

from sweepstake.puzzle.display import Map, Panel, Plot
from sweepstake.report.plots.inline import drawings
from sweepstake.report.plots.marks.maps import in_cell
from sweepstake.report.plots.notes import note
from sweepstake.report.plots.titles import (
    Point,
    chances_in_words,
    highlighted,
    in_words,
    points_of,
    title,
    where,
)
from sweepstake.report.story.items import Chart
from sweepstake.report.story.phrases import sentence

FEW = 16
"""A chart with at most so many places on its horizontal axis may stand beside another chart."""
NAME = re.compile(r" \(\w+\)$")
"""Matches a parameter's name in brackets at the end of an axis label."""


def charts(plot: Plot, panels: Sequence[Panel | Map], left_out: str = "") -> Iterator[Chart]:
    """The charts of `panels`; the note of the first ends with `left_out`."""
    for number, panel in enumerate(panels, 1):
        first = number == 1
        name = f"{plot.name}-{number}"
        below = f"{(first and plot.note) or note(panel)} {left_out if first else ''}".strip()
        finding = (first and plot.finding) or panel.finding or title(panel)
        yield Chart(
            name,
            finding,
            (first and plot.sub) or _sub(panel),
            below,
            (first and plot.alt) or _alt(panel, finding),
            **drawings(panel, name),
            is_small=isinstance(panel, Panel)
            and len({x for s in panel.series for x in s.x}) <= FEW,
        )


def _sub(panel: Panel | Map) -> str:
    """The line above a chart: the vertical axis, the horizontal axis, and the panel's title."""
    if isinstance(panel, Map):
        return sentence(f"{chances_in_words(panel.title)}, by {panel.x} and {panel.y}")
    x = NAME.sub("", panel.x)
    by = f"{panel.y}, by {x}" if panel.x and panel.y else panel.y or x
    of = "" if panel.title.startswith("by ") else panel.title  # the axis says it already
    return sentence(chances_in_words(f"{by}: {of}" if of and by else by or of))


def _alt(panel: Panel | Map, finding: str) -> str:
    """The alt text, with the first, least, greatest and last value of the highlighted series."""
    parts = [finding, _sub(panel)]
    if isinstance(panel, Map):
        parts.append(_cells(panel))
    elif shown := highlighted(drawn := [s for s in panel.series if len(s.x)]):
        ends = _ends(points_of(shown), panel.y, panel.levels)
        alone = all(series.like or not series.label for series in drawn if series is not shown)
        parts.append(ends if alone or not shown.label else f"{shown.label}: {ends}")
    return ". ".join(text.rstrip(".") for text in parts if text) + "."


def _cells(panel: Map) -> str:
    """The least and the greatest number of a heat map, each with its column and its row."""
    cells = [
        (value, f"{in_cell(panel, value)} at {column}, {row}")
        for row, values in zip(panel.rows, panel.values, strict=True)
        for column, value in zip(panel.columns, values, strict=True)
        if isfinite(value)
    ]
    ends = [choose(cells, key=lambda cell: cell[0])[1] for choose in (min, max) if cells]
    return "; ".join(dict.fromkeys(ends))


def _ends(points: Sequence[Point], y: str, levels: Sequence[str]) -> str:
    """The first, least, greatest and last value, or all if some share an x, each with its place.

    The least and the greatest value are left out if their text equals that of an end.
    """
    if not points:
        return "nothing is drawn"
    by_place: dict[str, list[str]] = {}
    for point in points:
        text = levels[int(point.y)] if levels else in_words(point, y)
        by_place.setdefault(where(point.x, y), []).append(text)
    if len(points) > len(by_place):
        return "; ".join(f"{', '.join(all_of)} at {x}" for x, all_of in by_place.items())
    by_words = {in_words(point, y): point for point in (points[-1], points[0])}
    for choose in (min, max):
        point = choose(points, key=lambda point: point.y)
        by_words.setdefault(in_words(point, y), point)
    shown = {points[0], points[-1], *by_words.values()}
    return "; ".join(
        f"{in_words(point, y)} at {where(point.x, y)}" for point in points if point in shown
    )
