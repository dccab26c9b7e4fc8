"""Which methods a block asks for, and how much each method samples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sweepstake.config import valid
from sweepstake.config.precision import MEAN, Until
from sweepstake.puzzle.parameter import PYTHON_TYPES, rational
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import listed, shown

BOUNDS = ("standard_error", "relative_error")
Amount = int | Until | None
"""A number of trials, a bound to meet, or None for a method that does not sample."""


def amounts(at: str, question: Question, methods: Any) -> dict[str, Amount]:
    """The amount for each requested method."""
    options = dict.fromkeys(methods) if isinstance(methods, list) else methods
    for name in options:
        valid.checked(at, question.method, name)
    return {name: _amount(f"{at}.{name}", question, name, options[name] or {}) for name in options}


def _amount(at: str, question: Question, name: str, options: Mapping[str, Any]) -> Amount:
    method = question.method(name)
    if not method.draws:
        valid.known(at, options, ())
        return None
    if not options:
        raise ValueError(f"{at}: missing required key trials or until")
    if "trials" in options:
        return int(options["trials"])
    until = _until(f"{at}.until", question, options["until"])
    if method.kind == "rare" and (until.of == MEAN or len(until.of) < len(question.outcomes)):
        columns = listed(column.name for column in question.outcomes)
        raise ValueError(
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
        raise ValueError(f"{at} is {shown(of)}; allowed: {allowed}")
    valid.known(at, of, tuple(types))
    values = {
        name: rational(value) if types[name] == "rational" else value for name, value in of.items()
    }
    for name, value in values.items():
        if type(value) is not PYTHON_TYPES[types[name]]:
            raise ValueError(f"{at}.{name} is {shown(of[name])}; allowed: {allowed}")
    return tuple(values.items())
