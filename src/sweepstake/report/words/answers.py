"""The answer to a question as a sentence, with its certainty.

The certainty is one line, and the rows of "How sure is that?": the number with all digits, the
methods that computed or simulated it, and published values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan
from statistics import fmean
from typing import Any

import pandas as pd

from sweepstake.puzzle.method import Kind
from sweepstake.puzzle.question import Column, Published, Question
from sweepstake.puzzle.story import Headline
from sweepstake.quantity.estimates import ByPoint, outcomes
from sweepstake.quantity.extremes import (
    MAX_TIES,
    best,
    by_word,
    overlap,
    word_weights,
)
from sweepstake.quantity.quantity import Quantity, likelihoods, means, quantities
from sweepstake.quantity.statistic import Statistic
from sweepstake.report.words.phrases import MOST_DIGITS, Phrase, fact, sentence, word_of
from sweepstake.text import numbers, words

COLOURS: dict[Kind, str] = {
    "exact": "exact",
    "float": "exact",
    "sampled": "sim",
    "rare": "sim",
    "approximate": "rough",
}
"""Computed answers have one colour, simulated answers another, approximations a third."""
IS: dict[Kind, str] = {
    "exact": "exact",
    "float": "computed to rounding",
    "sampled": "simulated",
    "rare": "simulated",
    "approximate": "rule of thumb",
}
EXACTLY: dict[Kind, str] = {"exact": "Exactly", "float": "To rounding"}
"""The heading of the row that has all digits of a number."""
PROVED, LONG = "Proved", "Number"
"""This heading if the digits are proved, or if the fraction is too long to be written."""
FEW = 10
"""If an event occurred in fewer trials of a sample, the text says in how many."""
MIN_OCCURRENCES = 5
"""A sample in which an event occurred less often does not confirm its probability."""
MAX_FRACTION = 60
"""The most characters of a fraction that is written out."""
Row = tuple[str, str]


@dataclass(frozen=True)
class Answer:
    """An answer in words, its kind, its number and its certainty."""

    text: str
    kind: Kind
    quantity: Quantity
    sure: str
    how: tuple[Row, ...]


def certainty(kind: Kind, quantity: Quantity) -> str:
    """How a number is known, in a few words."""
    if kind != "float" or not quantity.is_proved:
        return IS[kind]
    return f"to {quantity.digits} digits, proved" if quantity.digits else "between proved bounds"


def answer(question: Question, rows: pd.DataFrame, headline: Headline) -> Answer:
    """The answer in words from the `rows` of all methods at one set of parameters."""
    uncertain = _answer(question, rows, headline)
    if not is_certain(question, rows):
        return uncertain
    how = [row for row in uncertain.how if row[0] not in (*EXACTLY.values(), PROVED, LONG)]
    return replace(uncertain, text=_fact(question, rows), how=(*how,))


def _answer(question: Question, rows: pd.DataFrame, headline: Headline) -> Answer:
    if question.listing:
        phrase = Phrase("count", question.unit or "rows")
        return _by_number(question, phrase, quantities(question, rows, Statistic("rows")))
    by_name = {column.name: column for column in question.outcomes}
    column = by_name[headline.column] if headline.column else question.outcomes[0]
    listed = outcomes(rows)[column.name]
    is_missing = len(listed) > 0 and listed.isna().all()
    if column.is_numeric and headline.outcome is None and not is_missing:
        return _of_numbers(question, rows, column)
    outcome = True if headline.outcome is None else headline.outcome
    phrase = Phrase("chance", question.unit, outcome=outcome)
    if (column.is_word or is_missing) and headline.outcome is None:
        return _of_words(question, rows, column, phrase)
    return _by_number(question, phrase, likelihoods(question, rows, column, outcome))


def _of_numbers(question: Question, rows: pd.DataFrame, column: Column) -> Answer:
    """The mean of the numbers; a probability that there is no number is stated first."""
    mean = _by_number(question, Phrase("mean", column.counted), means(question, rows, column))
    lacks = likelihoods(question, rows, column, None) if column.nullable else []
    if not any(quantity.value for quantity in lacks):
        return mean
    none = Phrase("chance").with_fraction(best(lacks))
    none = f"None {'in ' * none[:1].isdigit()}{none}"
    return replace(mean, text=f"{none}; else {mean.text[:1].lower()}{mean.text[1:]}")


def _of_words(question: Question, rows: pd.DataFrame, column: Column, phrase: Phrase) -> Answer:
    """The likeliest word, or all that can't be told apart from it; a missing word counts as one."""
    values = by_word(question, rows, column)
    bests = {word: best(of_word) for word, of_word in values.items()}
    top = max(bests, key=lambda word: bests[word].value)
    ties = [word for word in bests if overlap(bests[word], bests[top])]
    word = words.joined([word_of(column, tied) for tied in ties], "or")
    if len(ties) > MAX_TIES:
        all_tied = len(ties) == len(bests)
        word = _many(word_weights(rows, column), ties) if all_tied else f"{len(ties)} outcomes"
    of_top = int(top) if column.nominal and top.lstrip("-").isdecimal() else top
    phrase = replace(phrase, word=word, outcome=of_top)
    if len(ties) > 1:  # tied samples differ a little, so their mean is shown
        tied = [bests[word] for word in ties]
        about = "about " * (len({*map(phrase.number, tied)}) > 1)
        share = phrase.number(replace(tied[0], value=fmean(v.value for v in tied)))
        likely = _by_number(question, phrase, values[top])
        return replace(likely, text=f"{sentence(word)}, {about}{share} each")
    if rivals := [quantity for other, quantity in bests.items() if other != top]:
        phrase = phrase.distinguishing(bests[top], max(rivals, key=lambda v: v.value))
    return _by_number(question, phrase, values[top])


def _many(often: pd.Series[float], ties: Sequence[str]) -> str:
    """The number of tied words in a text, used if all compared words are tied."""
    count = int((often >= often[[*ties]].min()).sum())
    return f"{count:,} outcomes{' or more' * (count < len(often))}"


def _by_number(question: Question, phrase: Phrase, values: Sequence[Quantity]) -> Answer:
    """An answer that is one number, by all methods."""
    quantity = best(values)
    text, sure = phrase.at_point(quantity), line(question, phrase, values)
    return Answer(text, quantity.kind, quantity, sure, tuple(rows(question, phrase, values)))


def is_certain(question: Question, rows: pd.DataFrame) -> bool:
    """True if methods that don't sample give one outcome and leave out no probability."""
    computed, names = _computed(question, rows), [column.name for column in question.outcomes]
    is_single = not question.listing and len(computed.drop_duplicates(names)) == 1
    return is_single and not (ByPoint(question, computed).left_out() > 0.0).any()


def _fact(question: Question, rows: pd.DataFrame) -> str:
    """The certain outcome in words: each column, for example yes or no, and a number."""
    row, cells = _computed(question, rows).iloc[0], []
    for column in question.outcomes:
        cell: Any = row[column.name]
        counts = column.is_numeric or str(cell).isdecimal()
        cell = None if pd.isna(cell) else cell.item() if hasattr(cell, "item") else cell
        cells.append((column.words.get(cell, cell), column.counted if counts else ""))
    return fact(cells)


def _computed(question: Question, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of methods that don't sample."""
    return rows[~rows["method"].map(lambda name: question.methods[name].draws).astype(bool)]


def line(question: Question, phrase: Phrase, values: Sequence[Quantity]) -> str:
    """The certainty of the best of `values` at one set of parameters; follows a word of `IS`."""
    quantity = best(values)
    if quantity.is_sampled:
        if quantity.value in (0.0, 1.0) and phrase.of == "chance":
            return ""  # the answer states its trials and its bound
        few = "" if quantity.has_interval else ", too few for an interval"
        return f", {_within(phrase, quantity)}{_trials(question, quantity)}{few}"
    if quantity.kind == "approximate":
        return ""
    return f"; {_confirmed(question, phrase, values) or 'not confirmed'}"


def rows(question: Question, phrase: Phrase, values: Sequence[Quantity]) -> Iterator[Row]:
    """The rows on the number at one set of parameters."""
    quantity, computed = best(values), [v for v in values if v.kind in ("exact", "float")]
    if computed:
        heading = PROVED if quantity.is_proved else EXACTLY[quantity.kind]
        if quantity.kind == "exact" and not is_written(quantity):
            heading = LONG
        yield heading, numbers.raised(digits(quantity))
        yield "Computed", _by(question, computed)
    for sample in sorted((v for v in values if v.is_sampled), key=lambda v: -v.trials):
        method = f"{_method(question, sample)}, {_trials(question, sample)}: "
        yield "Simulated", method + _interval(phrase, sample)
    for approximate in (v for v in values if v.kind == "approximate"):
        yield (
            "Rule of thumb",
            f"{_method(question, approximate)}: {phrase.number(approximate, 4)}",
        )
    for published in _published(question, phrase, quantity):
        yield "Published", numbers.raised(str(published.value))


def _published(question: Question, phrase: Phrase, quantity: Quantity) -> list[Published]:
    """The values that the source prints for this number, except approximations."""
    return [
        value_in_source
        for value_in_source in question.published
        if question.stored(value_in_source.params) == quantity.params
        and value_in_source.outcome == phrase.outcome
        and question.methods[value_in_source.method].kind != "approximate"
    ]


def _trials(question: Question, quantity: Quantity) -> str:
    is_named = question.unit and quantity.kind != "rare"
    return f"{quantity.trials:,} {question.unit}" if is_named else quantity.times


def _confirmed(question: Question, phrase: Phrase, values: Sequence[Quantity]) -> str:
    """What confirms the best of `values`, assuming that no check has failed.

    As in the coverage, methods derived from the same rules don't confirm each other.
    """
    quantity = best(values)
    independent = [v for v in values if not question.share_rules(v.method, quantity.method)]
    computed = [v for v in independent if v is not quantity and v.kind in ("exact", "float")]
    if computed and quantity.kind in ("exact", "float"):
        return f"{words.counted(len(computed) + 1)} methods agree"
    samples = [v for v in independent if v is not quantity and v.is_sampled and v.has_interval]
    if any(_confirms(phrase, sample) for sample in samples):
        return "a sample agrees"
    return "as published" if _published(question, phrase, quantity) else ""


def _confirms(phrase: Phrase, sample: Quantity) -> bool:
    """True if a sample is large enough to confirm the number."""
    if phrase.of != "chance" or sample.kind == "rare":
        return bool(sample.value)
    return round(sample.value * sample.trials) >= MIN_OCCURRENCES


def _within(phrase: Phrase, quantity: Quantity) -> str:
    """Half of the interval in the answer's unit, with "at most" for importance sampling."""
    if not quantity.half:
        return ""
    at_most = "at most " * (quantity.kind == "rare")
    if phrase.of == "mean":
        half = words.plus_minus(quantity.value, quantity.half).rpartition(" ")[2]
        return f"± {at_most}{half} (95%), "
    if 0.01 <= quantity.value <= 0.99:
        half = words.percent_plus_minus(quantity.value, quantity.half).rpartition(" ")[2]
        return f"± {at_most}{half} percentage points (95%), "
    return f"{ends(quantity)} (95%), "


def _interval(phrase: Phrase, quantity: Quantity) -> str:
    if not quantity.has_interval:
        return f"{phrase.number(quantity)}, too few for an interval"
    if quantity.value in (0.0, 1.0) and phrase.of != "mean":
        return phrase.number(quantity)
    if phrase.of == "mean":
        return f"{words.plus_minus(quantity.value, quantity.half)} (95%)"
    occurrences = round(quantity.value * quantity.trials)
    few = (
        f"in {occurrences} of them, so " if occurrences < FEW and quantity.kind == "sampled" else ""
    )
    return f"{few}{phrase.number(quantity, MOST_DIGITS)}, 95% interval {ends(quantity)}"


def ends(quantity: Quantity) -> str:
    """Both ends of a probability's interval, with enough digits to differ."""
    say = words.percent if quantity.high >= 0.99 else words.chance
    for digits in range(2, 7):
        low, high = (say(end, digits=digits) for end in (quantity.low, quantity.high))
        if low != high:
            break
    if quantity.low <= 0.0:
        return f"at most {high}"
    if quantity.high >= 1.0:
        return f"at least {low}"
    if low.startswith("once in ") and high.startswith("once in "):
        return f"{high} to {low.removeprefix('once in ')}"
    return f"{low} to {high}"


def is_written(quantity: Quantity) -> bool:
    """True if `digits` has the number itself, not rounded: a whole number, or its fraction."""
    return 0 < len(quantity.exact) <= MAX_FRACTION


def digits(quantity: Quantity) -> str:
    """The number with 12 digits, and as a fraction if it is exact and the fraction is short."""
    decimal = f"{quantity.value:.12g}"
    if quantity.is_proved and quantity.digits < 12:
        low, high = (f"{end:.12g}" for end in (quantity.low, quantity.high))
        return f"{quantity.value:.{max(quantity.digits, 1)}g}, between {low} and {high}"
    if not quantity.value and not isnan(quantity.logarithm):
        return words.power(quantity.logarithm, 6)
    if not quantity.exact or quantity.exact == decimal:
        return decimal
    if len(quantity.exact) <= MAX_FRACTION:
        return f"{quantity.exact} = {decimal}"
    size = len(quantity.exact.partition("/")[2])
    return f"a fraction whose denominator has {size:,} digits, about {decimal}"


def _by(question: Question, computed: Sequence[Quantity]) -> str:
    exact = [quantity for quantity in computed if quantity.kind == "exact"]
    if len({(quantity.exact, quantity.value) for quantity in exact}) > 1:
        return "; ".join(f"{_method(question, q)}: {digits(q)}" for q in computed)
    names = "; ".join(_method(question, quantity) for quantity in computed)
    equal = len(computed) > 1 and len(exact) == len(computed)
    return f"{names}{': the same answer' if equal else ''}"


def _method(question: Question, quantity: Quantity) -> str:
    says = question.methods[quantity.method].says
    return f"{quantity.method} ({says})" if says else quantity.method
