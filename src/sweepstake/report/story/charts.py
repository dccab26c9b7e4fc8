"""The charts of a plot, a panel each, with what is said above and below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweepstake.puzzle.display import Map, Panel, Plot, Series
from sweepstake.report.plots.inline import drawings
from sweepstake.report.plots.titles import title
from sweepstake.report.story.item import Chart
from sweepstake.report.story.phrases import sentence
from sweepstake.text import words


def charts(plot: Plot, panels: Sequence[Panel | Map], left_out: str = "") -> Iterator[Chart]:
    """What the page shows of `panels`; what they leave out is said below the first."""
    for place, panel in enumerate(panels):
        first = place == 0
        name = f"{plot.name}-{place + 1}"
        note = f"{(first and plot.note) or _note(panel)} {left_out if first else ''}".strip()
        finding = (first and plot.finding) or panel.finding or title(panel)
        yield Chart(
            name,
            finding,
            (first and plot.sub) or _sub(panel),
            note,
            (first and plot.alt) or _alt(panel, finding),
            **drawings(panel, name),
        )


def _sub(panel: Panel | Map) -> str:
    """What is drawn: the one axis, by the other, and of what."""
    if isinstance(panel, Map):
        return sentence(f"{panel.title}, by {panel.x} and {panel.y}")
    by = f"{panel.y}, by {panel.x}" if panel.x and panel.y else panel.y or panel.x
    of = "" if panel.title.startswith("by ") else panel.title  # which the axis says, too
    return sentence(f"{by}: {of}" if of and by else by or of)


def _note(panel: Panel | Map) -> str:
    """How to read it: what was computed, and what was simulated."""
    if isinstance(panel, Map):
        return ""
    sampled = [series for series in panel.series if series.error is not None]
    computed = [s for s in panel.series if s.error is None and s.mark in ("line", "steps", "bars")]
    kinds = {"bars": "Bars", "line": "Lines", "steps": "Lines"}
    notes: list[str] = []
    if computed:
        notes.append(f"{kinds[computed[0].mark]}: computed.")
    if sampled:
        what = "Bars" if sampled[0].mark == "bars" else "Rings"
        plain, weighted = (any(s.weighted is w for s in sampled) for w in (False, True))
        shapes = {f"{what}: simulated": plain, "diamonds: weighted trials": weighted}
        marks = ", ".join(text for text, drawn in shapes.items() if drawn)
        notes.append(f"{marks[0].upper()}{marks[1:]}; with 95% intervals where these can be seen.")
    return " ".join(notes)


def _alt(panel: Panel | Map, finding: str) -> str:
    """What there is to see: of the first series the first, least, greatest and last value."""
    parts = [finding, _sub(panel)]
    drawn = [s for s in panel.series if len(s.x)] if isinstance(panel, Panel) else []
    if drawn:
        parts.append(_ends(drawn[0]))
    return ". ".join(text.rstrip(".") for text in parts if text) + "."


def _ends(series: Series) -> str:
    pairs = [(x, float(y)) for x, y in zip(series.x, series.y, strict=True) if y == y]
    if not pairs:
        return "nothing is drawn"
    by_height = sorted(pairs, key=lambda pair: pair[1])
    ends = dict.fromkeys([pairs[0], by_height[0], by_height[-1], pairs[-1]])
    return "; ".join(f"{words.amount(y)} at {x}" for x, y in ends)
