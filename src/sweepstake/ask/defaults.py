"""Defaults of an answer: the method, the trials, the seed and the limits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.method import KINDS
from sweepstake.puzzle.parameter import AnyParameter, Choice, ListOf, Params
from sweepstake.puzzle.puzzle import Asking
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import listed, shown

if TYPE_CHECKING:
    from sweepstake.run.chunk import Limits

PATIENCE = 60.0
"""Most predicted seconds of the default method, if a method can answer in that time."""
TRIALS = 100_000
SEED = 1


def all_params(
    params: Mapping[str, object] | None, keywords: Mapping[str, object]
) -> dict[str, Any]:
    """Parameters given as a mapping and by keywords; InputError if one is given twice.

    >>> all_params({"limit": 3}, {"cards": 7})
    {'limit': 3, 'cards': 7}
    """
    if params is None:
        return dict(keywords)
    if not isinstance(params, Mapping):
        raise InputError(
            f'params is {shown(params)}; allowed: names with values, as {{"limit": 3}}'
        )
    if twice := [name for name in params if name in keywords]:
        raise InputError(f"{twice[0]} is given twice, in params and by itself; give it once")
    return {**params, **keywords}


def registered(
    asking: Callable[..., Any] | Asking | Question, params: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Register a question if it is new; returns its name and all its parameters."""
    if isinstance(asking, Question) and register.questions().get(asking.name) is asking:
        return asking.name, params
    from sweepstake.run import remote

    before = register.questions().get(getattr(asking, "__name__", ""))
    texts = {p.name: words for p in before.parameters if (words := _texts(p))} if before else {}
    question, params = remote.declared(_declared, asking, params, texts)
    register.add(question)
    return question.name, params


def _texts(parameter: AnyParameter) -> tuple[str, ...]:
    """The texts that a parameter may be, or its items."""
    single = parameter.of if isinstance(parameter, ListOf) else parameter
    return single.values if isinstance(single, Choice) else ()


def _declared(
    asking: Callable[..., Any] | Asking | Question,
    params: dict[str, Any],
    texts: Mapping[str, tuple[str, ...]],
) -> tuple[Question, dict[str, Any]]:
    """The question of a function, a game or itself, and all its parameters; called in a child.

    `texts` has the texts that parameters had when the function was asked earlier.
    """
    if isinstance(asking, Question):
        return asking, params
    if isinstance(asking, Asking):
        questions = [question for question in asking.questions if not question.listing]
        names = listed(question.name for question in questions)
        if len(questions) > 1:
            raise InputError(f"the game asks {names}; give one of its `questions`")
        return questions[0], params
    from sweepstake import bare

    return bare.question(asking, params, texts)


def limits(seconds: float | str | None = None) -> Limits:
    """The limits of an answer, from Dask's configuration; `seconds`, if given, replaces its own."""
    from sweepstake.run import chunk

    limits = chunk.configured()
    return limits if seconds is None else replace(limits, seconds=chunk.seconds("limit", seconds))


def default_method(question: Question, params: Params, without: Collection[str] = ()) -> str:
    """The method of the best kind that can answer at `params` in a minute, or else the quickest.

    Among equals, `exact` comes first and brute force last. Methods in `without` are left out.

    >>> length = register.questions()["war_length"]
    >>> default_method(length, {"ranks": 3, "suits": 2, "down": 3})
    'chain'
    >>> default_method(length, {"ranks": 13, "suits": 4, "down": 3})
    'simulate'
    """

    def last(name: str) -> tuple[float, int, bool, bool]:
        seconds = question.seconds(name, params, TRIALS)
        over = seconds if seconds > PATIENCE else 0.0
        kind = KINDS.index(question.methods[name].kind)
        return over, kind, name == "brute", name != "exact"

    able = [name for name in question.able(params) if name not in without]
    return min(able or [*question.methods], key=last)


def better_methods(question: Question, method: str, params: Params) -> dict[str, float]:
    """The methods of a better kind than `method` that can answer, and their predicted seconds.

    The quickest comes first.

    >>> rush = register.questions()["war_rush"]
    >>> better_methods(rush, "formula", {"ranks": 10, "suits": 12, "down": 200})
    {}
    >>> deck = {"ranks": 5, "suits": 2, "down": 3}
    >>> [*better_methods(register.questions()["war_length"], "simulate", deck)]
    ['chain']
    """
    kind = KINDS.index(question.methods[method].kind)
    better = [m for m in question.able(params) if KINDS.index(question.methods[m].kind) < kind]
    seconds = {name: question.seconds(name, params, TRIALS) for name in better}
    return dict(sorted(seconds.items(), key=lambda item: item[1]))
