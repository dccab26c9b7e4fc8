"""The charts of a plot, one for each panel, with the texts above and below them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

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
from sweepstake.report.story.phrases import sentence

Chart = dict[str, Any]
FEW = 16
"""A chart with at most so many places on its horizontal axis may stand beside another chart."""
NAME = re.compile(r" \(\w+\)$")
"""Matches a parameter's name in brackets at the end of an axis label."""


def charts(plot: Plot, panels: Sequence[Panel | Map], left_out: str = "") -> Iterator[Chart]:
    """The charts of `panels`; the texts that the plot declares are of the first."""
    for number, panel in enumerate(panels, 1):
        declared = plot if number == 1 else Plot(plot.name, plot.title, ())
        below = declared.note or note(panel), left_out if number == 1 else ""
        finding = declared.finding or panel.finding or title(panel)
        name = f"{plot.name}-{number}"
        yield {
            "name": name,
            "plot": plot.name,
            "title": finding,
            "sub": declared.sub or _sub(panel),
            "note": " ".join(filter(None, below)),
            "alt": declared.alt or _alt(panel, finding),
            "is_small": isinstance(panel, Panel)
            and len({x for s in panel.series for x in s.x}) <= FEW,
            **drawings(panel, name),
        }


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
        ends = _ends(points_of(shown), panel)
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


def _ends(points: Sequence[Point], panel: Panel) -> str:
    """The first, least, greatest and last value, or all if some share an x, each with its place."""
    by_place: dict[str, list[str]] = {}
    texts = {point: _value(point, panel) for point in points}
    for point, text in texts.items():
        by_place.setdefault(where(point.x, panel.y), []).append(text)
    if len(texts) > len(by_place):
        return "; ".join(f"{', '.join(all_of)} at {x}" for x, all_of in by_place.items())
    extremes = {choose(points, key=lambda point: point.y) for choose in (min, max) if points}
    ends = {*points[:1], *points[-1:], *extremes}
    shown = (f"{text} at {where(p.x, panel.y)}" for p, text in texts.items() if p in ends)
    return "; ".join(shown) or "nothing is drawn"


def _value(point: Point, panel: Panel) -> str:
    return panel.levels[int(point.y)] if panel.levels else in_words(point, panel.y)
