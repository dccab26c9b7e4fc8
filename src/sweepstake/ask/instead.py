"""If a method ends without an answer, the best method that was not tried answers instead.

This happens only if no method is named, and unless the rules themselves are at fault. A question
that exists only in this process is computed in a child of it, and its answers stay in memory.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import pyarrow as pa

from sweepstake import errors
from sweepstake.ask import cached, defaults
from sweepstake.config.points import Point, Points, alone
from sweepstake.config.spec import Sweep, united
from sweepstake.errors import FailedPointsError, OverLimitError
from sweepstake.puzzle import register
from sweepstake.puzzle.method import KINDS
from sweepstake.run import child
from sweepstake.run.chunk import Chunk, Failure
from sweepstake.store import export

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.run.chunk import Limits
    from sweepstake.run.local import LocalCode
    from sweepstake.run.serve import Outcome

Reasons = dict[str, str]
"""Why methods did not answer, by their names."""
MOST_DIGITS = 1_000
"""The digits of a fraction that nobody wants, if another method proves bounds."""
MOST_WAITED_FOR = 20
"""Most points of a sweep that are asked whether another method can answer."""
MOST_BYTES = 64 << 20
"""About the most that remembered answers take."""
_remembered: dict[tuple[str, str], pa.RecordBatch] = {}
"""Answers of questions that exist only in this process, by their code and the point."""


@dataclass(frozen=True)
class Answered:
    """The rows of a sweep, the points that have them, and why other methods did not answer."""

    frame: pd.DataFrame
    points: Points
    notes: tuple[str, ...] = ()


def answered(sweep: Sweep, within: Limits, advance: cached.Advance, *, is_named: bool) -> Answered:
    """The answers of a sweep; where a method ends without one, the next answers, unless `is_named`.

    A SweepstakeError if no method is left, with the reason of each. `advance` gets the predicted
    seconds done so far, and the predicted seconds of all chunks.
    """
    is_local = register.is_local(sweep.question.name)
    compute = _local if is_local else cached.answers
    notes = [] if is_named else _refusals(sweep.points[0])
    tried = dict[str, Reasons]()
    while True:
        try:
            limits = within if is_named else _patient(sweep, tried, within)
            return Answered(compute(sweep, limits, advance), sweep.points, tuple(notes))
        except (FailedPointsError, OverLimitError) as error:
            failures = _failures(sweep, error)
            if limits.seconds < within.seconds:
                failures = {index: _hurried(f) for index, f in failures.items()}
            replacements, told = dict[int, Point](), {*map(_cause, _reasons(tried))}
            for index, failure in failures.items():
                point = sweep.points[index]
                reasons = tried.setdefault(point.setting, {})
                reasons[point.method] = _reason(point, failure)
                if failure.limit == "rules":
                    raise errors.of_kind(failure.kind, failure.error) from None
                next_point = with_next_method(point, reasons)
                if is_named or next_point is None:
                    raise _final(point, reasons, failure, next_point) from None
                replacements[index] = next_point
            if any(f.limit != "size" or _cause(f.error) not in told for f in failures.values()):
                notes.append(_note(sweep, failures))
            sweep = replace(sweep, points=_with(sweep.points, replacements))


def _refusals(point: Point) -> list[str]:
    """A line if the function does what the best methods refuse, with its line in the source."""
    kind = KINDS.index(point.by.kind)
    better = [m for m in point.asks.methods.values() if KINDS.index(m.kind) < kind]
    objections = filter(None, (method.objection(**point.params) for method in better))
    lines = [o for o in objections if isinstance(errors.refusal(o), errors.RefusedError)]
    return [f"Not by {line}" for line in lines[:1]]


def _patient(sweep: Sweep, tried: Mapping[str, Reasons], within: Limits) -> Limits:
    """The limits of methods that give way: another one proves bounds, or may take a minute."""
    waits = within.exploring
    for point in islice(sweep.points, MOST_WAITED_FOR):
        without = {*tried.get(point.setting, ()), point.method}
        other = with_next_method(point, without)
        if other is None:
            return within
        able = set(point.asks.able(point.params)) - without
        proves = any(point.asks.methods[name].proves for name in able)
        waits = replace(within.exploring, digits=MOST_DIGITS) if proves else waits
        if not proves and max(map(_seconds, (point, other))) > defaults.PATIENCE:
            return within
    seconds = within.seconds if len(sweep.points) > 1 else min(within.seconds, defaults.PATIENCE)
    return replace(within, seconds=seconds, patience=waits)


def _seconds(point: Point) -> float:
    return point.asks.seconds(point.method, point.params, point.trials or 1)


def _failures(sweep: Sweep, error: FailedPointsError | OverLimitError) -> Mapping[int, Failure]:
    """Why points have no answer; the limit of a whole sweep isn't the fault of one point."""
    if isinstance(error, FailedPointsError):
        return error.failures
    if len(sweep.points) > 1:
        raise error
    return {0: Failure.of(error)}


def _reasons(tried: Mapping[str, Reasons]) -> Iterator[str]:
    for reasons in tried.values():
        yield from reasons.values()


def _cause(reason: str) -> str:
    """The reason without the methods that name it: `bounds` fails if `states` does."""
    return re.sub(r"^(\w+: )+", "", reason)


def _hurried(failure: Failure) -> Failure:
    """The failure of a method that gives way to another one after a minute."""
    if failure.limit != "seconds":
        return failure
    late = failure.error.partition("; to raise it")[0]  # it took too long, or is predicted to
    return replace(failure, error=f"{late}; name the method to wait for it")


def _reason(point: Point, failure: Failure) -> str:
    """Why a method did not answer, in a line that does not name it."""
    return failure.error.removeprefix(f"{point.method}: ").removeprefix(f"{point}: ")


def _final(
    point: Point, reasons: Reasons, failure: Failure, next_point: Point | None
) -> errors.SweepstakeError:
    """The error to raise if no other method may answer; it names the `next_point` that might."""
    if next_point and failure.limit == "seconds":  # the message says how to raise the limit
        message = failure.error
    elif next_point:
        message = f"{failure.error}; if no method is named, {next_point.method} answers"
    else:
        message = _no_method(point, reasons)
    if failure.limit in ("seconds", "memory"):
        return OverLimitError(message, failure.limit)
    return errors.of_kind(failure.kind, message)


def _no_method(point: Point, tried: Reasons) -> str:
    """Why no method answers: the reason of each, or one reason if all give the same."""
    objections = {
        name: (method.objection(**point.params) or "").removeprefix(f"{name}: ")
        for name, method in point.asks.methods.items()
    }
    reasons = {name: why for name, why in (objections | tried).items() if why}
    if len({*reasons.values()}) == 1:
        return next(iter(reasons.values()))
    return f"no method answers; {'; '.join(f'{name}: {why}' for name, why in reasons.items())}"


def with_next_method(point: Point, tried: Collection[str]) -> Point | None:
    """`point` with the best method that was not tried; None if no method is left."""
    question = point.asks
    if not set(question.able(point.params)) - {*tried}:
        return None
    method = defaults.default_method(question, point.params, tried)
    draws = question.methods[method].draws
    amount = (defaults.TRIALS, defaults.SEED) if draws else (None, None)
    return Point(point.question, method, point.params, *amount)


def _with(points: Points, replacements: Mapping[int, Point]) -> Points:
    unchanged = pa.array(
        [index for index in range(len(points)) if index not in replacements], pa.int64()
    )
    tables = [
        points.table.take(unchanged),
        *(alone(point).table for point in replacements.values()),
    ]
    table = pa.concat_tables(tables).unify_dictionaries()
    return united("", Points(points.question, defaults.SEED, points.untils, table))


def _local(sweep: Sweep, within: Limits, advance: cached.Advance) -> pd.DataFrame:
    """The answers of a question that exists only here, computed in a child or remembered."""
    from sweepstake.run import remote

    code, points = remote.code_of(sweep.question), [*sweep.points]
    _forget()
    batches = {index: _remembered.get(_key(code, point)) for index, point in enumerate(points)}
    failures, due = dict[int, Failure](), dict[int, float]()
    for index in (index for index, batch in batches.items() if batch is None):
        point = points[index]
        seconds = _seconds(point)
        if over := within.refusal(seconds):
            failures[index] = Failure.of(over)
        else:
            due[index] = seconds
    done = 0.0
    for index, outcome in _outcomes(code, points, [*due], within):
        if isinstance(outcome, Failure):
            failures[index] = _located(points[index], outcome)
        else:
            batches[index] = outcome
        done += due[index]
        advance(done, sum(due.values()))
    if text := child.printed():
        sys.stderr.write(text)
    else:  # what a method prints is printed each time that it is asked
        computed = {_key(code, points[index]): batches[index] for index in due}
        _remembered.update((key, batch) for key, batch in computed.items() if batch is not None)
    if failures:
        raise FailedPointsError("some points have no answer", failures)
    keys = [(point.method, point.params, point.trials) for point in points]
    answers = pa.Table.from_batches([batches[index] for index in range(len(points))])
    return export.frame(sweep.question, [export.chunks_of(sweep.question, keys, answers)])


def _key(code: LocalCode, point: Point) -> tuple[str, str]:
    return code.id, repr((point.method, point.params, point.trials, point.seed))


def _forget() -> None:
    """Forget the oldest answers if all together take too much memory."""
    size = sum(batch.nbytes for batch in [*_remembered.values()])
    for key, batch in [*_remembered.items()]:
        if size <= MOST_BYTES:
            return
        size -= batch.nbytes
        _remembered.pop(key, None)


def _outcomes(
    code: LocalCode, points: Sequence[Point], due: Sequence[int], within: Limits
) -> Iterator[tuple[int, Outcome]]:
    """The answers or failures of the points with the indices `due`."""
    chunks = tuple(
        Chunk(point.question, point.method, point.params, 0, point.trials, point.seed or 0)
        for point in map(points.__getitem__, due)
    )
    indices = iter(due)
    for outcome in child.outcomes(code, chunks, within.here()):
        if isinstance(outcome, Failure):
            yield next(indices), outcome
        else:
            yield from ((next(indices), outcome.slice(k, 1)) for k in range(len(outcome)))


def _located(point: Point, failure: Failure) -> Failure:
    """A failure whose message names the point, unless it names the method."""
    if failure.limit == "size":
        return failure
    return replace(failure, error=f"{point}: {failure.error}")


def _note(sweep: Sweep, failures: Mapping[int, Failure]) -> str:
    """A line that says which method does not answer, at how many points, and why."""
    index, failure = next(iter(failures.items()))
    point, count = sweep.points[index], len(failures)
    location = "" if len(sweep.points) == 1 else f" at {point.setting}"
    others = f" (and {count - 1} more)" if count > 1 else ""
    return f"Not by {point.method}{location}{others}: {_reason(point, failure)}"
