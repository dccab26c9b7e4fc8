"""A question over several values of its parameters, here and now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sweepstake import ask
from sweepstake.ask import cached
from sweepstake.ask.answers import Answers, Config
from sweepstake.config import blocks, spec, valid
from sweepstake.config.point import MOST_SEED, MOST_TRIALS
from sweepstake.config.values import takes
from sweepstake.puzzle import register
from sweepstake.puzzle.lists import ListOf
from sweepstake.puzzle.method import always
from sweepstake.puzzle.puzzle import Asking
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import shown

Set = tuple[dict[str, Any], str]
"""Parameters, as tables hold them, and the method that answers there."""


def sweep(
    question: str | Callable[..., Any] | Asking | Question,
    *,
    method: str | None = None,
    trials: float | str | None = None,
    seed: int | str | None = None,
    limit: float | str | None = None,
    advance: cached.Advance = lambda done, total: None,
    **params: object,
) -> Answers:
    """The answers at several values of parameters: a range, a list, or a text like `0..5`, `2,3`.

    A parameter that is left out has its default. Without `method`, each set of parameters gets the
    best method that can answer within a minute. A ValueError says in one line what is wrong.

    `question` may also be a game, or a bare function of `draw` and parameters; its methods compute
    in this process, and its answers are not kept.
    """
    if not isinstance(question, str):
        question, params = _kept(question, params)
    asks = register.question(question)
    axes = {name: _axis(asks, name, value) for name, value in params.items()}
    columns = blocks.params("", replace(asks, objection=always), {"grid": axes, "exclude": []})
    sets, left_out = list[Set](), list[str]()
    for row in blocks.rows(columns):
        values = asks.read(row)
        if objection := asks.objection(**values):
            left_out.append(objection)
        else:
            sets.append((row, _method(asks, method, values)))
    if not sets:
        raise ValueError(left_out[0])
    swept = tuple(name for name in asks.parameter if len({row[name] for row, _ in sets}) > 1)
    config = _config(asks, sets, {} if left_out else axes, _amounts(asks, sets, trials, seed), seed)
    every = len(sets) + len(left_out)
    why = (
        f"{len(left_out):,} of {every:,} are left out; the first: {left_out[0]}" if left_out else ""
    )
    within = ask.limits(limit)
    return Answers(spec.sweep(config, question), config, within, swept, why, method, advance)


def _kept(
    asking: Callable[..., Any] | Asking | Question, params: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """The name of what is asked in this process only, and its parameters.

    Of a bare function the values tell what its parameters may be, so it sees each text.
    """
    several = {name: value for name, value in params.items() if isinstance(value, list | range)}
    first = params | {name: value[0] for name, value in several.items() if len(value)}
    name, values = ask.kept(asking, first)
    for key, every in several.items():
        for value in every:
            if isinstance(value, str):
                ask.kept(asking, first | {key: value})
    return name, values | several


def _axis(question: Question, name: str, given: object) -> Any:
    """The values of a parameter as a config has them."""
    question.checked_value(name, None)
    parameter = question.parameter[name]
    if isinstance(given, str | Mapping):
        return given
    if isinstance(parameter, ListOf) and takes(parameter, given):
        return [given]
    if not isinstance(given, Iterable):
        return given
    if not (listed := [*given]):
        raise ValueError(f"{name} is empty; give at least one value")
    return listed


def _method(question: Question, method: str | None, values: Mapping[str, Any]) -> str:
    method = method or ask.default_method(question, values)
    question.method(method, values)
    return method


def _amounts(
    question: Question, sets: Sequence[Set], trials: float | str | None, seed: int | str | None
) -> dict[str, Any]:
    """The methods, with trials for those that sample."""
    methods = dict.fromkeys(method for _, method in sets)
    if not any(question.methods[name].draws for name in methods):
        for name, given in (("trials", trials), ("seed", seed)):
            if given is not None:
                raise ValueError(
                    f"{name} is {shown(given)}, but no answer is sampled; leave it out, or give a "
                    f"method that samples"
                )
    games = valid.whole("trials", ask.TRIALS if trials is None else trials, 1, MOST_TRIALS)
    return {m: {"trials": games} if question.methods[m].draws else None for m in methods}


def _config(
    question: Question,
    sets: Sequence[Set],
    grid: Mapping[str, Any],
    amounts: Mapping[str, Any],
    seed: int | str | None,
) -> Config:
    """What asks for the same in a run: a grid, or a list for each method if there are several."""
    points: list[Config] = [
        {"list": [row for row, by in sets if by == method], "methods": {method: amount}}
        for method, amount in amounts.items()
    ]
    if (grid and len(amounts) == 1) or not question.parameters:
        points = [{"grid": {**grid}, "methods": {**amounts}}]
    named = valid.whole("seed", ask.SEED if seed is None else seed, 0, MOST_SEED)
    return {"seed": named, "sweeps": {question.name: {"question": question.name, "points": points}}}
