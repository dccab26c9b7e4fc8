"""The texts of a chart: its title, its points in words, and the note below it.

A distribution without a declared headline gets one from its numbers. The note says how to read the
chart, and which marks were computed or simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from sweepstake.puzzle.display import Map, Middle, Panel, Series
from sweepstake.report.tables import TO_END
from sweepstake.report.words.phrases import of_unit, sentence
from sweepstake.text import words

ROUNDING = 1e-9
NEAR_ONE = 1e-15
"""Probabilities that are closer to 1 are written as 100%."""
SHAPES = {
    "bars": "bars",
    "line": "lines",
    "steps": "lines",
    "joined": "filled dots",
    "points": "filled dots",
}
"""The words for marks of computed values."""
CLOUDS = {"points": "dots", "crosses": "crosses"}
SPANS = (
    "Each thin line runs from the 5% to the 95% quantile, and each bar covers the middle half; the "
    "circle with its number is the mean."
)


class Point(NamedTuple):
    """A point of a series, with the ends of its interval."""

    x: object
    y: float
    low: float
    high: float


def title(panel: Panel | Map) -> str:
    """A sentence on a distribution; empty for any other chart: the answer above it is its title."""
    if isinstance(panel, Map):
        return ""
    if panel.middle is not None:
        return _middle_half(panel.middle, panel.unit)
    series = highlighted([series for series in panel.series if points_of(series)])
    is_mode = panel.is_spread and series and series.mark == "bars"
    return _mode(points_of(series), panel) if series and is_mode else ""


def highlighted(all_series: Sequence[Series]) -> Series | None:
    """The usual series, or else the first; None if there is no series."""
    return next((series for series in all_series if series.usual), next(iter(all_series), None))


def points_of(series: Series) -> list[Point]:
    """The points of a series; the interval of a computed value covers rounding errors."""
    errors = [None] * len(series.x) if series.error is None else series.error
    return [
        Point(x, y, y - half, y + half)
        for x, value, error in zip(series.x, series.y, errors, strict=True)
        for y in [float(value)]
        for half in [TO_END * float(error) if error and error == error else ROUNDING * abs(y)]
        if isfinite(y) and isfinite(half)
    ]


def _middle_half(middle: Middle, unit: str) -> str:
    """A sentence on the middle half of a distribution, and on its 95 % quantile."""
    first, third, most = map(words.amount, (middle.first, middle.third, middle.most))
    return f"Half lie between {first} and {of_unit(third, unit)}, one in twenty above {most}"


def _mode(points: Sequence[Point], panel: Panel) -> str:
    """A sentence on the likeliest outcome or bin; empty if it isn't clearly the likeliest."""
    top = max(points, key=lambda point: point.y)
    if any(other.high >= top.low for other in points if other is not top):
        return ""
    outcome = of_unit(where(top.x, panel), panel.unit)
    return f"Most often {outcome}: {in_words(top, panel)}"


def where(middle: object, panel: Panel) -> str:
    """The range of a bin, if outcomes are in bins; else its `x`."""
    if not panel.bin_width:
        return x_in_words(middle)
    half = (panel.bin_width - 1) / 2
    low, high = (x_in_words(float(str(middle)) + sign * half) for sign in (-1, 1))
    return f"{low} {'or' if half < 1 else 'to'} {high}"


def in_words(point: Point, panel: Panel) -> str:
    """A number in words: a probability in percent. A 0 or 1 may be rounded."""
    half = point.high - point.y
    half = half if half > 2 * ROUNDING * abs(point.y) else 0.0
    if panel.is_share and 0 <= point.y < 1 + NEAR_ONE:
        is_end = point.y == 0 or 1 - point.y < NEAR_ONE
        return f"{point.y:.0%}" if is_end else words.chance(point.y, half=half)
    short = Fraction(f"{point.y:.6g}")  # written as in an answer: 127.5, not 128
    is_short = not half and abs(float(short) - point.y) <= ROUNDING * abs(point.y)
    return (
        f"{point.y:,.6g}"
        if is_short and words.fraction(str(short))
        else words.amount(point.y, half)
    )


def x_in_words(x: object) -> str:
    """A value on the horizontal axis: a word, or a number with up to six digits."""
    return x if isinstance(x, str) else f"{float(str(x)):,.6g}"


def note(panel: Panel | Map) -> str:
    """The note below `panel`; empty if no note is needed."""
    if isinstance(panel, Map):
        return ""
    sampled = [series for series in panel.series if any(series.sampled)]
    if panel.has_spans:
        trials = _trials(sampled)
        is_mixed = any(not all(series.sampled) for series in sampled)
        mixed = f"Blue and filled is computed, orange and hollow comes from {trials}."
        alone = f"They come from {trials}." if sampled else "All are computed."
        return f"{SPANS} {mixed if is_mixed else alone}"
    if panel.middle:
        whole = f" of {_trials(sampled)}" if sampled else ""
        return f"The darker part is the middle half{whole}."
    if any(series.mark == "crosses" for series in panel.series):
        named = [s for s in panel.series if s.mark in CLOUDS and s.label and len(s.x)]
        return sentence("".join(f"{CLOUDS[s.mark]}: {s.label}, " for s in named))[:-2] + "."
    return " ".join([*_kinds(panel.series, sampled), *_usual(panel), *_scales(panel)])


def _kinds(all_series: Sequence[Series], sampled: Sequence[Series]) -> Iterator[str]:
    """Sentences that say which marks were computed and which were simulated, if there are both."""
    computed = [s for s in all_series if s.mark in SHAPES and not all(s.sampled)]
    if computed and sampled:
        shapes = " and ".join(dict.fromkeys(SHAPES[series.mark] for series in computed))
        yield f"{sentence(shapes)} are computed."
    if any(series.mark == "dashes" for series in all_series):
        yield "Dashes are an approximation or a limit."
    if sampled:
        what = {"bars": "bars", "line": "lines"}.get(sampled[0].mark, "rings")
        marks = [
            f"{mark} are {_trials(of_kind)}"
            for mark, weighted in ((what, False), ("diamonds", True))
            if (of_kind := [series for series in sampled if series.weighted is weighted])
        ]
        yield f"{sentence(', '.join(marks))}, with 95% intervals where these can be seen."


def _usual(panel: Panel) -> Iterator[str]:
    """A sentence that says what the large dot is, if there is one."""
    lines = [series for series in panel.series if series.mark not in ("bars", *CLOUDS)]
    if any(panel.usual in [*series.x] for series in lines):
        yield f"The large dot is the usual case, at {x_in_words(panel.usual)}."


def _scales(panel: Panel) -> Iterator[str]:
    """A sentence that says which axes are logarithmic."""
    is_log = {"The horizontal axis is": panel.log_x, "The vertical axis is": panel.log_y}
    if axes := [name for name, log in is_log.items() if log]:
        which = axes[0] if len(axes) == 1 else "Both axes are"
        yield f"{which} logarithmic: equal steps are equal factors."


def is_explained(all_series: Sequence[Series]) -> bool:
    """True if bars and points of `every` differ in shape, so that the note can explain them."""
    marked = [series for series in all_series if series.mark in ("points", "bars")]
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
