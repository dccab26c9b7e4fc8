"""The number of an answer in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isnan, log10
from typing import Any, Literal

from sweepstake.puzzle.question import Column
from sweepstake.quantity.quantity import Quantity
from sweepstake.text import words
from sweepstake.text.digits import fraction

MOST_DIGITS = 6
"""The most digits that are used to make two numbers differ."""
LONGEST = 15
"""The most digits of a whole number that is written out."""
LONGEST_WORD = 60
"""The most characters of any other outcome that is written out."""


@dataclass(frozen=True)
class Phrase:
    """Puts the numbers of a question in words: a mean, a count of rows, or a probability.

    `unit` names the things that a mean counts, or that a probability is a share of. `word`: the
    likeliest outcome, whose probability is reported. A probability is the probability of `outcome`,
    and is written with `digits`.
    """

    of: Literal["mean", "count", "chance"]
    unit: str = ""
    word: str = ""
    outcome: object = None
    digits: int = 2

    def number(self, quantity: Quantity, digits: int = 0) -> str:
        """The number alone, without its unit."""
        if isnan(quantity.value):
            return "unknown"
        if self.of != "chance":
            return words.amount(quantity.value, quantity.half, digits or 3)
        if quantity.is_sampled and quantity.value in (0.0, 1.0):
            return _never_met(quantity)
        if not isnan(quantity.rest):
            return f"all but {words.once_in(quantity.rest)}"
        return words.chance(
            quantity.value, quantity.logarithm, quantity.half, digits or self.digits
        )

    def at_point(self, quantity: Quantity) -> str:
        """The answer at one set of parameters, with a short fraction if there is one."""
        short = _short(quantity)
        if self.of == "mean" and short:
            decimal = f"{quantity.value:,.{MOST_DIGITS}g}"
            if Fraction(decimal.replace(",", "")) == fraction(quantity.exact):
                return self._sentence(self._whole(decimal))
        return self._sentence(f"{self._whole(self.number(quantity))}{short}")

    def with_fraction(self, quantity: Quantity, digits: int = 0) -> str:
        """The number alone, with a short fraction if there is one."""
        return f"{self.number(quantity, digits)}{_short(quantity)}"

    def _whole(self, text: str) -> str:
        """The number with its unit."""
        if self.of != "chance":
            return f"{of_unit(text, self.unit)}{' on average' * (self.of == 'mean')}"
        if self.word:
            return text
        if text.endswith("%"):
            return f"{text} of {self.unit or 'the time'}"
        return (
            f"{text} {self.unit or 'times'}" if text.startswith(("once", "all but once")) else text
        )

    def _sentence(self, text: str) -> str:
        return f"Most often {self.word}: {text}" if self.word else sentence(text)

    def distinguishing(self, quantity: Quantity, other: Quantity) -> Phrase:
        """The phrase with enough digits to make the numbers differ; unchanged if that fails."""
        finer = (replace(self, digits=digits) for digits in range(2, MOST_DIGITS + 1))
        return next((p for p in finer if p.number(quantity) != p.number(other)), self)


def _short(quantity: Quantity) -> str:
    """The number as a fraction in brackets; empty if the fraction is long."""
    short = words.fraction(quantity.exact)
    return f" ({short})" if "/" in short else ""


def fact(values: Sequence[tuple[Any, str]]) -> str:
    """Certain outcomes in words, numbers with their units.

    >>> fact([(True, ""), (255, "moves")]), fact([(False, ""), (None, "moves")]), fact([("B", "")])
    ('Yes, in 255 moves', 'No', 'B')
    >>> fact([("123456789" * 1000, "plans")])
    '1.23 × 10⁸⁹⁹⁹ plans'
    """
    parts = [_outcome(quantity, unit) for quantity, unit in values if quantity is not None]
    between = ", in " if parts[:1] == ["yes"] else ", "
    return sentence(between.join(parts)) if parts else "None"


def _outcome(quantity: Any, unit: str) -> str:
    if isinstance(quantity, bool):
        return "yes" if quantity else "no"
    text = str(quantity)
    if text.isdecimal() and len(text) > LONGEST:  # Python reads no more than 4,300 digits
        text = words.power(log10(float(f"0.{text[:LONGEST]}")) + len(text))
    elif text.isdecimal():
        text = words.amount(int(text))
    elif len(text) > LONGEST_WORD:
        text = f"{text[:12]}..."
    return of_unit(text, unit)


def of_unit(number: str, unit: str) -> str:
    """A number with its unit: after it if the unit is a plural, else before it.

    >>> of_unit("12", "games"), of_unit("12", "score")
    ('12 games', 'score 12')
    """
    return f"{number} {unit}" if unit.endswith("s") else f"{unit} {number}".lstrip()


def word_of(column: Column, outcome: str) -> str:
    """An outcome that names something in words; a nominal number has its column's name before it.

    >>> word_of(Column("seat", "int", "", nominal=True), "3")
    'seat 3'
    """
    is_number = column.nominal and outcome.lstrip("-").isdecimal()
    return f"{column.counted} {outcome}" if is_number else column.words.get(outcome, outcome)


def _never_met(quantity: Quantity) -> str:
    """In words: all trials of a sample met an event, or no trial did; with its bound."""
    text = f"{'in all of' if quantity.value else 'not seen in'} {quantity.times}"
    if not quantity.has_interval:
        return text
    bound = words.chance(1 - quantity.low if quantity.value else quantity.high)
    return f"{text}: {'missed ' * bool(quantity.value)}at most {bound} (95%)"


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
