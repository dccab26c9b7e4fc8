"""Which methods a block asks for, and how much each of them samples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sweepstake.config import valid
from sweepstake.config.point import MOST_TRIALS
from sweepstake.config.precision import MEAN, Until
from sweepstake.puzzle.parameter import Rational, number_of
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import listed, shown

Amount = int | Until | None
"""A number of trials, a bound to meet, or None for a method that does not sample."""
BOUNDS = ("standard_error", "relative_error")
PYTHON = {"int": int, "bool": bool, "string": str, "rational": Fraction}


def amounts(at: str, question: Question, given: object) -> dict[str, Amount]:
    """The amount for each method that is asked for."""
    options = given
    if not isinstance(options, Mapping):
        options = {valid.text(at, name): None for name in valid.sequence(at, given)}
    if not options:
        raise ValueError(f"{at} is empty; allowed: {listed(question.methods)}")
    for name in options:
        valid.checked(at, question.method, name)
    return {name: _amount(f"{at}.{name}", question, name, o) for name, o in options.items()}


def _amount(at: str, question: Question, method: str, options: object) -> Amount:
    options = valid.mapping(at, {} if options is None else options)
    if not question.method(method).draws:
        valid.known(at, options, ())
        return None
    valid.known(at, options, ("trials", "until"))
    if "until" in options and "trials" in options:
        raise ValueError(f"{at} has trials and until; give one of them")
    if "until" in options:
        until = _until(f"{at}.until", question, valid.mapping(f"{at}.until", options["until"]))
        if question.method(method).kind == "rare" and (
            until.of == MEAN or len(until.of) < len(question.outcomes)
        ):
            columns = listed(column.name for column in question.outcomes)
            raise ValueError(
                f"{at}.until.of does not name one outcome; allowed for method {method}: a "
                f"value for each of {columns}"
            )
        return until
    if "trials" not in options:
        raise ValueError(f"{at}: missing required key trials, or until")
    return valid.whole(f"{at}.trials", options["trials"], 1, MOST_TRIALS)


def _until(at: str, question: Question, given: Mapping[str, Any]) -> Until:
    valid.known(at, given, (*BOUNDS, "of", "max_trials"))
    bounds = [name for name in BOUNDS if name in given]
    if len(bounds) != 1:
        raise ValueError(
            f"{at} has {' and '.join(bounds) or 'no bound'}; give one of {', '.join(BOUNDS)}"
        )
    [name] = bounds
    bound = valid.number(f"{at}.{name}", given[name])
    most = valid.whole(f"{at}.max_trials", valid.needed(at, given, "max_trials"), 2, MOST_TRIALS)
    return Until(bound, name == "relative_error", _estimated(at, question, given), most)


def _estimated(at: str, question: Question, given: Mapping[str, Any]) -> Any:
    """What the bound is of: the mean, or an outcome as pairs of column and value."""
    of = valid.needed(at, given, "of")
    types = {column.name: column.type for column in question.outcomes}
    numbers = any(column.is_number for column in question.outcomes)
    if of == MEAN and numbers:
        return MEAN
    allowed = f"{'mean, or ' * numbers}a value for some of {', '.join(types)}"
    if not isinstance(of, Mapping) or not of:
        raise ValueError(f"{at}.of is {shown(of)}; allowed: {allowed}")
    valid.known(f"{at}.of", of, tuple(types))
    values = {
        name: _rational(value) if types[name] == "rational" else value for name, value in of.items()
    }
    for name, value in values.items():
        if type(value) is not PYTHON[types[name]]:
            raise ValueError(f"{at}.of.{name} is {shown(of[name])}; allowed: {allowed}")
    return tuple(values.items())


def _rational(value: object) -> object:
    """The number that is meant; what is none is left as it is."""
    number = number_of(Rational("of", "", 0, 0))(value)
    return value if number is None else number
