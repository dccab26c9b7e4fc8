"""The headline of a chart without a declared one; it states only what the numbers support.

Sampled neighbours count as different only if their 95 % intervals don't overlap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from sweepstake.puzzle.display import Map, Panel, Series
from sweepstake.report.story.phrases import MOST_TIES, of_unit, sentence
from sweepstake.report.tables import TO_END
from sweepstake.text import words

SHARE = re.compile(r"(P\(|probability|share|How often)[^/]*")
"""Axis labels of probabilities; a ratio of two probabilities doesn't match."""
BINNED = re.compile(r"share (?:of .+ )?in each bin of ([\d,]+).*")
CHANCE = re.compile(r"(?<!/ )P\((?:(\w+)=)?([^()]*)\)(?! /)")
"""The name of a probability in a summary; a ratio of two probabilities doesn't match."""
ROUNDING = 1e-9


class Point(NamedTuple):
    """A point of a series, with the ends of its interval."""

    x: object
    y: float
    low: float
    high: float


def title(panel: Panel | Map) -> str:
    """A sentence on what `panel` shows; empty if no sentence fits."""
    text = _title(panel)
    return "" if CHANCE.search(text) else text


def chances_in_words(text: str) -> str:
    """The text, with the summary's names of probabilities replaced by words.

    >>> chances_in_words("P(all_six)"), chances_in_words("P(winner=ann)")
    ('probability of all six', 'probability that winner is ann')
    """

    def in_words(chance: re.Match[str]) -> str:
        name, outcome = (text and text.replace("_", " ") for text in chance.groups())
        return f"probability {f'that {name} is {outcome}' if name else f'of {outcome}'}"

    return CHANCE.sub(in_words, text)


def _title(panel: Panel | Map) -> str:
    if isinstance(panel, Map):
        cells = [value for row in panel.values for value in row if isfinite(value)]
        points = [Point("", value, value, value) for value in cells]
        text, name = _between(points, panel.title), panel.title.partition(" (")[0]
        return sentence(f"{name} {text}" if text.startswith("between") else text)
    drawn = [series for series in panel.series if points_of(series) and not series.like]
    shown = highlighted(drawn)
    if shown is None or any(series.mark == "crosses" for series in drawn):
        return ""
    points = points_of(shown)
    is_binned = bool(BINNED.fullmatch(panel.y))
    is_spread = is_binned or (shown.mark == "bars" and panel.y == "probability")
    is_named = panel.unit in panel.y.partition(" (")[0] or SHARE.fullmatch(panel.y)
    unit = "" if is_named else panel.unit
    text = _middle(panel) or (_mode(points, panel) if is_spread else "")
    if not is_spread and (shown.mark == "spans" or not isinstance(points[0].x, str)):
        text = _trend(points, panel.y, unit)  # words have no order
    text = text or _between(points, panel.y, unit)
    if len(drawn) > 1 and shown.label and not (is_binned or shown.mark == "bars"):
        return f"{shown.label}: {text}"
    return sentence(text)


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


def _trend(points: Sequence[Point], y: str, unit: str) -> str:
    """A phrase: the values rise, fall, or have a clear extremum; else empty."""
    first, last = points[0], points[-1]
    ends = [in_words(point, y) for point in (first, last)]
    if len(points) < 2 or ends[0] == ends[1]:
        return _peak(points, y, unit)
    end = of_unit(ends[1], unit)
    way = f"from {ends[0]} at {place(first.x)} to {end} at {place(last.x)}"
    every = " with every step," if len(points) > 2 else ""
    if all(a.high < b.low for a, b in pairwise(points)):
        return f"rises{every} {way}"
    if all(a.low > b.high for a, b in pairwise(points)):
        return f"falls{every} {way}"
    if first.high < last.low and all(a.y <= b.y for a, b in pairwise(points)):
        return f"rises {way}"
    if first.low > last.high and all(a.y >= b.y for a, b in pairwise(points)):
        return f"falls {way}"
    return _peak(points, y, unit)


def _peak(points: Sequence[Point], y: str, unit: str) -> str:
    """A phrase on the greatest or the least value drawn, if it is inside and at few places."""
    for word, sign in (("greatest", 1), ("least", -1)):
        top = max(points, key=lambda point: sign * point.y)
        near = top.low if sign > 0 else -top.high
        alike = [p for p in points if (p.high if sign > 0 else -p.low) >= near]
        inside = points[0] not in alike and points[-1] not in alike
        if inside and len(alike) <= MOST_TIES and len({in_words(p, y) for p in alike}) == 1:
            at = words.joined([place(p.x) for p in alike], "or")
            kind = f"{word} {y.partition(' (')[0]}" if y.startswith("mean ") else word
            text = f"the {kind} is {of_unit(in_words(top, y), unit)}, at {at}"
            return text if _adjoin(points, alike) else f"of the points drawn, {text}"
    return ""


def _adjoin(points: Sequence[Point], some: Sequence[Point]) -> bool:
    """True if `some` points and their neighbours are at consecutive whole numbers or at words."""
    pairs = [(a.x, b.x) for a, b in pairwise(points) if a in some or b in some]
    return all(
        isinstance(a, str) or (float(str(a)).is_integer() and float(str(b)) - float(str(a)) == 1)
        for a, b in pairs
    )


def _middle(panel: Panel) -> str:
    """A phrase on the middle half of a distribution, and on its 95 % quantile."""
    if panel.middle is None:
        return ""
    ends = panel.middle.first, panel.middle.third, panel.middle.most
    first, third, most = map(words.amount, ends)
    return f"half lie between {first} and {of_unit(third, panel.unit)}, one in twenty above {most}"


def _mode(points: Sequence[Point], panel: Panel) -> str:
    """A phrase on the likeliest outcome or bin; empty if it isn't clearly the likeliest."""
    top = max(points, key=lambda point: point.y)
    if any(other.high >= top.low for other in points if other is not top):
        return ""
    outcome = of_unit(where(top.x, panel.y), panel.unit)
    return f"most often {outcome}: {in_words(top, panel.y)}"


def where(middle: object, y: str) -> str:
    """The range of a bin, if the axis label `y` states the width of bins; else the place."""
    if not (binned := BINNED.fullmatch(y)):
        return place(middle)
    half = (int(binned[1].replace(",", "")) - 1) / 2
    low, high = (place(float(str(middle)) + sign * half) for sign in (-1, 1))
    return f"{low} {'or' if half < 1 else 'to'} {high}"


def _between(points: Sequence[Point], y: str, unit: str = "") -> str:
    if not points:
        return ""
    ends = [choose(points, key=lambda point: point.y) for choose in (min, max)]
    least, most = (in_words(point, y) for point in ends)
    if least == most:
        return f"{y.partition(' (')[0]}: {of_unit(least, unit)}"
    low, high = (f" at {end.x}" if isinstance(end.x, str) and end.x else "" for end in ends)
    return f"between {least}{low} and {of_unit(most, unit)}{high}"


def in_words(point: Point, y: str) -> str:
    """A number in words, for an axis with the label `y`. A 0 or 1 may be rounded."""
    half = point.high - point.y
    half = half if half > 2 * ROUNDING * abs(point.y) else 0.0
    if SHARE.fullmatch(y) and 0 < point.y < 1:
        return words.chance(point.y, half=half)
    if SHARE.fullmatch(y) and point.y in (0, 1):
        return f"{point.y:.0%}"
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
