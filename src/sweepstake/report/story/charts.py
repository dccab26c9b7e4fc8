"""The charts of a plot, a panel each, with what is said above and below them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sweepstake.puzzle.display import Map, Panel, Plot, Series
from sweepstake.report.plots.inline import drawings
from sweepstake.report.plots.titles import highlighted, place, title
from sweepstake.report.story.item import Chart
from sweepstake.report.story.phrases import sentence
from sweepstake.text import words

FEW = 16
"""Places on the horizontal axis up to which a chart may stand beside another one."""
NAME = re.compile(r" \(\w+\)$")
"""What commands call a parameter, after its meaning."""
SHAPES = {"bars": "bars", "line": "lines", "steps": "lines", "joined": "filled dots"}
"""What is computed, by its mark."""
SPANS = "Thin lines: from 5% to 95%. Bars: the middle half. Circles, with their numbers: the mean."


def charts(plot: Plot, panels: Sequence[Panel | Map], left_out: str = "") -> Iterator[Chart]:
    """What the page shows of `panels`; what they leave out is said below the first."""
    for number, panel in enumerate(panels, 1):
        first = number == 1
        name = f"{plot.name}-{number}"
        note = f"{(first and plot.note) or _note(panel)} {left_out if first else ''}".strip()
        finding = (first and plot.finding) or panel.finding or title(panel)
        yield Chart(
            name,
            finding,
            (first and plot.sub) or _sub(panel),
            note,
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


def _note(panel: Panel | Map) -> str:
    """How to read it: what was computed, and what was simulated."""
    if isinstance(panel, Map):
        return ""
    sampled = [series for series in panel.series if any(series.sampled)]
    if panel.has_spans:
        trials = _trials(sampled)
        is_mixed = any(not all(series.sampled) for series in sampled)
        says = f"blue and filled: computed; orange and hollow: {trials}" if is_mixed else trials
        return f"{SPANS} {sentence(says)}."
    if panel.middle:
        return f"Area: {_trials(sampled)}. In full colour: the middle half."
    computed = [s for s in panel.series if s.mark in SHAPES and not all(s.sampled)]
    notes: list[str] = []
    if computed:
        shapes = " and ".join(dict.fromkeys(SHAPES[series.mark] for series in computed))
        notes.append(f"{sentence(shapes)}: computed.")
    if sampled:
        what = {"bars": "bars", "line": "lines"}.get(sampled[0].mark, "rings")
        marks = [
            f"{mark}: {_trials(some)}"
            for mark, weighted in ((what, False), ("diamonds", True))
            if (some := [series for series in sampled if series.weighted is weighted])
        ]
        notes.append(f"{sentence(', '.join(marks))}; with 95% intervals where these can be seen.")
    return " ".join(notes)


def _trials(sampled: Sequence[Series]) -> str:
    """How many trials series of one kind have, or that they were computed."""
    if not sampled:
        return "computed"
    kind = "weighted" if sampled[0].weighted else "simulated"
    counts = [trials for series in sampled for trials in series.trials]
    ends = [f"{end:,}" for end in sorted({min(counts), max(counts)})] if counts else []
    number = " to ".join(ends)
    return f"{number} {kind} trials{' each' * (len(counts) > 1)}".lstrip()


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
