"""Runs a sweep: plan, compute the missing chunks, export one table.

The store is the only state. Each round of a `Computation` begins with a new plan, made from what is
stored, until no chunk is missing; then `run` writes the table from the store. So a run may be
interrupted at any time, and nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from sweepstake import memory, stop
from sweepstake.cluster import client
from sweepstake.cluster import tasks as cluster
from sweepstake.config.spec import Sweep
from sweepstake.errors import ClusterError, DamagedFileError, FailedPointsError
from sweepstake.plan.chunks import KEY, identity
from sweepstake.plan.plan import Plan, plan
from sweepstake.plan.why import note_source, notice
from sweepstake.puzzle import register
from sweepstake.run import child, lock
from sweepstake.run.chunk import Code, Failed, Limits, configured, versions
from sweepstake.run.progress import Progress
from sweepstake.run.task import LOST, Order, Receipt, Task, Tasks, perform
from sweepstake.source import identity as source_identity
from sweepstake.source.identity import of_package
from sweepstake.store import tables
from sweepstake.store.columns import digest
from sweepstake.store.compaction import compacted, merge
from sweepstake.store.export import Gathering, export
from sweepstake.store.shards import Store

Tell = Callable[[str], object]
"""A callback that gets a line or a text."""
Results = Callable[..., Iterator[tuple[Any, Any]]]
"""The type of `cluster.results`."""

SHORT = 5.0
"""Most predicted seconds of a sweep that is computed without Dask, by one child."""

stop.at_stop(client.be_quiet)
stop.at_stop(child.end_all)
stop.at_stop(client.close)


@dataclass(frozen=True)
class Listener:
    """Callbacks that a computation reports to; by default they do nothing."""

    tell: Tell = lambda line: None
    """Gets notices, and lines on progress unless `progress` gets these."""
    progress: Tell | None = None
    printed: Tell = lambda text: None
    """Gets the output of the methods."""
    advance: Callable[[float, float], None] = lambda done, total: None
    """Gets the predicted seconds done so far, and the predicted seconds of all chunks."""
    watch: Callable[[Progress], None] = lambda progress: None
    """Gets the progress at the beginning of each round, and after each task."""


@dataclass
class Computation:
    """Plans and computes in rounds until nothing is missing."""

    sweep: Sweep
    store: Store
    order: Order
    workers: int
    listener: Listener
    results: Results | None = None
    """Has tasks done elsewhere, if they take long; by default by Dask."""
    failed: Failed = field(default_factory=Failed)
    rounds: set[str] = field(default_factory=set)
    """The hashes of the chunks that were missing in earlier rounds."""

    def planned(self) -> Plan:
        """Compute the missing chunks; returns the plan that says where all chunks are."""
        while self._computes(planned := plan(self.sweep, self.store.results)):
            del planned  # else two plans are in memory, at 100 bytes a point
        self._settle(planned)
        return planned

    def _computes(self, planned: Plan) -> bool:
        """Compute the missing chunks; False if none is missing that is worth an attempt."""
        if rejected := planned.store.rejected:
            self.listener.tell(_rejection(rejected, self.store.root))
        if not self.rounds and (line := notice(planned)):
            self.listener.tell(line)
        if not len(todo := self.failed.due(planned.missing, self.order.limits)):
            return False
        self._check_new(todo)
        tasks = Tasks(self.sweep.points, todo)
        self._compute(tasks, Progress(planned, todo, len(tasks), self.listener))
        return True

    def _compute(self, tasks: Tasks, progress: Progress) -> None:
        """Compute the chunks of `tasks`; `failed` then has those that failed."""
        try:
            for task, receipt in self._receipts(tasks, progress.cost):
                self.listener.printed(receipt.printed)
                self._check_stored(receipt)
                chunks = self.failed.landed(task.chunks, receipt.failures)
                progress.landed(chunks, len(self.failed.by_key))
        except Exception as error:
            stop.check()  # after a stop, the error is only its consequence
            if not isinstance(error, ClusterError):
                raise
            count_left = progress.total - progress.done
            advice = f"{count_left:,} of {progress.total:,} points are missing; run again"
            raise ClusterError(f"{error}: {advice}") from error

    def _receipts(self, tasks: Tasks, seconds: float) -> Iterator[tuple[Task, Receipt]]:
        """Each task with its receipt; `seconds` are predicted for all of them."""
        if client.is_needed() or seconds > SHORT:
            yield from self._from_workers(iter(tasks))
            return
        for task in tasks:
            yield task, perform(task, self.order)

    def _from_workers(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Receipt]]:
        """Each task with its receipt; one that no worker survived is tried chunk by chunk."""
        lost_tasks = list[Task]()
        compute_elsewhere = self.results or cluster.results
        results = compute_elsewhere(perform, tasks, self.order, self.workers, self.listener.tell)
        for task, receipt in results:
            if receipt or len(task) == 1:
                yield task, receipt or LOST
            else:
                lost_tasks.append(task)
        if lost_tasks:
            yield from self._from_workers(
                task[position : position + 1]
                for task in lost_tasks
                for position in range(len(task))
            )

    def _settle(self, planned: Plan) -> None:
        """Record the chunks that failed for good, and raise if there are any."""
        records, points = list(self.failed.records(planned.sweep.points)), self.sweep.points
        file = tables.write_failures(self.store.results, self.sweep.name, records)
        if records:
            first = f"{records[0]['failed_point']}: {records[0]['error']}"
            raise FailedPointsError(
                f"{len(self.failed.points)} of {len(points)} points failed, the rest is stored; "
                f"first: {first}; all, with tracebacks: {file}; run again to try only these",
                {index: failure for (index, _, _), failure in self.failed.by_key.items()},
            )

    def _check_new(self, todo: pa.Table) -> None:
        """Raise OSError if the same `todo` was computed in an earlier round: it wasn't stored."""
        chunks_hash = digest(todo.select(KEY))
        if chunks_hash in self.rounds:
            raise OSError(
                f"{len(todo):,} chunks were stored below {self.store.root} and can't be read "
                f"back: the disk does not keep what is written, or workers see "
                f"another folder under this path; use a folder that all of them share"
            )
        self.rounds.add(chunks_hash)

    def _check_stored(self, receipt: Receipt) -> None:
        """Raise OSError if a shard that a worker says it stored is not there for us to read."""
        for path in receipt.shards:
            # another run may have merged it into a new shard
            if not (path.exists() or any(path.parent.glob("*.parquet"))):
                raise OSError(
                    f"worker {receipt.worker} says that it stored {path}, which is not there; "
                    f"workers must see the results folder under the same path as the run"
                )


def _rejection(paths: Sequence[Path], root: Path) -> str:
    others = f" (and {len(paths) - 1:,} more)" if paths[1:] else ""
    moved = f"it is moved to {root.name}/.rejected, and its chunks are computed again"
    return f"{paths[0]}{others} is damaged; {moved}"


def run(sweep: Sweep, results: Path, workers: int, listener: Listener) -> None:
    """Write the table of `sweep` below `results`, computing only what is not stored.

    Raises FailedPointsError once everything else is stored, if some points could not be computed.
    """
    memory.give_back()
    store, limits = Store(results, sweep.question), configured()
    with (
        lock.sweep_lock(results, sweep.name),
        lock.used(store.root),
        lock.alone(store.folder),
    ):
        stop.check()
        while True:
            try:
                planned = compute(sweep, store, limits, workers, listener)
            except KeyboardInterrupt:
                child.end_all()
                raise
            if _exported(planned, identity(sweep.points), store, listener.tell):
                merge(planned.shards)
                return


def compute(
    sweep: Sweep,
    store: Store,
    limits: Limits,
    workers: int,
    listener: Listener,
    results: Results | None = None,
) -> Plan:
    """Compute the chunks of `sweep` that are not stored; returns the plan that says where all are.

    One child of this process does work of some seconds. Longer work goes to `results`: to `workers`
    children, or to the cluster that Dask's configuration names. Raises FailedPointsError if points
    could not be computed, ClusterError if the cluster can't be used, and OSError if nothing can be
    stored.
    """
    code, results_folder = Code.of(sweep.question.name), store.results.resolve()
    imported = source_identity.versions(register.source_of(code.question))
    recorded = {**versions(), **imported, "source": code.id}
    order = Order(code, limits, results_folder, recorded, of_package())
    with suppress(OSError):  # a full disk is reported when answers can't be stored
        note_source(store)
    return Computation(sweep, store, order, workers, listener, results).planned()


def _exported(planned: Plan, points_hash: str, store: Store, tell: Tell) -> bool:
    """Write the table; False if the store has changed meanwhile or is damaged."""
    try:
        parts = map(Gathering(store, planned.shards).rows, planned.parts())
        merged_parts = compacted(parts, planned.shards)
        export(store, planned.sweep.name, merged_parts, points_hash)
    except DamagedFileError:  # missing or moved away: the next plan says so
        return False
    if planned.unmet:
        tell(_unmet(planned))
    return True


def _unmet(planned: Plan) -> str:
    points = planned.sweep.points
    return (
        f"{len(planned.unmet)} of {len(points)} points took their max_trials without meeting the "
        f"bound of `until`; to go on, raise max_trials; first: {points[planned.unmet[0]]}"
    )
