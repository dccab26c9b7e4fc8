"""Quantities in words, and inverse questions.

An inverse question asks at which values of the parameters a number is greatest, or passes a bound.
Samples are compared by their intervals. If there are several samples, each interval is widened so
that all hold at once in 95 of 100 sweeps (Bonferroni).
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isnan
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from sweepstake.core.distribution import log10
from sweepstake.errors import InputError
from sweepstake.quantity.quantity import Quantity, quantities
from sweepstake.quantity.statistic import RELATIONS, Statistic, read
from sweepstake.report.words import answers
from sweepstake.report.words.phrases import Phrase
from sweepstake.text import words
from sweepstake.text.digits import fraction
from sweepstake.text.shown import listed, shown

if TYPE_CHECKING:
    from sweepstake.ask.answers import Answers

COMPARE = {">=": operator.ge, "<=": operator.le}
BEYOND = 0.025
"""The probability that a number lies above, and that it lies below, its 95% interval."""


def in_words(statistic: Statistic, quantity: Quantity) -> str:
    """A quantity in words, with ± half of its 95% interval if it has one."""
    is_share = statistic.is_probability
    number = Phrase("chance" if is_share else "mean")
    if isnan(quantity.value):
        return "none"
    if not quantity.is_sampled or not quantity.has_interval:
        return number.with_fraction(quantity, 3)
    if statistic.of == "quantile":
        low, high = words.amount(quantity.low), words.amount(quantity.high)
        return f"{words.amount(quantity.value)} ({low} to {high})"
    if not is_share and quantity.half:
        return words.plus_minus(quantity.value, quantity.half)
    if not is_share:
        return number.number(quantity)
    if quantity.value in (0.0, 1.0):
        return answers.ends(quantity)
    if not 0.01 <= quantity.value <= 0.99:
        return f"{number.number(quantity)} ({answers.ends(quantity)})"
    return words.percent_plus_minus(quantity.value, quantity.half)


@dataclass(frozen=True, repr=False)
class Location:
    """The sets of parameters that answer an inverse question, with their values and a note."""

    text: str
    values: tuple[Quantity, ...]
    note: str = ""

    def __str__(self) -> str:
        return f"{self.text}\n{self.note}" if self.note else self.text

    __repr__ = __str__

    @property
    def params(self) -> list[dict[str, Any]]:
        """The sets of parameters, as tables store them."""
        return [quantity.params for quantity in self.values]


def extreme(answers: Answers, name: str, is_greatest: bool) -> Location:
    """The points of the greatest or least number: all ties, and all that samples can't separate."""
    statistic = read(name, answers.question)
    all_values = quantities(answers.question, answers.frame, statistic)
    values = [quantity for quantity in all_values if not isnan(quantity.value)]
    if not values:
        raise InputError(f"{statistic.label} has no value anywhere; nothing is greatest or least")
    sign, wider = (
        (1 if is_greatest else -1),
        widened(sum(quantity.is_sampled for quantity in values)),
    )
    least = max(sign * quantity.value - wider * _half(quantity) for quantity in values)
    best = [v for v in values if sign * v.value + wider * _half(v) >= least]
    top = max(best, key=lambda quantity: sign * quantity.value)
    if not any(
        quantity.is_sampled for quantity in best
    ):  # floats may round unequal fractions to one
        best = [quantity for quantity in best if _order(quantity) == _order(top)]
    extent = "greatest" if is_greatest else "least"
    location = " or ".join(_at(answers, quantity) for quantity in best)
    text = f"{statistic.label} is {extent} at {location}: {in_words(statistic, top)}"
    is_open = len(best) > 1 and any(quantity.is_sampled for quantity in best)
    note = "More trials would tell these apart, if they differ." if is_open else ""
    return Location(text, tuple(best), note)


def first(answers: Answers, name: str, relation: str, bound: object) -> Location:
    """The first value of the one swept parameter at which the number meets the bound.

    The text says whether later values meet it too. A sample meets the bound if its whole interval
    does. `relation` is ">=" or "<=".
    """
    if len(answers.swept) != 1:
        names = listed(answers.swept) or "none"
        raise InputError(f"the first value is of one swept parameter; swept: {names}")
    statistic, limit = read(name, answers.question), bound_of(bound)
    condition = f"{statistic.label} is {RELATIONS[relation]} {shown_bound(limit)}"
    values = quantities(answers.question, answers.frame, statistic)
    states = [is_met(quantity, relation, limit) for quantity in values]
    if True not in states:
        closest = max(values, key=lambda v: v.value * (1 if relation == ">=" else -1))
        nearest = f"nearest at {_at(answers, closest)}: {in_words(statistic, closest)}"
        return Location(f"{condition} at none of {len(values):,} values; {nearest}", ())
    index = states.index(True)
    later = states[index + 1 :]
    agree = f"also at all {len(later):,} later values" if later else "it is the last value"
    failing = [values[index + 1 + k] for k, state in enumerate(later) if state is False]
    if failing:
        location = _at(answers, failing[0])
        agree = f"but not at {len(failing):,} later values, first at {location}"
    location, number = _at(answers, values[index]), in_words(statistic, values[index])
    text = f"{condition} first at {location}: {number}; {agree}"
    undecided = [quantity for quantity, state in zip(values, states, strict=True) if state is None]
    return Location(text, (values[index],), _open(answers, undecided))


def is_met(quantity: Quantity, relation: str, limit: Fraction) -> bool | None:
    """True if a number is at least, or at most, the limit; None if its interval can't tell."""
    if quantity.is_sampled and not quantity.has_interval:
        return None
    if (
        not quantity.exact
        and not quantity.value
        and quantity.logarithm == quantity.logarithm
        and limit > 0
    ):
        return (relation == ">=") == (quantity.logarithm >= (log10(limit) or 0.0))
    ends = [quantity.low, quantity.high] if quantity.is_sampled else [_order(quantity)]
    states = {COMPARE[relation](end, limit) for end in ends}
    return states.pop() if len(states) == 1 else None


def bound_of(bound: object) -> Fraction:
    """A bound as a fraction, from a number or a text like `1/2`, `0.5`, `50%`; else ValueError."""
    text = str(bound).strip()
    try:
        return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"{shown(bound)} is not a bound; allowed: numbers like 0.5, 1/2, 50%"
        ) from None


def shown_bound(limit: Fraction) -> str:
    """A bound in a sentence."""
    return str(limit) if limit.denominator < 1000 else f"{float(limit):g}"


def widened(samples: int) -> float:
    """The factor that widens each 95% interval so that those of all `samples` hold at once.

    >>> widened(1), round(widened(20), 3)
    (1.0, 1.543)
    """
    normal = NormalDist()
    return normal.inv_cdf(1 - BEYOND / max(samples, 1)) / normal.inv_cdf(1 - BEYOND)


def _half(quantity: Quantity) -> float:
    """Half of the interval; infinite for a sample without an interval."""
    return inf if quantity.is_sampled and not quantity.has_interval else quantity.half


def _order(quantity: Quantity) -> Fraction | float:
    """The number, as exactly as it is known."""
    return fraction(quantity.exact) if quantity.exact else quantity.value


def _at(answers: Answers, quantity: Quantity) -> str:
    return " ".join(f"{name}={quantity.params[name]}" for name in answers.swept) or "the one answer"


def _open(answers: Answers, values: Sequence[Quantity]) -> str:
    """Says at which values the samples leave the question open."""
    if not values:
        return ""
    examples = ", ".join(_at(answers, quantity) for quantity in values[:3])
    rest = f" and {len(values) - 3:,} more" if len(values) > 3 else ""
    return f"The intervals leave it open at {examples}{rest}; more trials would tell."
