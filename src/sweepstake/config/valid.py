"""Checks of the values in a config; a mistake is a ValueError of one line.

`at` is the key, such as `sweeps.war.points[0].grid`: every message begins with it.

Several values of a parameter can be one text, on the command line, in a `grid` and in Python:
`2,3,5`, `2..13`, `0..1..1/10`; both ends are included. A method that samples has a number of trials
or a bound (`Until`), which says when an estimate is good enough, and from which follows how many
trials are likely to be needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite, isinf, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted
from sweepstake.errors import InputError
from sweepstake.puzzle.parameter import PYTHON_TYPES, AnyParameter, ListOf, rational
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import address, check_among, listed, shown

MEAN = "mean"
BOUNDS = ("standard_error", "relative_error")
MAX_DOUBT = 0.1
"""The relative standard error of the trials needed at which a pilot is long enough."""
DEVIATES = 3.0
"""The margin, in standard errors of the trials needed."""
Sample = Distribution | Weighted


def checked(at: str, check: Any, *args: object) -> Any:
    """`check(*args)`, whose ValueError gets the key before its message."""
    try:
        return check(*args)
    except ValueError as error:
        raise InputError(f"{at}: {error}") from None


def check_keys(at: str, block: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    """Raise ValueError if `block` has a key that is not allowed."""
    for key in block:
        check_among(f"{at} has unknown key", key, allowed)


def mapping(at: str, value: object) -> Mapping[str, Any]:
    """A mapping whose keys are text."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{at} is {shown(value)}; allowed: a mapping of names to values")
    return value


def number(at: str, value: object) -> float:
    """A number above 0; 1e-3, which YAML reads as text, is one."""
    number = rational(value)
    if number is None or number <= 0:
        raise InputError(f"{at} is {shown(value)}; allowed: a number above 0")
    return float(number)


def whole(at: str, value: object, low: int, high: int) -> int:
    """A whole number within bounds; 1e9, which YAML reads as text, is one."""
    number = rational(value.replace("_", "") if isinstance(value, str) else value)
    if number is None or number.denominator > 1 or not low <= number <= high:
        raise InputError(f"{at} is {shown(value)}; allowed: whole numbers from {low:,} to {high:,}")
    return int(number)


def folder(text: str) -> Path:
    """A folder of this machine or mounted on it; ValueError for a URI.

    >>> folder("elsewhere/results").name
    'results'
    """
    if "://" in text:
        raise InputError(
            f"results can't be at {shown(address(text))}; allowed: a folder; copy finished results "
            f"there, as by `aws s3 sync`"
        )
    return Path(text)


def value(text: str) -> int | float | str:
    """A number if the text is how Python would write it, or else the text.

    >>> value("13"), value("2.5"), value("1/3"), value("0.10000000000000000001"), value("nan")
    (13, 2.5, '1/3', '0.10000000000000000001', 'nan')
    """
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if kind is int or (isfinite(number) and str(number) == text):  # or it might lose digits
            return number
    return text


def written(text: str, parameter: AnyParameter) -> Any:
    """A text as a config would write it: a value, a list, or {range: [first, last, step]}.

    A text that is itself a value of the parameter is that value.

    >>> from sweepstake.puzzle import Choice, Parameter
    >>> ranks = Parameter("ranks", "cards of a suit", 2, 99)
    >>> [written(text, ranks) for text in ("13", "2,3", "2..13", "2..14..4")]
    [13, [2, 3], {'range': [2, 13]}, {'range': [2, 14, 4]}]
    >>> written("a,b", Choice("order", "of cards", ("a,b", "b,a")))
    'a,b'
    """
    if takes(parameter, text):
        return text
    bounds = text.split("..")
    if len(bounds) in (2, 3) and not isinstance(parameter, ListOf):
        return {"range": [value(bound.strip()) for bound in bounds]}
    parts = [value(part.strip()) for part in text.split(",")]
    return parts if len(parts) > 1 else value(text)


def takes(parameter: AnyParameter, value: object) -> bool:
    """True if `parameter` allows `value`."""
    try:
        parameter.checked(value)
    except ValueError:
        return False
    return True


class Estimate(NamedTuple):
    """How good an estimate is."""

    error: float
    """Its standard error, relative if asked; infinite if the event was not met."""
    doubt: float
    """The relative standard error of the squared error, to which the trials needed are in
    proportion."""
    is_known: bool = True
    """False if too few trials carry the weight of the outcome for the error to be trusted."""


@dataclass(frozen=True)
class Until:
    """The bound of an estimate: a standard error, or a `relative` one, of at most `bound`.

    `of` is "mean" (of the question's first outcome that is always a number), or the outcome, as
    pairs of column and value, whose probability is estimated.
    """

    bound: float
    relative: bool
    of: str | tuple[tuple[str, object], ...]
    max_trials: int

    def met(self, question: Question, sample: Sample) -> bool:
        """True if `sample` is good enough."""
        estimate = self.estimate(question, sample)
        return estimate.error <= self.bound and estimate.is_known

    def wanted(self, question: Question, pilot: Sample) -> float:
        """The trials to count, so that they nearly always meet the bound; infinite if unknown."""
        estimate = self.estimate(question, pilot)
        share = (estimate.error / self.bound) ** 2
        if not share:  # zero error: count as many trials as the pilot had
            return pilot.total
        if isinf(share):
            return share
        doubt = estimate.doubt * sqrt(1 + 1 / share)  # the pilot's, and the sample's
        return share * pilot.total * (1 + DEVIATES * doubt)

    def settled(self, question: Question, pilot: Sample) -> bool:
        """True if `pilot` says well enough how many trials are needed."""
        estimate = self.estimate(question, pilot)
        met = 0 < estimate.error <= self.bound and estimate.is_known
        return estimate.doubt <= MAX_DOUBT or met

    def estimate(self, question: Question, sample: Sample) -> Estimate:
        """How good the estimate is that `sample` gives.

        >>> from sweepstake.core.distribution import event
        >>> from sweepstake.puzzle.register import question
        >>> until = Until(0.1, True, (("swept", True),), 10**9)
        >>> estimate = until.estimate(question("war_sweep"), event(100, 10**6))
        >>> round(estimate.error, 3), round(estimate.doubt, 3)
        (0.1, 0.1)
        """
        if isinstance(sample, Weighted):
            met = (outcome for outcome in sample if self._value(question, outcome))
            return self._of_weights(sample, next(met, None))
        numbers = [(self._value(question, o), sample.counts[o]) for o in sample if sample.counts[o]]
        return self._of_numbers(numbers, sample.total)

    def _of_weights(self, sample: Weighted, outcome: object) -> Estimate:
        """The estimate of an outcome's probability; `outcome` is None if no trial has met it."""
        from sweepstake.stats import interval  # imports NumPy, which `--help` does not need

        mean, error = sample.probability(outcome), sample.standard_error(outcome)
        effective = sample.effective(outcome)
        doubt = 1 / sqrt(effective) if effective else inf  # as if so many had been counted
        is_known = bool(interval.are_known(mean, error, sample.total))
        return Estimate(self._error(mean, error), doubt, is_known)

    def _of_numbers(self, numbers: list[tuple[float, int]], total: int) -> Estimate:
        """The estimate of the mean of numbers, each with how often it was met."""
        if len({value for value, _ in numbers}) == 1:
            error = 0.0 if self.of == MEAN else inf
            return Estimate(self._error(numbers[0][0], error), inf)
        mean = sum(value * count for value, count in numbers) / total
        variance = sum((value - mean) ** 2 * count for value, count in numbers) / total
        tilt = 2 / mean if self.relative and mean else 0.0
        squares = (
            ((value - mean) ** 2 / variance - 1 - tilt * (value - mean)) ** 2 * count
            for value, count in numbers
        )
        return Estimate(self._error(mean, sqrt(variance / total)), sqrt(sum(squares)) / total)

    def _error(self, mean: float, error: float) -> float:
        return (error / abs(mean) if mean else inf) if self.relative else error

    def _value(self, question: Question, outcome: object) -> float:
        """The number whose mean is estimated: the outcome's own, or 1 if it is `of`, else 0."""
        values = outcome if isinstance(outcome, tuple) else (outcome,)
        named = dict(zip((column.name for column in question.outcomes), values, strict=True))
        if isinstance(self.of, str):
            return float(next(named[c.name] for c in question.outcomes if c.is_number))
        return float(all(named[name] == value for name, value in self.of))


Amount = int | Until | None
"""A number of trials, a bound to meet, or None for a method that does not sample."""


def amounts(at: str, question: Question, methods: Any) -> dict[str, Amount]:
    """The amount for each requested method."""
    options = dict.fromkeys(methods) if isinstance(methods, list) else methods
    for name in options:
        checked(at, question.method, name)
    return {name: _amount(f"{at}.{name}", question, name, options[name] or {}) for name in options}


def _amount(at: str, question: Question, name: str, options: Mapping[str, Any]) -> Amount:
    method = question.method(name)
    if not method.draws:
        check_keys(at, options, ())
        return None
    if not options:
        raise InputError(f"{at}: missing required key trials or until")
    if "trials" in options:
        return int(options["trials"])
    until = _until(f"{at}.until", question, options["until"])
    if method.kind == "rare" and (until.of == MEAN or len(until.of) < len(question.outcomes)):
        columns = listed(column.name for column in question.outcomes)
        raise InputError(
            f"{at}.until.of does not name one outcome; allowed for method {name}: a value for "
            f"each of {columns}"
        )
    return until


def _until(at: str, question: Question, until: Mapping[str, Any]) -> Until:
    [name] = [name for name in BOUNDS if name in until]
    of = _estimated(f"{at}.of", question, until["of"])
    return Until(until[name], name == "relative_error", of, until["max_trials"])


def _estimated(at: str, question: Question, of: Any) -> Any:
    """The subject of the bound: the mean, or an outcome as pairs of column and value."""
    types = {column.name: column.type for column in question.outcomes}
    numbers = any(column.is_number for column in question.outcomes)
    if of == MEAN and numbers:
        return MEAN
    allowed = f"{'mean, or ' * numbers}a value for some of {', '.join(types)}"
    if not isinstance(of, Mapping) or not of:
        raise InputError(f"{at} is {shown(of)}; allowed: {allowed}")
    check_keys(at, of, tuple(types))
    values = {
        name: rational(value) if types[name] == "rational" else value for name, value in of.items()
    }
    for name, value in values.items():
        if type(value) is not PYTHON_TYPES[types[name]]:
            raise InputError(f"{at}.{name} is {shown(of[name])}; allowed: {allowed}")
    return tuple(values.items())
