"""An answer in a few lines: how likely, how long, how sure."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite, isnan, log10
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from sweepstake.report import summary
from sweepstake.report.summary.by_point import ByPoint, Estimate
from sweepstake.stats.interval import ENOUGH
from sweepstake.text import numbers

if TYPE_CHECKING:
    from sweepstake.config.point import Point
    from sweepstake.puzzle.method import Kind
from sweepstake.puzzle.question import Column

MOST_EXACT = 60
"""Characters of a fraction that is shown."""
MOST_WORDS = 12
"""Words that have a line each."""
MOST_SUMMED = 20_000
"""Characters of fractions that are summed up to an exact mean."""
RARE = 0.1
"""A probability that is also said as one in so many."""
UNKNOWN = f"95% unknown, fewer than {ENOUGH} effective trials"
"""What stands instead of an interval."""


class Said(NamedTuple):
    """An estimate of one point."""

    value: float
    error: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


def _only(estimate: Estimate) -> Said:
    """The estimate of the only point."""
    return Said(*(float(column.iloc[0]) for column in estimate))


def certain(point: Point, frame: pd.DataFrame) -> bool:
    """Is there one outcome, which is no list's, for sure?"""
    one = len(frame) == 1 and not point.by.draws and not point.asks.listing
    return one and not _left_out(ByPoint(point.asks, frame))


def lines(point: Point, frame: pd.DataFrame, every: bool) -> Iterator[str]:
    """The answer to `point`, which has these rows, in lines; `every` digit of it, or few."""
    points = ByPoint(point.asks, frame)
    for column in point.asks.outcomes:
        if frame.empty and column.type in ("bool", "string"):
            yield f"{column.name}: not known"
        elif certain(point, frame):
            yield from _fact(column.name, frame[column.name].iloc[0], every)
        elif column.type == "bool":
            yield from _yes(points, column)
        elif column.type == "string":
            yield from _words(points, column)
        else:
            yield from _number(points, column)
    if (out := _left_out(points)) == 1:
        yield "left out: all outcomes"
    elif out:
        yield f"left out: {out:.2g} of the probability"


def _fact(name: str, value: Any, every: bool) -> Iterator[str]:
    """An outcome that is certain.

    >>> [*_fact("won", True, False), *_fact("shortest", None, False), *_fact("moves", 1234, True)]
    ['won: yes', 'shortest: none', 'moves: 1234']
    >>> [*_fact("plans", "12" * 50, False)]
    ['plans: 121212121212... (100 characters; --all prints them)']
    """
    if pd.isna(value):
        yield f"{name}: none"
    elif pd.api.types.is_bool(value):
        yield f"{name}: {'yes' if value else 'no'}"
    elif len(text := str(value)) <= MOST_EXACT:
        yield f"{name}: {text}"
    elif every:
        yield from (f"{name}:", text)
    else:
        yield f"{name}: {text[:12]}... ({len(text):,} characters; --all prints them)"


def _yes(points: ByPoint, column: Column) -> Iterator[str]:
    held = points.frame[column.name].fillna(False).astype(bool)
    there = held[points.frame["log10_probability"].notna()]  # a float may be too small for others
    if not _trials(points) and not _left_out(points) and (there.all() or not there.any()):
        yield from _fact(column.name, bool(there.all()), every=False)
        return
    yield f"{column.name}: {_likelihood(points, held)}"
    if len(points.question.outcomes) == 1:
        yield from _exactly(points.frame[held])


def _logarithm(its: Said, rows: pd.DataFrame) -> float:
    """That of a probability; its row, if it has only one, knows those too small for a float."""
    if len(rows) == 1 and pd.notna(logarithm := rows["log10_probability"].iloc[0]):
        return float(logarithm)
    return log10(its.value) if its.value > 0 else float("nan")


def _likelihood(points: ByPoint, met: pd.Series[bool]) -> str:
    """The probability of the rows `met`, first what a person asks for."""
    its, others = _only(points.likelihood(met)), _only(points.likelihood(~met))
    logarithm = _logarithm(its, points.frame[met])
    if trials := _trials(points):
        return _estimate(its, logarithm, trials)
    said, rest = numbers.likely(its.value, logarithm), _logarithm(others, points.frame[~met])
    if isnan(logarithm) or isnan(rest):
        return said
    if its.value > 1 - RARE:
        return f"{said} (all but once in {numbers.once_in(rest)})"
    if its.value > 0.5:
        return said
    often = f"once in {numbers.once_in(logarithm)}"
    return f"{often} ({said})" if its.value < RARE else f"{said} ({often})"


def _estimate(its: Said, logarithm: float, trials: int) -> str:
    of = f"{trials:,} trial{'s' * (trials > 1)}"
    if its.value <= 0:
        return f"not met in {of}" + (
            "" if isnan(its.high) else f" (95%: at most {numbers.at_most(its.high)})"
        )
    if isnan(its.error):
        return f"{numbers.plain(its.value)} ({of})"
    if isnan(its.low):
        return _without_interval(its, of)
    if its.value >= 1:
        return f"met in all of {of} (95%: at least {numbers.at_least(its.low)})"
    value, half, low, high = numbers.estimated(its.value, its.half, its.low, its.high)
    said = f"{value} ± {half} (95%: {low} to {high}; {of})"
    if its.value >= RARE:
        return said
    return f"{said}, once in {numbers.once_in(logarithm, numbers.digits(its.value, its.half))}"


def _without_interval(its: Said, of: str) -> str:
    """An estimate by weights that few trials carry."""
    if not its.error:  # the weights are alike, or the others are below rounding
        return f"{numbers.plain(its.value)} ({of})"
    value, error = numbers.estimated(its.value, its.error)
    return f"{value}, standard error {error} ({UNKNOWN}; {of})"


def _exactly(rows: pd.DataFrame) -> Iterator[str]:
    """The fraction, if there is one that says more than the number."""
    exact = rows["exact"].dropna().tolist()
    if len(exact) == 1 and "/" in exact[0]:
        if len(exact[0]) <= MOST_EXACT:
            yield f"    exactly {exact[0]}"
        else:
            yield f"    exactly a fraction of {len(exact[0]):,} characters: --format json"


def _mean(its: Said, bound: str, trials: int) -> str:
    """An estimated mean, with half of its interval, which may be a `bound`."""
    if isnan(its.low):
        value, error = numbers.estimated(its.value, its.error)
        return f"{value}, standard error {bound}{error} ({UNKNOWN}; {trials:,} trials)"
    value, half, low, high = numbers.estimated(its.value, its.half, its.low, its.high)
    return f"{value} ± {bound}{half} (95%: {low} to {high}; {trials:,} trials)"


def _number(points: ByPoint, column: Column) -> Iterator[str]:
    values = summary.as_numbers(points.frame[column.name])
    its, trials = _only(points.average(values)), _trials(points)
    if isnan(its.value) and _left_out(points):
        yield f"{column.name}: mean unknown"
        return
    if isnan(its.value):
        there = _only(points.likelihood(values.notna()))
        yield f"{column.name}: {_estimate(there, float('nan'), trials) if trials else 'none'}"
        return
    if (missing := _only(points.likelihood(values.isna())).value) > 0:
        lacks = numbers.plain(missing)
        yield f"{column.name}: none with probability {lacks}; where there is one:"
    mean = numbers.plain(its.value)
    if trials > 1 and isfinite(its.error):
        bound = "at most " if _kind(points) == "rare" and len(values) > 1 else ""
        mean = _mean(its, bound, trials)
    yield f"{column.name}: mean {mean}{_exact_mean(points, column)}"
    if points.frame.empty:
        return
    spread, (least, most) = points.spread(values), points.ends(values)
    sd, low, high = (numbers.plain(float(each.iloc[0])) for each in (spread, least, most))
    yield f"    standard deviation {sd}; {_ends(points, low, high)}"
    found = zip(summary.QUANTILES, points.quantiles(values, summary.QUANTILES), strict=True)
    quantiles = (f"{percent}% {numbers.plain(float(its.iloc[0]))}" for percent, its in found)
    yield f"    quantiles: {', '.join(quantiles)}"


def _ends(points: ByPoint, low: str, high: str) -> str:
    """The least and the most number of the answer, which need not be those that can come."""
    if _trials(points):
        return f"least met {low}, most met {high}"
    if _left_out(points):
        return "least and most unknown"
    rest = "" if _kind(points) == "exact" else " (what is rarer may be left out)"
    return f"least {low}, most {high}{rest}"


def _exact_mean(points: ByPoint, column: Column) -> str:
    """The mean as a fraction, if it is known, soon summed up and short."""
    for stated in points.stated.values():
        if stated.left_out:
            mean = str(stated.means[points.question.outcomes.index(column)] or "")
            is_new = "/" in mean or len(mean) > numbers.DIGITS
            return f", exactly {mean}" if is_new and len(mean) <= MOST_EXACT else ""
    exact, held = points.frame["exact"], points.frame[column.name]
    if exact.isna().any() or held.isna().any() or exact.str.len().sum() > MOST_SUMMED:
        return ""
    pairs = zip(exact, held, strict=True)
    mean = str(sum((Fraction(p) * Fraction(str(value)) for p, value in pairs), Fraction(0)))
    return f", exactly {mean}" if "/" in mean and len(mean) <= MOST_EXACT else ""


def _words(points: ByPoint, column: Column) -> Iterator[str]:
    """The likeliest words first, in a line each, and how likely there is none."""
    held = points.frame[column.name].fillna(f"no {column.name}")
    sums = points.frame.groupby(held)["probability"].sum()
    sums = sums.sort_values(ascending=False, kind="stable")
    yield f"{column.name}:"
    wide = max((len(str(word)) for word in sums.index[:MOST_WORDS]), default=0)
    for word in sums.index[:MOST_WORDS]:
        exact = points.frame.loc[held == word, "exact"]
        fraction = f", exactly {exact.iloc[0]}" if _is_short_fraction(exact) else ""
        yield f"    {word:<{wide}}  {_likelihood(points, held == word)}{fraction}"
    if len(sums) > MOST_WORDS:
        rest = numbers.plain(float(sums.iloc[MOST_WORDS:].sum()))
        yield f"    and {len(sums) - MOST_WORDS:,} others ({rest} together): --all"
    elif _kind(points) == "sampled":
        none = _only(points.likelihood(pd.Series(False, points.frame.index)))
        yield f"    {'others':<{wide}}  {_estimate(none, float('nan'), _trials(points))}"


def _is_short_fraction(exact: pd.Series[str]) -> bool:
    """Is there one fraction, and is it short enough to be shown?"""
    only = exact.iloc[0] if len(exact) == 1 and exact.notna().all() else ""
    return "/" in only and len(only) <= MOST_EXACT


def _kind(points: ByPoint) -> Kind:
    return points.question.methods[points.at["method"].iloc[0]].kind


def _left_out(points: ByPoint) -> float:
    """The probability that the answer leaves out; 0 of what is sampled."""
    out = points.left_out().iloc[0]
    return 0.0 if isnan(out) else float(out)


def _trials(points: ByPoint) -> int:
    """How many; 0 if nothing was sampled."""
    trials = points.trials.iloc[0]
    return 0 if isnan(trials) else int(trials)
