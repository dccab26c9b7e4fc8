"""A question at several values of its parameters, without a config."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sweepstake.ask import cached, defaults, instead
from sweepstake.ask.answers import Answers, Config
from sweepstake.config import spec, valid
from sweepstake.config.points import MOST_SEED, MOST_TRIALS, block_params, point_rows
from sweepstake.config.valid import takes
from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.method import always
from sweepstake.puzzle.parameter import ListOf
from sweepstake.puzzle.puzzle import Asking
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import shown

if TYPE_CHECKING:
    from sweepstake.run.chunk import Limits

Set = tuple[dict[str, Any], str]
"""Parameters, as tables store them, and the method that answers there."""


def sweep(
    question: str | Callable[..., Any] | Asking | Question,
    *,
    method: str | None = None,
    trials: float | str | None = None,
    seed: int | str | None = None,
    limit: float | str | None = None,
    advance: cached.Advance = lambda done, total: None,
    params: Mapping[str, Any] | None = None,
    **keywords: object,
) -> Answers:
    """Like `sweepstake.sweep`; `advance` gets the predicted seconds done so far, and the total."""
    limits, values = defaults.limits(limit), defaults.all_params(params, keywords)
    if not isinstance(question, str):
        question, values = _local(question, values, limits)
    asks = register.question(question)
    axes = {name: _axis(asks, name, value) for name, value in values.items()}
    try:
        columns = block_params("", replace(asks, objection=always), {"grid": axes, "exclude": []})
    except ValueError as error:  # there is no config, so its key means nothing
        raise InputError(re.sub(r"^\.grid(: |\.(\w+: )?)", "", str(error))) from None
    sets, left_out = list[Set](), list[str]()
    for row in point_rows(columns):
        values = asks.read(row)
        if objection := asks.objection(**values):
            left_out.append(objection)
        else:
            sets.append((row, _method(asks, method, values)))
    if not sets:
        raise InputError(left_out[0])
    swept = tuple(name for name in asks.parameter if len({row[name] for row, _ in sets}) > 1)
    config = _config(asks, sets, {} if left_out else axes, trials, seed)
    why = ""
    if left_out:
        count = len(sets) + len(left_out)
        suffix = " (the first)" if len({*left_out}) > 1 else ""
        why = (
            f"{len(left_out):,} of {count:,} sets of parameters have no answer: "
            f"{left_out[0]}{suffix}"
        )
    compute = partial(
        instead.answered,
        within=limits,
        advance=advance,
        is_named=method is not None,
    )
    return Answers(spec.sweep(config, question), config, compute, swept, why)


def _local(
    asking: Callable[..., Any] | Asking | Question, params: dict[str, Any], limits: Limits
) -> tuple[str, dict[str, Any]]:
    """Register a question that exists only in this process; returns its name and parameters.

    A bare function's parameters are declared by their values, so it gets each text once.
    """
    from sweepstake.run import remote

    remote.within.set(limits.here())
    several = {name: value for name, value in params.items() if isinstance(value, list | range)}
    first = params | {name: value[0] for name, value in several.items() if len(value)}
    name, values = defaults.registered(asking, first)
    for key, values_of in several.items():
        for value in values_of:
            if isinstance(value, str):
                defaults.registered(asking, first | {key: value})
    return name, values | several


def _axis(question: Question, name: str, value: object) -> Any:
    """The values of a parameter as in a config."""
    question.checked_value(name, None)
    parameter = question.parameter[name]
    if (
        isinstance(parameter, ListOf)
        and isinstance(value, list | tuple)
        and takes(parameter, value)
    ):
        return [[*value]]
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        return value
    if not (items := [*value]):
        raise InputError(f"{name} is empty; give at least one value")
    return items


def _method(question: Question, method: str | None, values: Mapping[str, Any]) -> str:
    method = method or defaults.default_method(question, values)
    question.method(method, values)
    return method


def _config(
    question: Question,
    sets: Sequence[Set],
    grid: Mapping[str, Any],
    trials: float | str | None,
    seed: int | str | None,
) -> Config:
    """A config for the same sweep: a grid, or a list for each method if there are several."""
    draws = {method: question.methods[method].draws for _, method in sets}
    for name, value in (("trials", trials), ("seed", seed)):
        if value is not None and not any(draws.values()):
            unsampled = "but no answer is sampled; leave it out, or give a method that samples"
            raise InputError(f"{name} is {shown(value)}, {unsampled}")
    whole_trials = valid.whole(
        "trials", defaults.TRIALS if trials is None else trials, 1, MOST_TRIALS
    )
    whole_seed = valid.whole("seed", defaults.SEED if seed is None else seed, 0, MOST_SEED)
    amounts = {
        method: {"trials": whole_trials} if is_drawn else None for method, is_drawn in draws.items()
    }
    points: list[Config] = [
        {"list": [row for row, by in sets if by == method], "methods": {method: amount}}
        for method, amount in amounts.items()
    ]
    if (grid and len(amounts) == 1) or not question.parameters:
        points = [{"grid": {**grid}, "methods": {**amounts}}]
    return {
        "seed": whole_seed,
        "sweeps": {question.name: {"question": question.name, "points": points}},
    }
