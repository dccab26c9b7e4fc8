"""The certainty of an answer: in one line, and in the rows of "How sure is that?"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from sweepstake.puzzle.method import KINDS, Kind
from sweepstake.puzzle.question import Published, Question
from sweepstake.report.story.phrases import MOST_DIGITS, Phrase
from sweepstake.report.story.values import Value, best
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
FEW = 10
"""If a sample met an event fewer times, the text says how often."""
MET = 5
"""A sample that met an event fewer times does not confirm its probability."""
LONGEST = 60
"""The most characters of a fraction that is written out."""
Row = tuple[str, str]


def line(question: Question, phrase: Phrase, values: Sequence[Value]) -> str:
    """The certainty of the best of `values` at one set of parameters; follows a word of `IS`."""
    value = best(values)
    if value.is_sampled:
        if value.number in (0.0, 1.0) and phrase.of == "chance":
            return ""  # the answer states its trials and its bound
        few = "" if value.has_interval else ", too few for an interval"
        return f", {_within(phrase, value)}{_trials(question, value)}{few}"
    if value.kind == "approximate":
        return ""
    return f"; {_confirmed(question, phrase, values) or 'not confirmed'}"


def line_of_sweep(question: Question, phrase: Phrase, points: Sequence[Sequence[Value]]) -> str:
    """The certainty over a sweep: how many cases have the worst kind, and how many are confirmed.

    Another method or a published value confirms a case.
    """
    kinds = [best(values).kind for values in points]
    worst = max(kinds, key=KINDS.index)
    every, known = len(points), kinds.count(worst)
    where = f" in {known} of {every} cases" if known < every else ""
    confirmed = sum(bool(_confirmed(question, phrase, values)) for values in points)
    if confirmed == every:
        return f"{where}; confirmed everywhere"
    return f"{where}; {f'confirmed in {confirmed} of {every}' if confirmed else 'not confirmed'}"


def rows(question: Question, phrase: Phrase, values: Sequence[Value], at: str) -> Iterator[Row]:
    """The rows on the number at one set of parameters; `at` names the set in a sweep."""
    at = f"at {at}: " if at else ""
    value, computed = best(values), [v for v in values if v.kind in ("exact", "float")]
    if computed:
        yield EXACTLY[value.kind], f"{at}{numbers.raised(digits(value))}"
        yield "Computed", _by(question, computed)
    for sample in sorted((v for v in values if v.is_sampled), key=lambda v: -v.trials):
        says = f"{at}{_method(question, sample)}, {_trials(question, sample)}: "
        yield "Simulated", says + _interval(phrase, sample)
    for rough in (v for v in values if v.kind == "approximate"):
        yield "Rule of thumb", f"{at}{_method(question, rough)}: {phrase.number(rough, 4)}"
    for printed in _published(question, phrase, value):
        yield "Published", f"{at}{numbers.raised(str(printed.value))}"


def _published(question: Question, phrase: Phrase, value: Value) -> list[Published]:
    """The values that the source prints for this number, except approximations."""
    return [
        printed
        for printed in question.published
        if question.stored(printed.params) == value.params
        and printed.outcome == phrase.outcome
        and question.methods[printed.method].kind != "approximate"
    ]


def _trials(question: Question, value: Value) -> str:
    is_named = question.unit and value.kind != "rare"
    return f"{value.trials:,} {question.unit}" if is_named else value.times


def _confirmed(question: Question, phrase: Phrase, values: Sequence[Value]) -> str:
    """What confirms the best of `values`, assuming that no check has failed.

    As in the coverage, methods derived from the same rules don't confirm each other.
    """
    value = best(values)
    apart = [v for v in values if not question.share_rules(v.method, value.method)]
    others = [v for v in apart if v is not value and v.kind in ("exact", "float")]
    if others and value.kind in ("exact", "float"):
        return f"{words.counted(len(others) + 1)} methods agree"
    samples = [v for v in apart if v is not value and v.is_sampled and v.has_interval]
    if any(_is_met(phrase, sample) for sample in samples):
        return "a sample agrees"
    return "as published" if _published(question, phrase, value) else ""


def _is_met(phrase: Phrase, sample: Value) -> bool:
    """True if a sample is large enough to confirm the number."""
    if phrase.of != "chance" or sample.kind == "rare":
        return bool(sample.number)
    return round(sample.number * sample.trials) >= MET


def _within(phrase: Phrase, value: Value) -> str:
    """Half of the interval in the answer's unit, with "at most" for importance sampling."""
    if not value.half:
        return ""
    at_most = "at most " * (value.kind == "rare")
    if phrase.of == "mean":
        half = words.plus_minus(value.number, value.half).rpartition(" ")[2]
        return f"± {at_most}{half} (95%), "
    if 0.01 <= value.number <= 0.99:
        half = words.percent_plus_minus(value.number, value.half).rpartition(" ")[2]
        return f"± {at_most}{half} percentage points (95%), "
    return f"{ends(value)} (95%), "


def _interval(phrase: Phrase, value: Value) -> str:
    if not value.has_interval:
        return f"{phrase.number(value)}, too few for an interval"
    if value.number in (0.0, 1.0) and phrase.of != "mean":
        return phrase.number(value)
    if phrase.of == "mean":
        return f"{words.plus_minus(value.number, value.half)} (95%)"
    met = round(value.number * value.trials)
    few = f"in {met} of them, so " if met < FEW and value.kind == "sampled" else ""
    return f"{few}{phrase.number(value, MOST_DIGITS)}, 95% interval {ends(value)}"


def ends(value: Value) -> str:
    """Both ends of a probability's interval, with enough digits to differ."""
    say = words.percent if value.high >= 0.99 else words.chance
    for digits in range(2, 7):
        low, high = (say(end, digits=digits) for end in (value.low, value.high))
        if low != high:
            break
    if value.low <= 0.0:
        return f"at most {high}"
    if value.high >= 1.0:
        return f"at least {low}"
    if low.startswith("once in ") and high.startswith("once in "):
        return f"{high} to {low.removeprefix('once in ')}"
    return f"{low} to {high}"


def digits(value: Value) -> str:
    """The number with 12 digits, and as a fraction if it is exact and the fraction is short."""
    decimal = f"{value.number:.12g}"
    if not value.number and not isnan(value.logarithm):
        return words.power(value.logarithm, 6)
    if not value.exact or value.exact == decimal:
        return decimal
    if len(value.exact) <= LONGEST:
        return f"{value.exact} = {decimal}"
    size = len(value.exact.partition("/")[2])
    return f"a fraction whose denominator has {size:,} digits, about {decimal}"


def _by(question: Question, computed: Sequence[Value]) -> str:
    names = "; ".join(_method(question, value) for value in computed)
    equal = len(computed) > 1 and {value.kind for value in computed} == {"exact"}
    return f"{names}{': the same answer' if equal else ''}"


def _method(question: Question, value: Value) -> str:
    says = question.methods[value.method].says
    return f"{value.method} ({says})" if says else value.method
