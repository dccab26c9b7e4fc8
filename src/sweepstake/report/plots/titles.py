"""The headline of a distribution without a declared one, and the points of a chart in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from sweepstake.puzzle.display import Map, Middle, Panel, Series
from sweepstake.report.story.phrases import of_unit
from sweepstake.report.tables import TO_END
from sweepstake.text import words

SHARE = re.compile(r"(P\(|probability|share|How often)[^/]*")
"""Axis labels of probabilities; a ratio of two probabilities doesn't match."""
BINNED = re.compile(r"share (?:of .+ )?in each bin of ([\d,]+).*")
CHANCE = re.compile(r"(?<!/ )P\((?:(\w+)=)?([^()]*)\)(?! /)")
"""The name of a probability in a summary; a ratio of two probabilities doesn't match."""
ROUNDING = 1e-9
NEAR_ONE = 1e-15
"""Probabilities that are closer to 1 are written as 100%."""


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
    shown = highlighted([series for series in panel.series if points_of(series)])
    is_spread = BINNED.fullmatch(panel.y) or panel.y == "probability"
    return _mode(points_of(shown), panel) if shown and shown.mark == "bars" and is_spread else ""


def chances_in_words(text: str) -> str:
    """The text, with the summary's names of probabilities replaced by words.

    >>> chances_in_words("P(all_six)"), chances_in_words("P(winner=ann)")
    ('probability of all six', 'probability that winner is ann')
    """

    def words_of(chance: re.Match[str]) -> str:
        name, outcome = (text and text.replace("_", " ") for text in chance.groups())
        return f"probability {f'that {name} is {outcome}' if name else f'of {outcome}'}"

    return CHANCE.sub(words_of, text)


def highlighted(every: Sequence[Series]) -> Series | None:
    """The usual series, or else the first; None if there is no series."""
    return next((series for series in every if series.usual), next(iter(every), None))


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
    outcome = of_unit(where(top.x, panel.y), panel.unit)
    return f"Most often {outcome}: {in_words(top, panel.y)}"


def where(middle: object, y: str) -> str:
    """The range of a bin, if the axis label `y` states the width of bins; else the place."""
    if not (binned := BINNED.fullmatch(y)):
        return place(middle)
    half = (int(binned[1].replace(",", "")) - 1) / 2
    low, high = (place(float(str(middle)) + sign * half) for sign in (-1, 1))
    return f"{low} {'or' if half < 1 else 'to'} {high}"


def in_words(point: Point, y: str) -> str:
    """A number in words, for an axis with the label `y`. A 0 or 1 may be rounded."""
    half = point.high - point.y
    half = half if half > 2 * ROUNDING * abs(point.y) else 0.0
    if SHARE.fullmatch(y) and 0 <= point.y < 1 + NEAR_ONE:
        is_end = point.y == 0 or 1 - point.y < NEAR_ONE
        return f"{point.y:.0%}" if is_end else words.chance(point.y, half=half)
    short = Fraction(f"{point.y:.6g}")  # written as in an answer: 127.5, not 128
    is_short = not half and abs(float(short) - point.y) <= ROUNDING * abs(point.y)
    return (
        f"{point.y:,.6g}"
        if is_short and words.fraction(str(short))
        else words.amount(point.y, half)
    )


def place(x: object) -> str:
    """A place on the horizontal axis: a word, or a number with up to six digits."""
    return x if isinstance(x, str) else f"{float(str(x)):,.6g}"
