"""An answer in words, as a report says it, then how likely the outcomes are."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING, Any

import pandas as pd

from sweepstake.cli.answering.drawing import drawing
from sweepstake.puzzle.question import Column
from sweepstake.puzzle.story import Headline
from sweepstake.report import summary
from sweepstake.report.story import certainty
from sweepstake.report.story.answers import MOST_WORDS, Answer, answer, in_words, is_certain
from sweepstake.report.story.phrases import Phrase, of_unit, sentence
from sweepstake.report.story.values import Value, shares
from sweepstake.report.summary.by_point import ByPoint
from sweepstake.report.summary.ordered import as_numbers
from sweepstake.text import numbers, words

if TYPE_CHECKING:
    from sweepstake.config.point import Point

GAP = "   "
"""The space between an answer and how it was computed."""
MOST_NUMBERS = 8
"""Up to so many numbers get a line each, instead of quantiles."""
MOST_DIGITS = 6
"""Most digits of probabilities, if fewer do not tell them apart."""


def lines(point: Point, frame: pd.DataFrame) -> Iterator[str]:
    """The answer to `point`, which has these rows, in lines; the answer itself is the first."""
    first = point.asks.outcomes[0]
    if is_certain(point.asks, frame):
        yield _how(_answer(point, frame, first))
        return
    for column in point.asks.outcomes:
        if column is not first:
            yield ""
        yield from _of_column(point, frame, column)
    if (out := _left_out(point, frame)) == 1:
        yield "left out: all outcomes"
    elif out:
        yield f"left out: {words.chance(out)}"


def _answer(point: Point, frame: pd.DataFrame, column: Column, outcome: object = None) -> Answer:
    return answer(point.asks, frame, Headline("", column=column.name, outcome=outcome), ())


def _how(answered: Answer, name: str = "") -> str:
    """An answer, and how it was computed; `name` is the event if it is a probability."""
    text = (
        f"{sentence(name)}: {answered.text[:1].lower()}{answered.text[1:]}"
        if name
        else answered.text
    )
    return f"{text}{GAP}{certainty.IS[answered.kind]}{answered.sure * answered.value.is_sampled}"


def _of_column(point: Point, frame: pd.DataFrame, column: Column) -> Iterator[str]:
    """The answer for one column, and how likely its outcomes are."""
    is_first, alone = column is point.asks.outcomes[0], len(point.asks.outcomes) == 1
    outcome, is_yes = summary.summed_outcome(point.asks, column), column.type == "bool"
    has_mean = column.is_numeric and outcome is None
    if frame.empty and not has_mean:
        yield f"{column.counted}: not known"
        return
    if is_first or has_mean or is_yes:
        answered = _answer(point, frame, column, outcome)
        name = column.counted * (not is_first) if is_yes else ""
        yield _how(answered, _said(column, outcome) if column.is_numeric and not has_mean else name)
        yield from _digits(answered.value) if has_mean or (is_yes and alone) else ()
    if has_mean:
        yield from _numbers(point, frame, column)
    elif not is_yes:
        yield from [""] * is_first
        yield from _words(point, frame, column)


def _digits(value: Value) -> Iterator[str]:
    """The number with all its digits, if the answer has fewer."""
    if value.is_sampled or words.fraction(value.exact):
        return
    text, kind = certainty.digits(value), "exactly" if value.kind == "exact" else "to 12 digits:"
    if len(text) > 4:
        yield f"    {kind} {numbers.raised(text)}"


def _numbers(point: Point, frame: pd.DataFrame, column: Column) -> Iterator[str]:
    """How likely each number is or, if they are many, their quantiles."""
    held = frame[column.name]
    values = as_numbers(held)
    if values.isna().all():
        return
    if values.nunique() > MOST_NUMBERS:
        yield from drawing(values, frame["probability"], column.type == "int")
        yield f"    {_spread(point, ByPoint(point.asks, frame), values)}"
        return
    order = [values == number for number in sorted(values.dropna().unique())]
    yield from _shares(point, frame, {str(held[rows].iloc[0]): rows for rows in order})


def _spread(point: Point, points: ByPoint, values: pd.Series[float]) -> str:
    """Quantiles, the ends and the standard deviation, as far as they are known."""
    low, middle, high = (
        numbers.plain(float(each.iloc[0])) for each in points.quantiles(values, [5, 50, 95])
    )
    least, most = (numbers.plain(float(each.iloc[0])) for each in points.ends(values))
    deviation = float(points.spread(values).iloc[0])
    spread = "unknown" if isnan(deviation) else words.amount(deviation)
    if {low, middle, high, least} == {"unknown"}:
        return "quantiles, least and most unknown"
    ends = f"seen: {least} to {most}" if point.by.draws else f"{least} to {most} in all"
    if _left_out(point, points.frame):
        ends = "least and most unknown"
    elif not point.by.draws and point.by.kind != "exact":
        ends = f"computed: {least} to {most} (rarer outcomes may be left out)"
    return f"median {middle}; nine in ten from {low} to {high}; {ends}; standard deviation {spread}"


def _words(point: Point, frame: pd.DataFrame, column: Column) -> Iterator[str]:
    """The likeliest words, one on each line, and the probability of the others."""
    held = in_words(frame, column)
    sums = frame.groupby(held)["probability"].sum().sort_values(ascending=False, kind="stable")
    order = [*sums.index]
    met = {_said(column, word): held == word for word in order[:MOST_WORDS]}
    if point.by.kind == "sampled" and len(order) <= MOST_WORDS:
        unmet = [text for word, text in column.words.items() if word not in order]
        met |= dict.fromkeys(unmet if column.words else ["others"], held.isna())
    yield from _shares(point, frame, met)
    if len(order) > MOST_WORDS:
        rest = words.chance(float(sums.iloc[MOST_WORDS:].sum()))
        yield f"    and {len(order) - MOST_WORDS:,} others ({rest} together): --all"


def _said(column: Column, outcome: Any) -> str:
    """An outcome as people say it."""
    if isinstance(outcome, str):
        return column.words.get(outcome, outcome)
    return of_unit(str(outcome), column.counted)


def _shares(point: Point, frame: pd.DataFrame, met: dict[str, pd.Series[bool]]) -> Iterator[str]:
    """How likely some outcomes are, one on each line, with enough digits to tell them apart."""
    wide = max(map(len, met), default=0)
    values = [value for rows in met.values() for value in shares(point.asks, frame, rows)]
    different = len({value.number for value in values})
    for digits in range(2, MOST_DIGITS + 1):
        texts = [_share(value, digits) for value in values]
        if len({*texts}) == different:
            break
    for label, text in zip(met, texts, strict=True):
        yield f"{label:<{wide}}  {text}"


def _share(value: Value, digits: int) -> str:
    """The probability of an outcome, with half of its interval or as a short fraction."""
    if not value.is_sampled:
        return Phrase("chance").with_fraction(value, digits)
    if value.half and 0.01 <= value.number <= 0.99:
        return words.percent_plus_minus(value.number, value.half)
    text = Phrase("chance").number(value).replace(f" in {value.times}", "")  # the answer says it
    return f"{text} (95%: {certainty.ends(value)})" if value.half and 0 < value.number < 1 else text


def _left_out(point: Point, frame: pd.DataFrame) -> float:
    """The probability that the answer leaves out; 0 for a sample."""
    out = ByPoint(point.asks, frame).left_out().iloc[0]
    return 0.0 if isnan(out) else float(out)
