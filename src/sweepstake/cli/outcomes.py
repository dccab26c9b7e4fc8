"""An answer in words, as a report says it, with how likely its outcomes are; and its rows.

`lines` has the answer and its outcomes, `listing` its rows, and `given` its conditional outcomes,
all as wide as a terminal; `published` has what the puzzle's source prints. A distribution is drawn
in a line of blocks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, isfinite, isnan
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from sweepstake.cli import terminal
from sweepstake.puzzle.display import Listing
from sweepstake.puzzle.story import Headline
from sweepstake.quantity.estimates import ByPoint, as_numbers, outcomes
from sweepstake.quantity.extremes import MOST_WORDS, in_words
from sweepstake.quantity.given import given_outcome, may_be
from sweepstake.quantity.quantity import Quantity, means, shares
from sweepstake.quantity.statistic import Statistic, summarizing, summed_outcome
from sweepstake.report.tables import cell
from sweepstake.report.words import answers
from sweepstake.report.words.answers import Answer, answer, is_certain
from sweepstake.report.words.phrases import Phrase, of_unit, sentence, word_of
from sweepstake.stats.interval import ENOUGH
from sweepstake.text import numbers, words
from sweepstake.text.digits import fraction

if TYPE_CHECKING:
    from sweepstake.config.points import Point
    from sweepstake.puzzle.question import Column, Published, Question

GAP = "   "
"""The space between an answer and how it was computed."""
MAX_NUMBERS = 8
"""Up to so many numbers get a line each, instead of quantiles."""
MOST_DIGITS = 6
"""Most digits of probabilities, if fewer do not tell them apart."""
MAX_FRACTION = 24
"""The most characters of the fraction beside the probability of a word."""
FEW = 20
"""Most rows that are shown without `--all`."""
MEASURES = ("probability", "count", "standard_error", "low", "high")
MARGIN = 4
ROUNDING = 1e-9
"""By how much, relatively, a float may differ from a number that is published as a fraction."""
DRAWN = 0.99
"""The share of the probability that is drawn; the largest values are left out."""
CHART_BLOCKS = " ▁▂▃▄▅▆▇█"


def lines(point: Point, frame: pd.DataFrame) -> Iterator[str]:
    """The answer to `point`, which has these rows, in lines; the answer itself is the first."""
    first = point.asks.outcomes[0]
    if is_certain(point.asks, frame):
        yield _method_text(_answer(point, frame, first))
        return
    for column in point.asks.outcomes:
        if column is not first:
            yield ""
        yield from _of_column(point, frame, column)
    if (out := _left_out(point, frame)) == 1:
        yield "left out: all outcomes"
    elif out:
        yield f"left out: {words.chance(out)}"


def published(point: Point, frame: pd.DataFrame) -> Iterator[str]:
    """What the puzzle's source prints for this answer, and whether a computed answer differs."""
    question = point.asks
    for printed in question.published:
        is_rough = "approximate" in (point.by.kind, question.methods[printed.method].kind)
        is_asked = question.stored(printed.params) == point.stored
        if is_asked and (printed.method == point.method or not is_rough):
            name, [value] = _as_published(question, frame, printed)
            differs = ", which is not this answer" * _differs(value, printed)
            yield f"Published: {name} = {printed.printed}{differs}."


def _differs(value: Quantity, printed: Published) -> bool:
    """True if a computed number isn't the published one; only a check can say so of a sample."""
    if value.is_sampled or not (value.exact or isfinite(value.value)):
        return False
    rounding = 0.0 if value.exact else ROUNDING * abs(value.value)
    off = abs(fraction(value.exact or value.value) - fraction(printed.printed))
    return off > max(printed.tolerance, rounding)


def _as_published(
    question: Question, frame: pd.DataFrame, printed: Published
) -> tuple[str, list[Quantity]]:
    """The name of a number that is published, and the number in the rows of an answer."""
    columns = {column.name: column for column in question.outcomes}
    if printed.mean:
        column = columns[str(printed.outcome)]
        return f"mean {column.name}", means(question, frame, column)
    mask, conditions = pd.Series(True, frame.index), []
    for column, cell_value in zip(question.outcomes, question.cells(printed.outcome), strict=True):
        values = frame[column.name]
        mask &= values.isna() if cell_value is None else values.eq(cell_value).fillna(False)
        conditions.append(Statistic("probability", column, cell_value).text)
    return f"P({', '.join(conditions)})", shares(question, frame, mask)


def _answer(point: Point, frame: pd.DataFrame, column: Column, outcome: object = None) -> Answer:
    return answer(point.asks, frame, Headline("", column=column.name, outcome=outcome))


def _method_text(result: Answer, name: str = "") -> str:
    """An answer, and how it was computed; `name` is the event if it is a probability."""
    text = f"{sentence(name)}: {result.text[:1].lower()}{result.text[1:]}" if name else result.text
    known = answers.certainty(result.kind, result.quantity)
    return f"{text}{GAP}{known}{result.sure * result.quantity.is_sampled}"


def _of_column(point: Point, frame: pd.DataFrame, column: Column) -> Iterator[str]:
    """The answer for one column, and how likely its outcomes are."""
    is_first, is_only = column is point.asks.outcomes[0], len(point.asks.outcomes) == 1
    outcome, is_yes = summed_outcome(point.asks, column), column.type == "bool"
    has_mean = column.is_numeric and outcome is None
    if outcomes(frame).empty and not has_mean:
        yield f"{column.counted}: not known"
        return
    if is_first or has_mean or is_yes:
        result = _answer(point, frame, column, outcome)
        if has_mean and isnan(result.quantity.value) and not outcomes(frame).empty:
            result = replace(result, text=_without_rest(frame, column))
        name = column.counted * (not is_first) if is_yes else ""
        yield _method_text(
            result, _in_words(column, outcome) if column.is_numeric and not has_mean else name
        )
        yield from _digits(result.quantity) if has_mean or not is_yes or is_only else ()
    if has_mean:
        yield from _numbers(point, frame, column)
    elif not is_yes:
        yield from [""] * is_first
        yield from _words(point, frame, column)


def _without_rest(frame: pd.DataFrame, column: Column) -> str:
    """The mean of the listed numbers, if those that are left out may be of any size."""
    rows = outcomes(frame)
    values = as_numbers(rows[column.name])
    shares = rows["probability"].where(values.notna())
    mean = words.amount(float((values * shares).sum() / shares.sum()), digits=6)
    return f"{sentence(of_unit(mean, column.counted))} on average, without what is left out"


def _digits(value: Quantity) -> Iterator[str]:
    """The number with all its digits, if the answer has fewer."""
    if value.is_sampled or isnan(value.value) or words.fraction(value.exact):
        return
    text = answers.digits(value)
    if answers.is_written(value):
        text = f"exactly {text}"
    elif not value.exact:
        text = f"{'proved' if value.is_proved else 'to 12 digits'}: {text}"
    if len(answers.digits(value)) > 4:
        yield f"    {numbers.raised(text)}"


def _numbers(point: Point, frame: pd.DataFrame, column: Column) -> Iterator[str]:
    """How likely each number is or, if they are many, their quantiles."""
    rows = outcomes(frame)
    values = as_numbers(rows[column.name])
    if values.isna().all():
        return
    if values.nunique() > MAX_NUMBERS:
        yield from drawing(values, rows["probability"], column.type == "int")
        yield f"    {_spread(point, ByPoint(point.asks, frame), values)}"
        return
    order = [values == number for number in sorted(values.dropna().unique())]
    yield from _shares(point, frame, {str(rows[column.name][mask].iloc[0]): mask for mask in order})


def _spread(point: Point, points: ByPoint, values: pd.Series[float]) -> str:
    """Quantiles, the ends and the standard deviation, as far as they are known."""
    low, middle, high = (
        numbers.plain(float(quantile.iloc[0])) for quantile in points.quantiles(values, [5, 50, 95])
    )
    least, greatest = (numbers.plain(float(quantile.iloc[0])) for quantile in points.ends(values))
    deviation = float(points.spread(values).iloc[0])
    spread = "unknown" if isnan(deviation) else words.amount(deviation)
    if {low, middle, high, least} == {"unknown"}:
        return "quantiles unknown, no greatest value"
    ends = f"seen: {least} to {greatest}" if point.by.draws else f"{least} to {greatest} in all"
    if _left_out(point, points.frame):
        is_known = not isnan(float(points.average(values).value.iloc[0]))
        ends = "no greatest value" if is_known else "least and most unknown"
    elif not point.by.draws and point.by.kind != "exact":
        ends = f"computed: {least} to {greatest} (rarer outcomes may be left out)"
    return f"median {middle}; nine in ten from {low} to {high}; {ends}; standard deviation {spread}"


def _words(point: Point, frame: pd.DataFrame, column: Column) -> Iterator[str]:
    """The likeliest words, one on each line, and the probability of the others."""
    rows, cells = outcomes(frame), in_words(frame, column)
    sums = rows.groupby(cells)["probability"].sum().sort_values(ascending=False, kind="stable")
    order = [*sums.index]
    rows_of = {_in_words(column, word): cells == word for word in order[:MOST_WORDS]}
    if point.by.kind == "sampled" and len(order) <= MOST_WORDS:
        unmet = [text for word, text in column.words.items() if word not in order]
        rows_of |= dict.fromkeys(unmet if column.words else ["others"], cells.isna())
    yield from _shares(point, frame, rows_of, MAX_FRACTION)
    if len(order) > MOST_WORDS:
        probability = words.chance(float(sums.iloc[MOST_WORDS:].sum()))
        yield f"    and {len(order) - MOST_WORDS:,} others ({probability} together): --all"


def _in_words(column: Column, outcome: Any) -> str:
    """An outcome as people say it."""
    if isinstance(outcome, str):
        return word_of(column, outcome)
    return of_unit(str(outcome), column.counted)


def _shares(
    point: Point, frame: pd.DataFrame, masks: dict[str, pd.Series[bool]], fraction: int = 0
) -> Iterator[str]:
    """How likely some outcomes are, one on each line, with enough digits to tell them apart.

    Exact ones also have their fractions, if these are short or have at most `fraction` characters.
    """
    wide = max(map(len, masks), default=0)
    values = [value for rows in masks.values() for value in shares(point.asks, frame, rows)]
    different = len({value.value for value in values})
    for digits in range(2, MOST_DIGITS + 1):
        texts = [_share(value, digits) for value in values]
        if len({*texts}) == different:
            break
    for label, text, value in zip(masks, texts, values, strict=True):
        is_long = not words.fraction(value.exact) and "/" in value.exact
        exact = f" ({value.exact})" if is_long and len(value.exact) <= fraction else ""
        yield f"{label:<{wide}}  {text}{exact}"


def _share(value: Quantity, digits: int) -> str:
    """The probability of an outcome, with half of its interval or as a short fraction."""
    if not value.is_sampled:
        return Phrase("chance").with_fraction(value, digits)
    if value.half and 0.01 <= value.value <= 0.99:
        return words.percent_plus_minus(value.value, value.half)
    text = Phrase("chance").number(value).replace(f" in {value.times}", "")  # the answer says it
    return f"{text} (95%: {answers.ends(value)})" if value.half and 0 < value.value < 1 else text


def _left_out(point: Point, frame: pd.DataFrame) -> float:
    """The probability that the answer leaves out; 0 for a sample."""
    out = ByPoint(point.asks, frame).left_out().iloc[0]
    return 0.0 if isnan(out) else float(out)


def listing(point: Point, frame: pd.DataFrame, has_all_rows: bool) -> Listing:
    """The rows of an answer: all, or the first ones."""
    all_rows = outcomes(frame)
    rows, notes = (all_rows if has_all_rows else all_rows.head(FEW)), []
    columns = {column.name: list(map(cell, rows[column.name])) for column in point.asks.outcomes}
    if not point.asks.listing:
        columns |= (measures := _measures(rows))
        if frame["exact"].notna().any() and "exact" not in measures:
            notes.append("The fractions are long: --format json has them.")
    if len(rows) < len(all_rows):
        notes.append(f"{len(all_rows) - len(rows):,} more rows: --all")
    if frame["trials"].notna().any():
        trials = int(frame["trials"].max())
        notes.append(f"{trials:,} trial{'s' * (trials != 1)}")
    if (frame["standard_error"].notna() & frame["low"].isna()).any():
        notes.append(f"No low and high: fewer than {ENOUGH} effective trials.")
    out = ByPoint(point.asks, frame).left_out()
    if (out > 0.0).any():
        notes.append(f"Left out: {out.iloc[0]:.2g} of the probability.")
    if all_rows.empty and point.asks.listing:
        notes.append("There are none: the answer is an empty list.")
    header = tuple(name.replace("_", " ") for name in columns)
    return Listing("", header, [*zip(*columns.values(), strict=True)], "\n".join(notes))


def _measures(frame: pd.DataFrame) -> dict[str, list[str]]:
    """The measures of each outcome, without empty columns."""
    logarithms = frame["log10_probability"].astype(float)
    measures = {name: list(map(cell, frame[name])) for name in MEASURES}
    measures["probability"] = list(map(numbers.likely, frame["probability"], logarithms))
    exact = list(map(cell, frame["exact"]))
    if max(map(len, exact), default=0) <= terminal.width() // 2:
        measures["exact"] = exact
    return {name: cells for name, cells in measures.items() if any(cells)}


def given(question: Question, frame: pd.DataFrame, swept: Sequence[str] = ()) -> Iterator[Listing]:
    """A listing for each column declared as `given`: the other outcomes, given each value.

    For answers at several sets of parameters the rows also have the `swept` parameters.
    """
    for column in question.outcomes:
        if column.given and len(question.outcomes) > 1 and may_be(frame, column.name).any():
            yield _given(question, column, frame, swept)


def _given(
    question: Question, column: Column, frame: pd.DataFrame, swept: Sequence[str]
) -> Listing:
    conditional, rows = given_outcome(question, frame, column.name)
    points = ByPoint(conditional, rows)
    texts = {}
    for statistic in summarizing(conditional, points.frame):
        is_word = statistic.column is not None and statistic.column.is_word
        if statistic.of in ("mean", "probability") or (is_word and statistic.of == "none"):
            estimate = points.estimate(statistic)
            texts[statistic.heading] = pd.Series(map(_estimate, *estimate), estimate.value.index)
    table = points.row(**texts)
    cells = [*table[[*swept, column.name, *texts]].itertuples(index=False, name=None)]
    hidden = len(cells) - FEW
    note = f"{hidden:,} more {column.name}: --all" if hidden > 0 else ""
    return Listing("", (*swept, f"given {column.name}", *texts), cells[:FEW], note)


def _estimate(value: float, error: float, low: float, high: float) -> str:
    """An estimate, with half of its 95% interval if it has one.

    An outcome that no trial met, or every trial, has the end of its interval instead.
    """
    if isnan(value):
        return ""
    if not low < high:
        return numbers.plain(value)
    if error == 0.0:
        return f"≤ {numbers.plain(high)}" if value == 0.0 else f"≥ {numbers.plain(low)}"
    return words.plus_minus(value, (high - low) / 2)


def drawing(
    values: pd.Series[float], probability: pd.Series[float], is_whole: bool
) -> Iterator[str]:
    """Two lines, the heights and the ends of the range; nothing unless output is a terminal."""
    if not sys.stdout.isatty():
        return
    heights, low, high = binned(values, probability, terminal.width() - 2 * MARGIN, is_whole)
    ends = (numbers.plain(low), numbers.plain(high))
    yield f"{' ' * MARGIN}{chart(heights)}"
    gap = " " * max(1, len(heights) - sum(map(len, ends)))
    yield f"{' ' * MARGIN}{ends[0]}{gap}{ends[1]}"


def binned(
    values: pd.Series[float], probability: pd.Series[float], width: int, is_whole: bool
) -> tuple[list[float], float, float]:
    """The probability in each of at most `width` equal parts of the range, and its ends.

    >>> binned(pd.Series([1.0, 2.0, 3.0]), pd.Series([0.25, 0.5, 0.25]), 10, True)
    ([0.25, 0.5, 0.25], 1.0, 3.0)
    """
    table = pd.DataFrame({"value": values, "share": probability}).dropna().sort_values("value")
    upto = table["share"].cumsum()
    table = table[(upto - table["share"]) < DRAWN * upto.iloc[-1]]
    low, high = float(table["value"].iloc[0]), float(table["value"].iloc[-1])
    size = (high - low) / width or 1.0
    if is_whole:
        size = float(ceil((high - low + 1) / width))
    index = ((table["value"] - low) / size).astype(int).clip(upper=width - 1)
    sums = np.bincount(index, weights=table["share"])
    return sums.tolist(), low, high


def chart(heights: list[float]) -> str:
    """A block for each height, the last one for the greatest; heights above 0 are visible.

    >>> chart([0.0, 1.0, 4.0, 8.0])
    ' ▁▄█'
    """
    top, tallest = len(CHART_BLOCKS) - 1, max(heights)
    return "".join(CHART_BLOCKS[max(h > 0, round(h / tallest * top))] for h in heights)
