"""The number of an answer in words, at one set of parameters or over a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isnan, log10
from typing import Any, Literal

from sweepstake.puzzle.story import SYMBOL, assigned, is_word
from sweepstake.quantity.extremes import overlap, turning_point
from sweepstake.quantity.quantity import Quantity
from sweepstake.text import words
from sweepstake.text.digits import fraction

MOST_DIGITS = 6
"""The most digits that are used to make two numbers differ."""
LONGEST = 15
"""The most digits of a whole number that is written out."""
LONGEST_WORD = 60
"""The most characters of any other outcome that is written out."""
MOST_NAMED = 12
"""The most values of a parameter that are listed."""


@dataclass(frozen=True)
class Phrase:
    """Puts the numbers of a question in words: a mean, a count of rows, or a probability.

    `unit` names the things that a mean counts, or that a probability is a share of. `word`: the
    likeliest outcome, whose probability is reported (`tied`: several share it). A probability is
    the probability of `outcome`, and is written with `digits`.
    """

    of: Literal["mean", "count", "chance"]
    unit: str = ""
    word: str = ""
    outcome: object = None
    tied: bool = False
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

    def over(self, values: Sequence[Quantity], swept: str) -> str:
        """The answer over a sweep of one parameter; `values` are sorted by it."""
        params, name = [quantity.params[swept] for quantity in values], swept.replace("_", " ")
        if self._is_certain(values):
            return _yes_at(values, params, name)
        least, most = _extremes(values)
        low, high = self._apart(least, most)
        if low == high:
            return f"{self._alike(least, low)}, whatever {name} {_verb(name, 'is', 'are')}"
        if is_word(params[0]):  # words have no order
            worst, best = least.params[swept], most.params[swept]
            return self._sentence(f"from {self._whole(low)} with {worst} to {high} with {best}")
        if turning := turning_point(values):
            bound, ties = turning
            at = assigned(swept, " or ".join(str(params[k]) for k in ties))
            top = self._whole(self.number(values[ties[0]]), before=f"{bound} ")
            return self._sentence(f"{top}, at {at}")
        first, last = values[0], values[-1]
        if any(overlap(a, least) and overlap(b, most) for a, b in ((first, last), (last, first))):
            low, high = self._apart(first, last)
            goes = f"as {name} {_verb(name, 'goes', 'go')} from {params[0]} to {params[-1]}"
            return self._sentence(f"{self._whole(high, before=f'from {low} to ')}, {goes}")
        between = self._whole(high, before=f"between {low} and ")
        return self._sentence(f"{between}, for {name} from {params[0]} to {params[-1]}")

    def among(self, values: Sequence[Quantity], swept: Sequence[str]) -> str:
        """The answer over a sweep of several parameters; each set of parameters is a case."""
        if self._is_certain(values):
            yes = sum(quantity.value == 1.0 for quantity in values)
            return f"Yes in {yes:,} of {len(values):,} cases"
        least, most = _extremes(values)
        low, high = self._apart(least, most)
        if low == high:
            return f"{self._alike(least, low)} in all {len(values):,} cases"
        names = words.joined([name.replace("_", " ") for name in swept], "and")
        between = self._whole(high, before=f"between {low} and ")
        return self._sentence(f"{between}, depending on {names}")

    def _whole(self, text: str, before: str = "") -> str:
        """The text `before`, then the number with its unit."""
        if self.of != "chance":
            average = " on average" if self.of == "mean" else ""
            return f"{of_unit(before + text, self.unit)}{average}"
        of = ""
        if text.endswith("%"):
            of = f" of {self.unit or 'the time'}"
        elif text.startswith(("once", "all but once")):
            of = f" {self.unit or 'times'}"
        return f"{before}{text}{'' if self.word else of}"

    def _sentence(self, text: str) -> str:
        before = f"{sentence(self.word)}: each" if self.tied else f"Most often {self.word}:"
        return f"{before} {text}" if self.word else sentence(text)

    def _alike(self, quantity: Quantity, text: str) -> str:
        """The sentence on a number that all values share; for a certain word, only the word."""
        if self.word and _is_one(quantity):
            return sentence(self.word)
        return self._sentence(self._whole(text))

    def _is_certain(self, values: Sequence[Quantity]) -> bool:
        """True if each of several values is a certain yes or no."""
        certain = all(v.value in (0.0, 1.0) and not v.is_sampled for v in values)
        return self.of == "chance" and not self.word and certain and len(values) > 1

    def _share(self, quantity: Quantity, digits: int) -> str:
        """The number beside another number: as a percentage even if it is nearly certain."""
        if self.of != "chance" or 0.0 < quantity.value < 0.99 or quantity.is_sampled:
            return self.number(quantity, digits)
        if _is_one(quantity) or (not quantity.value and isnan(quantity.logarithm)):
            return f"{quantity.value:.0%}"
        is_share = 0.0 < quantity.value < 1.0
        return (
            words.percent(quantity.value, digits=digits + 1) if is_share else self.number(quantity)
        )

    def distinguishing(self, quantity: Quantity, other: Quantity) -> Phrase:
        """The phrase with enough digits to make the numbers differ; unchanged if that fails."""
        finer = (replace(self, digits=digits) for digits in range(2, MOST_DIGITS + 1))
        return next((p for p in finer if p.number(quantity) != p.number(other)), self)

    def _apart(self, first: Quantity, second: Quantity) -> tuple[str, str]:
        """Two numbers with as many digits as make them differ; with few digits if none do."""
        few = 3 if self.of == "mean" else 2
        for digits in (*range(few, MOST_DIGITS + 1), few):
            low, high = (self._share(quantity, digits) for quantity in (first, second))
            if low != high:
                break
        return low, high


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


def _verb(name: str, singular: str, plural: str) -> str:
    """The verb that agrees with a parameter's name, which may be a plural."""
    return plural if name.endswith("s") and len(name) > SYMBOL else singular


def of_unit(number: str, unit: str) -> str:
    """A number with its unit: after it if the unit is a plural, else before it.

    >>> of_unit("12", "games"), of_unit("12", "score")
    ('12 games', 'score 12')
    """
    return f"{number} {unit}" if unit.endswith("s") else f"{unit} {number}".lstrip()


def _extremes(values: Sequence[Quantity]) -> tuple[Quantity, Quantity]:
    """The least and the greatest value."""
    return min(values, key=lambda v: v.value), max(values, key=lambda v: v.value)


def _is_one(quantity: Quantity) -> bool:
    """True if a computed value is exactly 1, not only rounded to it."""
    return quantity.value == 1.0 and not quantity.is_sampled and isnan(quantity.rest)


def _never_met(quantity: Quantity) -> str:
    """In words: all trials of a sample met an event, or no trial did; with its bound."""
    text = f"{'in all of' if quantity.value else 'not seen in'} {quantity.times}"
    if not quantity.has_interval:
        return text
    bound = words.chance(1 - quantity.low if quantity.value else quantity.high)
    return f"{text}: {'missed ' * bool(quantity.value)}at most {bound} (95%)"


def _yes_at(values: Sequence[Quantity], params: Sequence[Any], name: str) -> str:
    """In words, the values of a parameter for which the answer is yes."""
    yes = [str(param) for quantity, param in zip(values, params, strict=True) if quantity.value]
    if len(yes) in (0, len(values)):
        return f"{'Yes' if yes else 'No'}, for all {len(values)} values of {name}"
    if len(yes) > MOST_NAMED:
        return f"Yes for {len(yes)} of {len(values)} values of {name}"
    return f"Yes for {assigned(name, words.joined(yes, 'and'))}, else no"


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
