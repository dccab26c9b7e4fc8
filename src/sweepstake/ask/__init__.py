"""The Python API: all questions, and the answer to one of them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from sweepstake.ask.defaults import all_params, limits, registered
from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.puzzle import Asking
from sweepstake.puzzle.question import Question

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.ask.answers import Answer, Answers
    from sweepstake.ask.exact import ExactDistribution
    from sweepstake.config.points import Point


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
    params: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> pd.DataFrame:
    """The answer as a frame: one row for each outcome, and the columns of a sweep's Parquet file.

    The question's parameters are keywords. Those with the name of an argument, such as `limit`, are
    given in `params`, as `params={"limit": 3}`; the others may be too.

    `trials` (100,000 unless given) and `seed` are for methods that sample; the same seed gives the
    same rows as in a sweep. A ValueError says in one line what is wrong with the question. An
    OverLimitError says that the answer takes longer than `limit` seconds, or is predicted to. The
    limit is 600 unless you set it here or in Dask's configuration; `none` means no limit.

    `question` may also be a game: a `sweepstake.game.Game` with one question, or a bare function of
    `draw` and parameters, as in a notebook. It is sent to a child process, which computes: so what
    it refers to must be picklable (cloudpickle does it), and a crash there is an error of one line.

    If you name no method and the first one ends without an answer, the next one answers, and a
    warning of one line says why; not if the rules themselves are at fault.

    >>> answer("war_sweep", method="exact", ranks=2, suits=2).exact.tolist()
    ['5/6', '1/6']
    """
    with _asked(question, method, trials, seed, limit, all_params(params, keywords)) as answers:
        return _answer(answers)


def distribution(
    question: str | Callable[..., Any] | Asking | Question,
    *,
    method: str | None = None,
    limit: float | str | None = None,
    params: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> ExactDistribution:
    """The exact answer as an immutable mapping from outcomes to fractions.

    It also has `mean()`, `variance()`, `sd()`, `median()`, `quantile(q)`, `probability(predicate)`,
    `left_out`, `to_frame()` and `plot()`. The arguments mean the same as for `answer`. An
    InputError says in one line that no exact method reaches these parameters.

    >>> law = distribution("war_sweep", ranks=2, suits=2)
    >>> law[True], law.probability(lambda swept: not swept)
    (Fraction(1, 6), Fraction(5, 6))
    """
    from sweepstake.ask.exact import ExactDistribution

    with _asked(question, method, None, None, limit, all_params(params, keywords)) as answers:
        _check_exact(answers.sweep.points[0])  # before anything is computed
        rows = _answer(answers)
    _check_exact(rows.point)
    return ExactDistribution(rows)


@contextmanager
def _asked(
    question: str | Callable[..., Any] | Asking | Question,
    method: str | None,
    trials: float | str | None,
    seed: int | str | None,
    limit: float | str | None,
    params: dict[str, Any],
) -> Iterator[Answers]:
    """What is asked at one set of parameters, computed when it is first looked at."""
    from sweepstake.ask.sweep import sweep
    from sweepstake.run import remote

    with nullcontext() if isinstance(question, str) else remote.alone:
        if not isinstance(question, str):
            remote.within.set(limits(limit).here())
            question, params = registered(question, params)
        answers = sweep(
            question, method=method, trials=trials, seed=seed, limit=limit, params=params
        )
        if (count := len(answers.sweep.points)) > 1:
            raise InputError(
                f"these are {count:,} sets of parameters; sweepstake.sweep answers several"
            )
        yield answers


def _answer(answers: Answers) -> Answer:
    """The answer, computed now; a warning says which first-choice method did not give it."""
    from sweepstake.ask.answers import Answer

    for note in answers.notes:
        warnings.warn(note, stacklevel=3)
    return Answer.of(answers.points[0], answers.frame)


def _check_exact(point: Point) -> None:
    """InputError if the point's method does not give an exact distribution."""
    if point.by.kind != "exact" or point.asks.listing:
        why = "its answer is a list" if point.asks.listing else f"{point.method} isn't exact"
        raise InputError(
            f"{point} has no exact distribution within a minute: {why}; sweepstake.answer answers "
            f"it, and method= names a slower one"
        )
