"""The Python face: which questions there are, and the answer to one of them here and now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sweepstake import puzzles
from sweepstake.core.question import Question
from sweepstake.sweep.point import MOST_TRIALS, Point, pieces

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.store.rows import Computed

TRIALS = 100_000
SEED = 1


def questions() -> dict[str, Question]:
    """Every question by name.

    >>> questions()["war_sweep"].methods["formula"].says
    'inclusion-exclusion over tied pairs'
    """
    return dict(puzzles.QUESTIONS)


def answer(
    question: str,
    *,
    method: str | None = None,
    trials: int | None = None,
    seed: int | None = None,
    **params: int,
) -> pd.DataFrame:
    """The answer as a frame, one row an outcome, with the columns of a sweep's Parquet file.

    `trials` (100,000 unless given) and `seed` are for methods that sample; the same seed gives the
    same rows as a sweep's. A ValueError says in one line what is wrong with the question.

    >>> answer("war_sweep", method="exact", ranks=2, suits=2).exact.tolist()
    ['5/6', '1/6']
    """
    from sweepstake.store import rows, tables

    point = asked(question, method=method, trials=trials, seed=seed, **params)
    computed = list(_computed(point))
    described = {**dict(point.params), "method": point.method, "trials": point.trials or 0}
    made = rows.of(point.asks, computed, [0] * len(computed))
    columns = {name: [value] for name, value in described.items()}
    return tables.frame(tables.finished(point.asks, columns, [made]))


def asked(
    question: str,
    *,
    method: str | None = None,
    trials: int | None = None,
    seed: int | None = None,
    **params: object,
) -> Point:
    """The point that `answer` computes, checked."""
    the_question = puzzles.question(question)
    values = the_question.checked(params)
    method = method or default_method(the_question)
    if the_question.method(method, values).kind != "sampled":
        for name, given in (("trials", trials), ("seed", seed)):
            if given is not None:
                raise ValueError(f"{name} is {given}; allowed only for methods that sample")
        return Point(question, method, tuple(values.items()))
    trials = TRIALS if trials is None else trials
    if not 1 <= trials <= MOST_TRIALS:
        raise ValueError(f"trials is {trials}; allowed: whole numbers from 1 to {MOST_TRIALS:,}")
    return Point(question, method, tuple(values.items()), trials, SEED if seed is None else seed)


def default_method(question: Question) -> str:
    """`exact` where there is such a method, else the first that is not brute force."""
    names = [name for name in question.methods if name != "brute"]
    return "exact" if "exact" in names else names[0]


def _computed(point: Point) -> Iterator[Computed]:
    from sweepstake.sweep.task import compute

    return (compute(piece) for piece in pieces(point))
