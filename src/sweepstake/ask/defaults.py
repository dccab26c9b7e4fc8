"""Defaults of an answer: the method, the trials, the seed and the limits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sweepstake.puzzle import register
from sweepstake.puzzle.method import KINDS
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.puzzle import Asking
from sweepstake.puzzle.question import Question
from sweepstake.text.shown import listed

if TYPE_CHECKING:
    from sweepstake.run.chunk import Limits

PATIENCE = 60.0
"""Most predicted seconds of the default method, if a method can answer in that time."""
TRIALS = 100_000
SEED = 1


def registered(
    asking: Callable[..., Any] | Asking | Question, params: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Register a question if it is new; returns its name and all its parameters."""
    if isinstance(asking, Question):
        question = asking
    elif isinstance(asking, Asking):
        questions = [question for question in asking.questions if not question.listing]
        names = listed(question.name for question in questions)
        if len(questions) > 1:
            raise ValueError(f"the game asks {names}; give one of its `questions`")
        [question] = questions
    else:
        from sweepstake import bare

        before = register.questions().get(getattr(asking, "__name__", ""))
        question, params = bare.question(asking, params, before)
    if register.questions().get(question.name) is not question:
        register.add(question)
    return question.name, params


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
