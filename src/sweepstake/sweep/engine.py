"""Plan, run, compact: what is missing is computed, and what is asked becomes one table.

The point store is the only memory. A run looks there for the pieces that a sweep asks for, has the
missing ones computed, and makes the table from what the store then holds; so it does not matter
how often a run was interrupted, and nothing is computed twice.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweepstake import puzzles, store
from sweepstake.store import DamagedFileError, Key, PointStore
from sweepstake.sweep.lock import held
from sweepstake.sweep.point import Piece, Point, chunk_size, pieces
from sweepstake.sweep.progress import Progress
from sweepstake.sweep.spec import Sweep
from sweepstake.sweep.task import Failure, Lost, Receipt, Task, batches

if TYPE_CHECKING:
    from sweepstake.sweep.cluster import Pool

OpenPool = Callable[[str], "AbstractContextManager[Pool]"]
ATTEMPTS = 2
"""How often a point that raises is tried in one run."""


class FailedPointsError(RuntimeError):
    """Some points could not be computed; the message says how many, where, and what to do."""


@dataclass(frozen=True)
class Plan:
    """The pieces that a sweep asks for, and which of them are stored."""

    sweep: Sweep
    pieces: tuple[Piece, ...]
    index: Mapping[Key, Path]

    @property
    def missing(self) -> list[Piece]:
        """What has to be computed."""
        return [piece for piece in self.pieces if piece.key not in self.index]

    @property
    def cost(self) -> float:
        """Predicted seconds of what is missing, on one core."""
        return sum(piece.cost for piece in self.missing)

    @property
    def points_done(self) -> int:
        """The points of which every piece is stored."""
        return len(self.sweep.points) - len({piece.point.id for piece in self.missing})


@dataclass
class Attempts:
    """What went wrong in this run, by piece: the last failure and how often it was tried."""

    failed: dict[Key, Failure] = field(default_factory=dict)
    tried: Counter[Key] = field(default_factory=Counter)

    def note(self, failure: Failure) -> bool:
        """Remember `failure`; is another attempt due?"""
        key = failure.piece.key
        self.failed[key] = failure
        self.tried[key] += failure.attempts
        return self.tried[key] < ATTEMPTS

    def stored(self, keys: Iterable[Key]) -> None:
        """Forget what has gone well since."""
        for key in keys:
            self.failed.pop(key, None)

    def worthwhile(self, pieces: Iterable[Piece]) -> list[Piece]:
        """The pieces of points that have not failed for good."""
        failed = {failure.piece.point.id for failure in self.failed.values()}
        return [piece for piece in pieces if piece.point.id not in failed]


def plan(sweep: Sweep, results: Path) -> Plan:
    """What `sweep` asks for, against what is stored below `results`."""
    stored = PointStore(results, sweep.question)
    index = stored.index()
    points = tuple(_with_trials(point, stored, index) for point in sweep.points)
    wanted = tuple(piece for point in points for piece in pieces(point))
    return Plan(replace(sweep, points=points), wanted, index)


def run(sweep: Sweep, results: Path, open_pool: OpenPool, tell: Callable[[str], None]) -> None:
    """Leave the table of `sweep` below `results`, computing only what is not stored.

    Raises FailedPointsError once everything else is stored, if some points could not be computed.
    """
    with held(results, sweep.name), ExitStack() as stack:
        room = puzzles.room_of(sweep.question.name).name
        pool: Pool | None = None
        attempts = Attempts()
        planned = plan(sweep, results)
        while True:
            while todo := attempts.worthwhile(planned.missing):
                pool = pool or stack.enter_context(open_pool(room))
                _compute(todo, planned, results, pool, attempts, tell)
                planned = plan(sweep, results)
            _settle(sweep, results, attempts)
            try:
                return compact(planned, results)
            except DamagedFileError as error:
                tell(f"{sweep.name}: {error}; computing its points again")
                planned = plan(sweep, results)


def compact(planned: Plan, results: Path) -> None:
    """Write the sweep's table and its provenance from the point store."""
    stored = PointStore(results, planned.sweep.question)
    points = [_described(point) for point in planned.sweep.points]
    number = {point.id: k for k, point in enumerate(planned.sweep.points)}
    wanted = {piece.key: number[piece.point.id] for piece in planned.pieces}
    rows = stored.gather(wanted, planned.index)
    store.write_sweep(
        results, planned.sweep.name, store.finished(planned.sweep.question, points, rows)
    )
    runs = [points[record.pop("_number")] | record for record in stored.runs(wanted, planned.index)]
    store.write_records(results, "runs", planned.sweep.name, runs)


def _with_trials(point: Point, stored: PointStore, index: Mapping[Key, Path]) -> Point:
    """`point` with the trials of its first round that is not stored, or that was enough."""
    if point.until is None:
        return point
    trials = chunk_size(point)
    while True:
        tried = replace(point, trials=min(trials, point.until.max_trials))
        keys = [piece.key for piece in pieces(tried)]
        if tried.trials == point.until.max_trials or not all(key in index for key in keys):
            return tried
        if point.until.met(point.asks, stored.tally(keys, index)):
            return tried
        trials *= 2


def _compute(
    todo: list[Piece],
    planned: Plan,
    results: Path,
    pool: Pool,
    attempts: Attempts,
    tell: Callable[[str], None],
) -> None:
    """Have the pieces `todo` computed; what failed for good is in `attempts` afterwards."""
    queue = deque(batches(todo))
    progress = Progress(planned, len(queue), results, tell)
    tell(f"{planned.sweep.name}: {progress.begun()}; dashboard {pool.dashboard}")
    for task, outcome in pool.each(queue, results):
        for failure in _failures(task, outcome, queue):
            if attempts.note(failure):
                queue.append(Task((failure.piece,)))
        if isinstance(outcome, Receipt):
            if outcome.unwritten:
                raise OSError(f"nothing more can be stored: {outcome.unwritten}")
            attempts.stored(outcome.stored)
        progress.landed(task, len(attempts.failed))


def _failures(task: Task, outcome: Receipt | Lost, queue: deque[Task]) -> tuple[Failure, ...]:
    """What failed in this attempt; a batch that killed its worker is taken apart."""
    if isinstance(outcome, Receipt):
        return outcome.failures
    if len(task.pieces) > 1:
        queue.extend(Task((piece,)) for piece in task.pieces)
        return ()
    return (Failure(task.pieces[0], outcome.error, "", "unknown", outcome.attempts),)


def _settle(sweep: Sweep, results: Path, attempts: Attempts) -> None:
    """Record what failed for good, and raise if anything did."""
    records = [_recorded(failure, attempts) for failure in attempts.failed.values()]
    store.write_records(results, "failures", sweep.name, records)
    if records:
        points = len({failure.piece.point.id for failure in attempts.failed.values()})
        raise FailedPointsError(
            f"{points} of {len(sweep.points)} points failed, the rest is stored; "
            f"first: {records[0]['point']}: {records[0]['error']}; all of them, with tracebacks: "
            f"{results}/failures/{sweep.name}.parquet; running again tries just these"
        )


def _recorded(failure: Failure, attempts: Attempts) -> dict[str, Any]:
    return {
        "point": str(failure.piece.point),
        **_described(failure.piece.point),
        "chunk": failure.piece.chunk,
        "error": failure.error,
        "traceback": failure.traceback,
        "attempts": attempts.tried[failure.piece.key],
        "worker": failure.worker,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _described(point: Point) -> dict[str, Any]:
    return {**dict(point.params), "method": point.method, "trials": point.trials}
