"""The charts of a plot, a panel each, with what is said above and below them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sweepstake.puzzle.display import Map, Panel, Plot, Series
from sweepstake.report.plots.inline import drawings
from sweepstake.report.plots.notes import note
from sweepstake.report.plots.titles import highlighted, place, title
from sweepstake.report.story.item import Chart
from sweepstake.report.story.phrases import sentence
from sweepstake.text import words

FEW = 16
"""Places on the horizontal axis up to which a chart may stand beside another one."""
NAME = re.compile(r" \(\w+\)$")
"""What commands call a parameter, after its meaning."""


def charts(plot: Plot, panels: Sequence[Panel | Map], left_out: str = "") -> Iterator[Chart]:
    """What the page shows of `panels`; what they leave out is said below the first."""
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
    """What is drawn: the one axis, by the other, and of what."""
    if isinstance(panel, Map):
        return sentence(f"{panel.title}, by {panel.x} and {panel.y}")
    x = NAME.sub("", panel.x)
    by = f"{panel.y}, by {x}" if panel.x and panel.y else panel.y or x
    of = "" if panel.title.startswith("by ") else panel.title  # which the axis says, too
    return sentence(f"{by}: {of}" if of and by else by or of)


def _alt(panel: Panel | Map, finding: str) -> str:
    """What there is to see: of the highlighted series the first, least, greatest and last value."""
    parts = [finding, _sub(panel)]
    if isinstance(panel, Panel) and (shown := highlighted([s for s in panel.series if len(s.x)])):
        parts.append(_ends(shown))
    return ". ".join(text.rstrip(".") for text in parts if text) + "."


def _ends(series: Series) -> str:
    pairs = [(x, float(y)) for x, y in zip(series.x, series.y, strict=True) if y == y]
    if not pairs:
        return "nothing is drawn"
    by_height = sorted(pairs, key=lambda pair: pair[1])
    ends = dict.fromkeys([pairs[0], by_height[0], by_height[-1], pairs[-1]])
    return "; ".join(f"{words.amount(y)} at {place(x)}" for x, y in ends)
