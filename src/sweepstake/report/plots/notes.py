"""The note below a chart: how to read it, and which marks were computed or simulated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sweepstake.puzzle.display import Map, Panel, Series
from sweepstake.report.plots.titles import place
from sweepstake.report.story.phrases import sentence

SHAPES = {
    "bars": "bars",
    "line": "lines",
    "steps": "lines",
    "joined": "filled dots",
    "points": "filled dots",
}
"""The words for marks of computed values."""
CLOUDS = {"points": "dots", "crosses": "crosses"}
SPANS = "Thin lines: from 5% to 95%. Bars: the middle half. Circles, with their numbers: the mean."


def note(panel: Panel | Map) -> str:
    """The note below `panel`; empty if no note is needed."""
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
    if any(series.mark == "crosses" for series in panel.series):
        named = [s for s in panel.series if s.mark in CLOUDS and s.label and len(s.x)]
        return sentence("".join(f"{CLOUDS[s.mark]}: {s.label}, " for s in named))[:-2] + "."
    return " ".join([*_kinds(panel.series, sampled), *_usual(panel), *_scales(panel)])


def _kinds(every: Sequence[Series], sampled: Sequence[Series]) -> Iterator[str]:
    """Sentences that say which marks were computed and which were simulated."""
    if computed := [s for s in every if s.mark in SHAPES and not all(s.sampled)]:
        shapes = " and ".join(dict.fromkeys(SHAPES[series.mark] for series in computed))
        yield f"{sentence(shapes)}: computed."
    if any(series.mark == "dashes" for series in every):
        yield "Dashes: an approximation or a limit."
    if sampled:
        what = {"bars": "bars", "line": "lines"}.get(sampled[0].mark, "rings")
        marks = [
            f"{mark}: {_trials(some)}"
            for mark, weighted in ((what, False), ("diamonds", True))
            if (some := [series for series in sampled if series.weighted is weighted])
        ]
        yield f"{sentence(', '.join(marks))}; with 95% intervals where these can be seen."


def _usual(panel: Panel) -> Iterator[str]:
    """A sentence that says what the large dot is, if there is one."""
    lines = [series for series in panel.series if series.mark not in ("bars", *CLOUDS)]
    if any(panel.usual in [*series.x] for series in lines):
        yield f"Large dot: the usual case, at {place(panel.usual)}."


def _scales(panel: Panel) -> Iterator[str]:
    """A sentence that says which axes are logarithmic."""
    is_log = {"The horizontal axis is": panel.log_x, "The vertical axis is": panel.log_y}
    if axes := [name for name, log in is_log.items() if log]:
        which = axes[0] if len(axes) == 1 else "Both axes are"
        yield f"{which} logarithmic: equal steps are equal factors."


def is_told(every: Sequence[Series]) -> bool:
    """True if bars and points of `every` differ in shape, so that the note can explain them."""
    marked = [series for series in every if series.mark in ("points", "bars")]
    kinds = {(series.error is None, series.weighted) for series in marked}
    return len(kinds) == len(marked)


def _trials(sampled: Sequence[Series]) -> str:
    """The number of trials of series of one kind in words; "computed" if there are no series."""
    if not sampled:
        return "computed"
    kind = "weighted" if sampled[0].weighted else "simulated"
    counts = [trials for series in sampled for trials in series.trials]
    ends = [f"{end:,}" for end in sorted({min(counts), max(counts)})] if counts else []
    number = " to ".join(ends)
    how = " (importance sampling)" if sampled[0].weighted else ""
    return f"{number} {kind} trials{' each' * (len(counts) > 1)}{how}".lstrip()
