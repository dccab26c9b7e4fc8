"""If a method finds while it runs that its answer is too large, another method answers.

This happens only if no method is named; the best method that was not tried is next.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from sweepstake import ask
from sweepstake.ask import cached
from sweepstake.config.point import Point
from sweepstake.config.points import Points, alone
from sweepstake.config.spec import Sweep, united
from sweepstake.puzzle import register
from sweepstake.puzzle.method import TooLargeError
from sweepstake.run.chunk import Chunk, Failure, answer
from sweepstake.run.computation import FailedPointsError
from sweepstake.run.limits import OverLimitError
from sweepstake.store import export, rows

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.run.limits import Limits

TOO_LARGE = ("size", "memory")
"""Limits that a method may exceed without being at fault."""


@dataclass(frozen=True)
class Answered:
    """The rows of a sweep, the points that have them, and why other methods did not answer."""

    frame: pd.DataFrame
    points: Points
    notes: tuple[str, ...] = ()


def answered(sweep: Sweep, within: Limits, advance: cached.Advance, *, is_named: bool) -> Answered:
    """The answers of a sweep; too large ones come from other methods, unless one `is_named`.

    RuntimeError in one line if no method is left, or if a limit is exceeded. `advance` gets the
    predicted seconds done so far, and the predicted seconds of all chunks.
    """
    is_here = register.is_kept(sweep.question.name)
    compute = partial(_here, held={}) if is_here else cached.answers
    notes, tried = list[str](), dict[str, tuple[str, ...]]()
    while True:
        try:
            return Answered(compute(sweep, within, advance), sweep.points, tuple(notes))
        except FailedPointsError as error:
            others = dict[int, Point]()
            for place, failure in error.failures.items():
                point = sweep.points[place]
                before = (*tried.get(point.setting, ()), point.method)
                other = another(point, before) if failure.limit in TOO_LARGE else None
                if is_named or other is None:
                    raise _final(error.first) from None
                tried[other.setting], others[place] = before, other
            notes.append(_note(sweep, error))
            sweep = replace(sweep, points=_with(sweep.points, others))


def _final(failure: Failure) -> RuntimeError:
    """The error to raise if no other method may answer."""
    if failure.limit in ("seconds", "memory"):
        return OverLimitError(failure.error, failure.limit)
    return RuntimeError(failure.error)


def another(point: Point, tried: Collection[str]) -> Point | None:
    """`point` with the best method that was not tried; None if no method is left."""
    question = point.asks
    if not set(question.able(point.params)) - {*tried}:
        return None
    method = ask.default_method(question, point.params, tried)
    draws = question.methods[method].draws
    amount = (ask.TRIALS, ask.SEED) if draws else (None, None)
    return Point(point.question, method, point.params, *amount)


def _with(points: Points, others: Mapping[int, Point]) -> Points:
    rest = pa.array([place for place in range(len(points)) if place not in others], pa.int64())
    tables = [points.table.take(rest), *(alone(point).table for point in others.values())]
    table = pa.concat_tables(tables).unify_dictionaries()
    return united("", Points(points.question, ask.SEED, points.untils, table))


def _here(
    sweep: Sweep, within: Limits, advance: cached.Advance, held: dict[str, pa.RecordBatch]
) -> pd.DataFrame:
    """The answers by methods that compute here; `held` keeps each for the next attempt."""
    points, failures = [*sweep.points], dict[int, Failure]()
    for place, point in enumerate(points):
        try:
            if str(point) not in held:
                held[str(point)] = _computed(point, within)
        except TooLargeError as error:
            failures[place] = Failure.of(error)
    if failures:
        raise FailedPointsError("some answers are too large", failures)
    asked = [(point.method, point.params, point.trials) for point in points]
    answers = pa.Table.from_batches([held[str(point)] for point in points])
    return export.frame(sweep.question, [export.chunks_of(sweep.question, asked, answers)])


def _computed(point: Point, within: Limits) -> pa.RecordBatch:
    """The answer at a point."""
    if over := within.refusal(point.asks.seconds(point.method, point.params, point.trials or 1)):
        raise over
    asked = Chunk(point.question, point.method, point.params, 0, point.trials, point.seed or 0)
    try:
        return rows.answers(point.asks, [answer(asked)])
    except TooLargeError:
        raise
    except Exception as error:
        raise RuntimeError(f"{point}: {Failure.of(error).error}") from error


def _note(sweep: Sweep, error: FailedPointsError) -> str:
    """A line that says which method does not answer, at how many points, and why."""
    place, failure = next(iter(error.failures.items()))
    point, count = sweep.points[place], len(error.failures)
    where = "" if len(sweep.points) == 1 else f" at {point.setting}"
    more = f" (and {count - 1} more)" if count > 1 else ""
    return f"Not by {point.method}{where}{more}: {failure.error.removeprefix(f'{point.method}: ')}"
