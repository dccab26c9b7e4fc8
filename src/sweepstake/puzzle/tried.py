"""The parameters at which the methods of a question are tried."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sweepstake.errors import InputError
from sweepstake.puzzle.parameter import AnyParameter, Choice, ListOf, Parameter, Params
from sweepstake.puzzle.question import Question

TRIALS = 2_000
"""Trials of a method that draws."""
SOON = 1.0
"""Most predicted seconds of an answer in a check; only runs compute answers that take longer."""
STEPS = (1, 2, 4)
"""Steps from the first parameters to the others that are tried, if a question has no `small`."""


def tried(question: Question) -> list[Params]:
    """The parameters at which methods are tried: the question's `small`, if it has any.

    Otherwise the defaults or the least values, and some larger ones that are allowed and quickly
    answered, because at the least values many methods agree by chance. ValueError if the first are
    not allowed.
    """
    if question.small:
        return [_checked(question, params) for params in question.small]
    least = {p.name: _least(p) for p in question.parameters if p.default is None}
    sets = [_checked(question, least)]
    for step in STEPS:
        further = {p.name: _further(p, sets[0][p.name], step) for p in question.parameters}
        able = [] if further in sets or question.objection(**further) else question.able(further)
        if able and all(is_soon(question, name, further) for name in able):
            sets.append(further)
    return sets


def _checked(question: Question, params: Params) -> Params:
    try:
        return question.checked(params)
    except ValueError as error:
        raise InputError(
            f"{question.name} can't be tried at {params}: {error}; declare parameters that are "
            f"allowed as `small`"
        ) from None


def _least(parameter: AnyParameter) -> Any:
    if isinstance(parameter, ListOf):
        return parameter.examples[0]
    return parameter.values[0] if isinstance(parameter, Choice) else parameter.low


def _further(parameter: AnyParameter, value: Any, step: int) -> Any:
    if isinstance(parameter, ListOf):
        lists = parameter.examples
        if len(lists) > 1:
            return lists[(lists.index(value) + step) % len(lists)]
        return (*value[:-1], _further(parameter.of, value[-1], step))
    if isinstance(parameter, Choice):
        return parameter.values[(parameter.values.index(value) + step) % len(parameter.values)]
    if isinstance(parameter, Parameter):
        return min(value + step, parameter.high)
    low, high = Fraction(parameter.low), Fraction(parameter.high)
    return low + (high - low) * Fraction(step, STEPS[-1] + 1)


def is_soon(question: Question, method: str, params: Params) -> bool:
    """True if `method` is predicted to answer within `SOON`, with `TRIALS` if it draws."""
    return question.seconds(method, params, TRIALS) <= SOON
