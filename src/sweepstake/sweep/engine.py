"""Plan, run, compact: what is missing is computed, and what is asked becomes one table.

The point store is the only memory. A run looks there for the pieces that a sweep asks for, has the
missing ones computed, and makes the table from what the store then holds; so it does not matter
how often a run was interrupted, and nothing is computed twice.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sweepstake import puzzles, store
from sweepstake.store import DamagedFileError, Key, PointStore
from sweepstake.sweep.lock import held
from sweepstake.sweep.point import Piece, pieces
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
    tried: dict[Key, int] = field(default_factory=dict)

    def note(self, failure: Failure) -> bool:
        """Remember `failure`; is another attempt due?"""
        key = failure.piece.key
        self.failed[key] = failure
        self.tried[key] = self.tried.get(key, 0) + 1
        return self.tried[key] < ATTEMPTS


def plan(sweep: Sweep, results: Path) -> Plan:
    """What `sweep` asks for, against what is stored below `results`."""
    wanted = tuple(piece for point in sweep.points for piece in pieces(point))
    return Plan(sweep, wanted, PointStore(results, sweep.question).index())


def run(sweep: Sweep, results: Path, open_pool: OpenPool, tell: Callable[[str], None]) -> None:
    """Leave the table of `sweep` below `results`, computing only what is not stored.

    Raises FailedPointsError once everything else is stored, if some points could not be computed.
    """
    with held(results, sweep.name):
        while True:
            planned = plan(sweep, results)
            if planned.missing:
                _compute(planned, results, open_pool, tell)
                planned = plan(sweep, results)
            try:
                compact(planned, results)
            except DamagedFileError as error:
                tell(f"{sweep.name}: {error}; computing its points again")
            else:
                return store.write_records(results, "failures", sweep.name, [])


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
    runs = [points[record.pop("number")] | record for record in stored.runs(wanted, planned.index)]
    store.write_records(results, "runs", planned.sweep.name, runs)


def _compute(
    planned: Plan, results: Path, open_pool: OpenPool, tell: Callable[[str], None]
) -> None:
    """Have the missing pieces computed; what failed is recorded, and raised at the end."""
    name = planned.sweep.name
    queue = deque(batches(planned.missing))
    attempts = Attempts()
    progress = Progress(name, planned, len(queue), tell)
    with open_pool(puzzles.room_of(planned.sweep.question.name).name) as pool:
        tell(f"{name}: {progress.begun()}; dashboard {pool.dashboard}")
        for task, outcome in pool.each(queue, results):
            failures = _failures(task, outcome, queue)
            for failure in failures:
                if attempts.note(failure):
                    queue.append(Task((failure.piece,)))
            if isinstance(outcome, Receipt):
                for key in outcome.stored:
                    attempts.failed.pop(key, None)
            progress.landed(task)
    records = [_recorded(failure, attempts) for failure in attempts.failed.values()]
    store.write_records(results, "failures", name, records)
    if records:
        first = records[0]
        raise FailedPointsError(
            f"{len(records)} of {len(planned.sweep.points)} points failed, the rest is stored; "
            f"first: {first['point']}: {first['error']}; see results/failures/{name}.parquet; "
            "running again tries just these"
        )


def _failures(task: Task, outcome: Receipt | Lost, queue: deque[Task]) -> tuple[Failure, ...]:
    """What failed for good in this attempt; a batch that killed its worker is taken apart."""
    if isinstance(outcome, Receipt):
        return outcome.failures
    if len(task.pieces) > 1:
        queue.extend(Task((piece,)) for piece in task.pieces)
        return ()
    return (Failure(task.pieces[0], outcome.error, "", "unknown"),)


def _recorded(failure: Failure, attempts: Attempts) -> dict[str, Any]:
    return {
        "point": str(failure.piece.point),
        **_described(failure.piece.point),
        "chunk": failure.piece.chunk,
        "error": failure.error,
        "traceback": failure.traceback,
        "attempts": attempts.tried[failure.piece.key],
        "worker": failure.worker,
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def _described(point: Any) -> dict[str, Any]:
    return {**dict(point.params), "method": point.method, "trials": point.trials}
