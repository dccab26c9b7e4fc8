"""If a method finds while it runs that its answer is too large, another method answers.

This happens only if no method is named; the best method that was not tried is next.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
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
from sweepstake.store.tables import joined
from sweepstake.text.shown import raised

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
    if not register.is_kept(sweep.question.name):
        try:
            return _answered(sweep, within, advance, is_named)
        except FailedPointsError as error:
            first = error.first
            if first.limit in ("seconds", "memory"):
                raise OverLimitError(first.error, first.limit) from None
            raise RuntimeError(first.error) from None
    parts = [
        _answered(replace(sweep, points=sweep.points.taken([place])), within, advance, is_named)
        for place in range(len(sweep.points))
    ]
    return Answered(
        joined([part.frame for part in parts]),
        parts[0].points if len(parts) == 1 else sweep.points,
        tuple(note for part in parts for note in part.notes),
    )


def _answered(sweep: Sweep, within: Limits, advance: cached.Advance, is_named: bool) -> Answered:
    notes, tried = list[str](), dict[str, tuple[str, ...]]()
    compute = _here if register.is_kept(sweep.question.name) else cached.answers
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
                    raise
                tried[other.setting], others[place] = before, other
            notes.append(_note(sweep, error))
            sweep = replace(sweep, points=_with(sweep.points, others))


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


def _here(sweep: Sweep, within: Limits, advance: cached.Advance) -> pd.DataFrame:
    """The answer at one point of a question whose methods compute in this process."""
    [point] = sweep.points
    if over := within.refusal(point.asks.seconds(point.method, point.params) * (point.trials or 1)):
        raise over
    asked = Chunk(point.question, point.method, point.params, 0, point.trials, point.seed or 0)
    try:
        computed = answer(asked)
    except Exception as error:
        message = f"{point}: {raised(error)}"
        if isinstance(error, TooLargeError):
            raise FailedPointsError(message, {0: Failure.of(error)}) from error
        raise RuntimeError(message) from error
    answers = pa.Table.from_batches([rows.answers(point.asks, [computed])])
    chunks = export.chunks_of(point.asks, [(point.method, point.params, point.trials)], answers)
    return export.frame(point.asks, [chunks])


def _note(sweep: Sweep, error: FailedPointsError) -> str:
    """A line that says which method does not answer, at how many points, and why."""
    place, failure = next(iter(error.failures.items()))
    point, count = sweep.points[place], len(error.failures)
    where = "" if len(sweep.points) == 1 else f" at {point.setting}"
    more = f" (and {count - 1} more)" if count > 1 else ""
    return f"Not by {point.method}{where}{more}: {failure.error.removeprefix(f'{point.method}: ')}"
