"""Runs a sweep: plan, compute the missing chunks, export one table.

The store is the only state. Each round of a `Computation` begins with a new plan, made from what is
stored, until no chunk is missing. Tasks return answers, and only this process writes them. Then
`run` writes the table from the store. So a run may be interrupted at any time: what is stored is
not computed again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
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
from sweepstake.run.task import LOST, Order, Queue, Receipt, Task, Tasks, perform
from sweepstake.source import identity as source_identity
from sweepstake.source.identity import of_package
from sweepstake.store import tables
from sweepstake.store.columns import digest
from sweepstake.store.compaction import compacted, merge
from sweepstake.store.export import Gathering, export
from sweepstake.store.shards import Store
from sweepstake.store.writer import SECONDS, Writer

Tell = Callable[[str], object]
"""A callback that gets a line or a text."""
Results = Callable[..., Generator[tuple[Any, Any] | None, None, None]]
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
    versions: str
    """The versions that are stored with each answer, as JSON."""
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
        """Compute and store the chunks of `tasks`; `failed` then has those that failed."""
        is_short = progress.cost <= SHORT and not client.is_needed()
        results: Results = _here if is_short else self.results or cluster.results
        queue, writer = Queue(tasks), Writer(0.0 if is_short else SECONDS)
        computing = results(perform, queue, self.order, self.workers, self.listener.tell)
        try:
            with closing(computing), writer:
                for result in computing:
                    if result:
                        self._take(*result, queue, writer, progress)
                    writer.write_due()
        except Exception as error:
            stop.check()  # after a stop, the error is only its consequence
            if not isinstance(error, ClusterError):
                raise
            count_left = progress.total - progress.done
            advice = f"{count_left:,} of {progress.total:,} points are missing; run again"
            raise ClusterError(f"{error}: {advice}") from error

    def _take(
        self, task: Task, receipt: Receipt | None, queue: Queue, writer: Writer, progress: Progress
    ) -> None:
        """Take over what a task returned; one that no worker survived is tried chunk by chunk."""
        if not receipt and len(task) > 1:
            queue.add_each(task)
            return
        receipt = receipt or LOST
        self.listener.printed(receipt.printed)
        tried = queue.add_rest(task, receipt)
        chunks = self.failed.landed(tried.chunks, receipt.failures)
        if receipt.answers:
            partition = self.store.partition(task.method, self.order.code.id, task.seed)
            origin = {
                "task": tried.name,
                "worker": receipt.worker,
                "started": receipt.started,
                "versions": self.versions,
            }
            writer.add(partition, chunks, receipt.answers, origin)
        progress.landed(chunks, len(self.failed.by_key))

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
                f"back: the disk does not keep what is written; use another folder"
            )
        self.rounds.add(chunks_hash)


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
    code = Code.of(sweep.question.name)
    imported = source_identity.versions(register.source_of(code.question))
    recorded = json.dumps({**versions(), **imported, "source": code.id}, sort_keys=True)
    order = Order(code, limits, of_package())
    with suppress(OSError):  # a full disk is reported when answers can't be stored
        note_source(store)
    return Computation(sweep, store, order, recorded, workers, listener, results).planned()


def _here(
    perform: Callable[..., Receipt], tasks: Iterator[Task], order: Order, *_: object
) -> Generator[tuple[Task, Receipt], None, None]:
    """Each task with what `perform` returns in this thread."""
    for task in tasks:
        yield task, perform(task, order)


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
