"""An answer in words: the number with how it was computed, then the other outcomes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isnan, log10
from typing import TYPE_CHECKING, Any

import pandas as pd

from sweepstake.cli.answering.drawing import drawing
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Column
from sweepstake.report import summary
from sweepstake.report.story import certainty
from sweepstake.report.story.answers import lacking
from sweepstake.report.story.phrases import Phrase, fact, of_unit, sentence, tie
from sweepstake.report.story.values import Value, means, shares
from sweepstake.report.summary.by_point import ByPoint
from sweepstake.text import numbers, words

if TYPE_CHECKING:
    from sweepstake.config.point import Point

GAP = "   "
"""What stands between an answer and how it was computed."""
LONGEST = 60
"""Characters of an outcome or a fraction that is written out."""
MOST_WORDS = 12
"""Words that have a line each."""
MOST_NUMBERS = 8
"""Numbers that have a line each, instead of quantiles."""
MOST_DIGITS = 6
"""Digits by which probabilities are told apart."""


def certain(point: Point, frame: pd.DataFrame) -> bool:
    """Is there one certain outcome, not of a listing?"""
    alone = len(frame) == 1 and not point.by.draws and not point.asks.listing
    return alone and not _left_out(ByPoint(point.asks, frame))


def lines(point: Point, frame: pd.DataFrame, every: bool) -> Iterator[str]:
    """The answer to `point`, which has these rows, in lines; the answer itself is the first."""
    points = ByPoint(point.asks, frame)
    if certain(point, frame):
        yield from _fact(point, frame, every)
        return
    for column in point.asks.outcomes:
        if column is not point.asks.outcomes[0]:
            yield ""
        if frame.empty and column.type in ("bool", "string"):
            yield f"{_name(column)}: not known"
        elif column.type == "bool":
            yield from _yes(points, column)
        elif column.type == "string":
            yield from _words(points, column)
        elif (told := register.told(points.question.name, column.name)) is not None:
            yield from _words(points, column, told)
        else:
            yield from _number(points, column)
    if (out := _left_out(points)) == 1:
        yield "left out: all outcomes"
    elif out:
        yield f"left out: {words.chance(out)}"


def _fact(point: Point, frame: pd.DataFrame, every: bool) -> Iterator[str]:
    """The outcome that is certain; what is too long for its line stands below."""
    cells, below = list[tuple[Any, str]](), list[str]()
    for column in point.asks.outcomes:
        value = frame[column.name].iloc[0]
        text = "" if pd.isna(value) else str(value)
        if len(text) > certainty.LONGEST or (text.isdecimal() and len(text) > numbers.DIGITS * 2):
            digits = "digits" if text.isdecimal() else "characters"
            short = f"{text[:12]}... ({len(text):,} {digits}; --all prints them)"
            if every and len(text) > LONGEST:
                below += [f"    {column.name}:", text]
            else:
                below.append(f"    {column.name}: {text if len(text) <= LONGEST else short}")
            value = text if text.isdecimal() else f"{text[:12]}..."
        is_number = column.type in ("int", "rational") or text.isdecimal()
        unit = column.unit or _name(column) if is_number else ""
        value = column.words.get(value, value)
        cells.append((None if pd.isna(value) else _plain(value), unit))
    yield f"{fact(cells)}{GAP}{certainty.IS[point.by.kind]}"
    yield from below


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _yes(points: ByPoint, column: Column) -> Iterator[str]:
    met = points.frame[column.name].fillna(False).astype(bool)
    phrase = Phrase("chance", points.question.unit, outcome=True)
    value, text = _likelihood(points, met), _chance(points, met, phrase)
    is_first = column is points.question.outcomes[0]
    before = "" if is_first else f"{_name(column)}: "
    yield f"{before or sentence(text)}{text if before else ''}{_how(points, phrase, value)}"
    if len(points.question.outcomes) == 1:
        yield from _digits(value)


def _likelihood(points: ByPoint, met: pd.Series[bool]) -> Value:
    """How likely the rows `met` are; its logarithm is known where a float is too small."""
    [value] = shares(points.question, points.frame, met)
    logs = points.frame.loc[met, "log10_probability"].dropna().astype(float)
    if isnan(value.logarithm) and len(logs) and not value.number:
        most = logs.max()
        value = replace(value, logarithm=most + log10(float((10 ** (logs - most)).sum())))
    return value


def _chance(points: ByPoint, met: pd.Series[bool], phrase: Phrase, digits: int = 2) -> str:
    """The probability of the rows `met` in words; what is nearly certain is not called so."""
    value = _likelihood(points, met)
    if value.is_sampled and value.number == 1.0:
        missed = f": missed at most {words.chance(1 - value.low)} (95%)"
        count = f"{value.trials:,} trial{'s' * (value.trials > 1)}"
        return f"in all of {count}{missed if value.has_interval else ''}"
    if value.number == 1.0 and not value.is_sampled:
        rest = _likelihood(points, ~met)
        if rest.number or not isnan(rest.logarithm):
            logarithm = log10(rest.number) if rest.number else rest.logarithm
            return f"all but {words.once_in(logarithm)}"
    short = words.fraction(value.exact)
    fraction = f" ({short})" if "/" in short else ""
    return f"{phrase.number(value, digits)}{_of(value, phrase)}{fraction}"


def _of(value: Value, phrase: Phrase) -> str:
    """What the probability is a share of, where that is said."""
    if not phrase.unit or value.number in (0.0, 1.0):
        return ""
    is_share = 0.01 <= value.number <= 0.99
    return f" of {phrase.unit}" if is_share else "" if value.number < 1e-15 else f" {phrase.unit}"


def _how(points: ByPoint, phrase: Phrase, value: Value) -> str:
    """How a number was computed and, if it was simulated, half of its interval."""
    if not value.is_sampled:
        return f"{GAP}{certainty.IS[value.kind]}"
    if value.number in (0.0, 1.0) and phrase.of == "chance":
        return f"{GAP}simulated"
    within = certainty.within(phrase, value)
    if within and not within.startswith("±"):
        within = f"95% interval {certainty.ends(value)}, "
    if value.kind == "rare" and len(points.frame) > 1:  # errors of sums of weights are bounds
        within = within.replace("± ", "± at most ")
    few = "" if value.has_interval else ", too few for an interval"
    unit = points.question.unit or f"trial{'s' * (value.trials != 1)}"
    return f"{GAP}{within}{value.trials:,} {unit} simulated{few}"


def _digits(value: Value) -> Iterator[str]:
    """The number with all its digits, where the answer has fewer."""
    if value.is_sampled or words.fraction(value.exact):
        return
    text, kind = certainty.digits(value), "exactly" if value.kind == "exact" else "to 12 digits:"
    if len(text) > 4:
        yield f"    {kind} {text}"


def _number(points: ByPoint, column: Column) -> Iterator[str]:
    question, frame, held = points.question, points.frame, points.frame[column.name]
    [value] = means(question, frame, column)
    phrase = Phrase("mean", column.unit or _name(column))
    if isnan(value.number):
        known = (
            "mean unknown" if _left_out(points) else _chance(points, held.isna(), Phrase("chance"))
        )
        yield f"{sentence(phrase.unit)}: {known if _left_out(points) else f'none, {known}'}"
        return
    text = phrase.at_point(value)
    if held.isna().any():
        none = _chance(points, held.isna(), Phrase("chance"))
        text = f"{lacking(none)}; else {text[:1].lower()}{text[1:]}"
    yield f"{text}{_how(points, phrase, value)}"
    yield from _digits(value)
    if frame.empty:
        return
    values = summary.as_numbers(held)
    if values.nunique() <= MOST_NUMBERS:
        order = [values == number for number in sorted(values.dropna().unique())]
        met = {_counted(held[rows].iloc[0], phrase.unit): rows for rows in order}
        yield from _shares(points, met)
        return
    yield from drawing(values, frame["probability"], column.type == "int")
    yield f"    {_spread(points, values)}"


def _counted(number: Any, unit: str) -> str:
    """A number with its unit.

    >>> _counted(1, "aces"), _counted(2, "aces"), _counted("1/2", "loss"), _counted(1, "score")
    ('1 ace', '2 aces', '1/2 loss', 'score 1')
    """
    if number != 1 or not unit.endswith("s") or unit.endswith("ss"):
        return of_unit(str(number), unit)
    return f"{number} {unit[:-3]}y" if unit.endswith("ies") else f"{number} {unit[:-1]}"


def _spread(points: ByPoint, values: pd.Series[float]) -> str:
    """Quantiles, the ends and the standard deviation, as far as they are known."""
    low, middle, high = (
        numbers.plain(float(each.iloc[0])) for each in points.quantiles(values, [5, 50, 95])
    )
    least, most = (numbers.plain(float(each.iloc[0])) for each in points.ends(values))
    deviation = float(points.spread(values).iloc[0])
    spread = "unknown" if isnan(deviation) else words.amount(deviation)
    kind = points.question.methods[points.at["method"].iloc[0]].kind
    ends = f"seen: {least} to {most}" if _trials(points) else f"{least} to {most} in all"
    if {low, middle, high, least} == {"unknown"}:
        return "quantiles, least and most unknown"
    if _left_out(points):
        ends = "least and most unknown"
    elif not _trials(points) and kind != "exact":
        ends = f"computed: {least} to {most} (rarer outcomes may be left out)"
    return f"median {middle}; nine in ten from {low} to {high}; {ends}; standard deviation {spread}"


def _words(points: ByPoint, column: Column, told: object = None) -> Iterator[str]:
    """The likeliest words first, in a line each, and the probability that it is missing.

    Numbers are words if the puzzle's story tells the probability of one of them, `told`.
    """
    held = points.frame[column.name].astype(object).fillna(f"no {column.name}")
    sums = points.frame.groupby(held)["probability"].sum()
    order = [*sums.sort_values(ascending=False, kind="stable").index]
    if column is points.question.outcomes[0] and order:
        yield _likeliest(points, column, held, order, told)
        yield ""
    met = {_said(column, word): held == word for word in order[:MOST_WORDS]}
    unmet = [column.words[word] for word in column.words if word not in order]
    if _kind_is_sampled(points) and len(order) <= MOST_WORDS:
        nothing = pd.Series(False, points.frame.index)
        met |= dict.fromkeys(unmet if column.words else ["others"], nothing)
    yield from _shares(points, met)
    if len(order) > MOST_WORDS:
        rest = words.chance(float(sums[order[MOST_WORDS:]].sum()))
        yield f"    and {len(order) - MOST_WORDS:,} others ({rest} together): --all"


def _said(column: Column, outcome: Any) -> str:
    """An outcome as people say it."""
    if isinstance(outcome, str):
        return column.words.get(outcome, outcome)
    return of_unit(str(outcome), column.unit or _name(column))


def _likeliest(
    points: ByPoint, column: Column, held: pd.Series[Any], order: list[Any], told: object
) -> str:
    """The likeliest word, or those that can't be told apart; the word `told`, if there is one."""
    top: Any = order[0] if told is None else told
    shown = [top] if told is not None else order[:MOST_WORDS]
    values = {word: _likelihood(points, held == word) for word in shown}
    phrase = Phrase("chance", points.question.unit, word=str(top))
    ties, how = tie(values, top), _how(points, phrase, values[top])
    if len(ties) == 1:
        begins = sentence(f"{'most often ' * (told is None)}{_said(column, top)}")
        return f"{begins}: {_chance(points, held == top, Phrase('chance'))}{how}"
    said = words.joined([_said(column, word) for word in ties], "or")
    return f"{sentence(said)}, {phrase.number(values[top])} each{how}"


def _shares(points: ByPoint, met: dict[str, pd.Series[bool]]) -> Iterator[str]:
    """How likely some outcomes are, in a line each, in digits that tell them apart."""
    wide = max(map(len, met), default=0)
    different = len({_likelihood(points, rows).number for rows in met.values()})
    for digits in range(2, MOST_DIGITS + 1):
        texts = [_share(points, rows, digits) for rows in met.values()]
        if len({*texts}) == different:
            break
    for label, text in zip(met, texts, strict=True):
        yield f"{label:<{wide}}  {text}"


def _share(points: ByPoint, met: pd.Series[bool], digits: int) -> str:
    """The probability of an outcome, with half of its interval or as a fraction."""
    value = _likelihood(points, met)
    if not value.is_sampled:
        text = _chance(points, met, Phrase("chance"), digits)
        is_long = "/" in value.exact and not words.fraction(value.exact)
        return f"{text}, {value.exact}" if is_long and len(value.exact) <= LONGEST else text
    if not value.number:
        bound = f": at most {words.chance(value.high)} (95%)" if value.has_interval else ""
        return f"not seen{bound}"
    if value.half and 0.01 <= value.number <= 0.99:
        number, half = numbers.estimated(100 * value.number, 100 * value.half)
        return f"{number}% ± {half}"
    text = _chance(points, met, Phrase("chance"))
    return f"{text} (95%: {certainty.ends(value)})" if value.half and value.number < 1 else text


def _name(column: Column) -> str:
    return column.name.replace("_", " ")


def _kind_is_sampled(points: ByPoint) -> bool:
    return points.question.methods[points.at["method"].iloc[0]].kind == "sampled"


def _left_out(points: ByPoint) -> float:
    """The probability that the answer leaves out; 0 of what is sampled."""
    out = points.left_out().iloc[0]
    return 0.0 if isnan(out) else float(out)


def _trials(points: ByPoint) -> int:
    """How many; 0 if nothing was sampled."""
    trials = points.trials.iloc[0]
    return 0 if isnan(trials) else int(trials)
