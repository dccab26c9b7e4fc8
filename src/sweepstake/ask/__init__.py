"""The Python API: all questions, and the answer to one of them."""

from __future__ import annotations

import warnings
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
    import pandas as pd

    from sweepstake.run.limits import Limits

PATIENCE = 60.0
"""Most predicted seconds of the default method, if a method can answer in that time."""
TRIALS = 100_000
SEED = 1


def questions() -> dict[str, Question]:
    """Every question by name.

    >>> questions()["war_sweep"].methods["rare"].kind
    'rare'
    """
    return dict(register.questions())


def answer(
    question: str | Callable[..., Any] | Asking | Question,
    *,
    method: str | None = None,
    trials: float | str | None = None,
    seed: int | str | None = None,
    limit: float | str | None = None,
    **params: Any,
) -> pd.DataFrame:
    """The answer as a frame: one row for each outcome, and the columns of a sweep's Parquet file.

    `trials` (100,000 unless given) and `seed` are for methods that sample; the same seed gives the
    same rows as in a sweep. A ValueError says in one line what is wrong with the question. An
    OverLimitError says that the answer takes longer than `limit` seconds, or is predicted to. The
    limit is 600 unless you set it here or in Dask's configuration; `none` means no limit.

    `question` may also be a game: a `sweepstake.game.Game` with one question, or a bare function of
    `draw` and parameters, as in a notebook. Its methods compute in this process, so only the
    predicted time is compared with the limit.

    If you name no method and the first one ends without an answer, the next one answers, and a
    warning of one line says why; not if the rules themselves are at fault.

    >>> answer("war_sweep", method="exact", ranks=2, suits=2).exact.tolist()
    ['5/6', '1/6']
    """
    from sweepstake.ask.answers import Answer
    from sweepstake.ask.sweep import sweep

    if not isinstance(question, str):
        question, params = kept(question, params)
    answers = sweep(question, method=method, trials=trials, seed=seed, limit=limit, **params)
    if (count := len(answers.sweep.points)) > 1:
        raise ValueError(
            f"these are {count:,} sets of parameters; sweepstake.sweep answers several"
        )
    for note in answers.notes:
        warnings.warn(note, stacklevel=2)
    return Answer.of(answers.points[0], answers.frame)


def kept(
    asking: Callable[..., Any] | Asking | Question, params: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Keep a question in the register; returns its name and all its parameters."""
    if isinstance(asking, Question):
        question = asking
    elif isinstance(asking, Asking):
        names = listed(question.name for question in asking.questions)
        if len(asking.questions) > 1:
            raise ValueError(f"the game asks {names}; give one of its `questions`")
        [question] = asking.questions
    else:
        from sweepstake import bare

        before = register.questions().get(getattr(asking, "__name__", ""))
        question, params = bare.question(asking, params, before)
    if register.questions().get(question.name) is not question:
        register.keep(question)
    return question.name, params


def limits(seconds: float | str | None = None) -> Limits:
    """The limits of an answer, from Dask's configuration; `seconds`, if given, replaces its own."""
    from sweepstake.run import limits

    own = limits.configured()
    return own if seconds is None else replace(own, seconds=limits.seconds("limit", seconds))


def default_method(question: Question, params: Params, without: Collection[str] = ()) -> str:
    """The method of the best kind that can answer at `params` in a minute, or else the quickest.

    Among equals, `exact` comes first and brute force last. Methods in `without` are left out.

    >>> length = questions()["war_length"]
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

    >>> rush = questions()["war_rush"]
    >>> better_methods(rush, "formula", {"ranks": 10, "suits": 12, "down": 200})
    {}
    >>> deck = {"ranks": 5, "suits": 2, "down": 3}
    >>> [*better_methods(questions()["war_length"], "simulate", deck)]
    ['chain']
    """
    kind = KINDS.index(question.methods[method].kind)
    better = [m for m in question.able(params) if KINDS.index(question.methods[m].kind) < kind]
    seconds = {name: question.seconds(name, params, TRIALS) for name in better}
    return dict(sorted(seconds.items(), key=lambda item: item[1]))
