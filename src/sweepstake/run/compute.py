"""Plan, compute, export: what is missing is computed, and what is asked becomes one table.

The store is the only memory. `compute` looks there for the chunks that a sweep asks for and has the
missing ones computed; `run` makes the table from what the store then holds. So it does not matter
how often a run was interrupted, and nothing is computed twice.
"""

from __future__ import annotations

import ctypes
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from sweepstake import stop
from sweepstake.cluster import client, settings
from sweepstake.cluster import tasks as cluster
from sweepstake.cluster.settings import ClusterError
from sweepstake.config.limits import Limits
from sweepstake.config.spec import Sweep
from sweepstake.plan.chunks import identity, predicted
from sweepstake.plan.found import KEY
from sweepstake.plan.plan import Plan, plan
from sweepstake.puzzle import register
from sweepstake.run import child, lock
from sweepstake.run.adopt import notice
from sweepstake.run.attempts import Attempts
from sweepstake.run.chunk import Code, Failure
from sweepstake.run.progress import Progress, forget
from sweepstake.run.provenance import package, versions
from sweepstake.run.task import Receipt, Task, tasks
from sweepstake.run.work import Order, perform
from sweepstake.source import reach
from sweepstake.store import place, tables
from sweepstake.store.columns import digest
from sweepstake.store.compaction import Compaction
from sweepstake.store.export import export
from sweepstake.store.files import Place
from sweepstake.store.gather import Gathering
from sweepstake.store.parquet import ChangedError, DamagedFileError
from sweepstake.store.shards import Store

Tell = Callable[[str], object]
"""Gets a line or a text."""

SHORT = 5.0
"""Predicted seconds of a sweep that is computed without Dask, by one child."""

M_MMAP_THRESHOLD, LARGE = -3, 4 << 20
"""An option of the C library, and bytes from which on memory is no part of its heap."""

stop.at_stop(child.end_all)
stop.at_stop(client.close)


class FailedPointsError(RuntimeError):
    """Some points could not be computed: how many, the first of them, and what to do."""

    def __init__(self, message: str, first: Failure) -> None:
        super().__init__(message)
        self.first = first


@dataclass(frozen=True)
class Listener:
    """What a computation reports as it goes on; nobody listens unless told otherwise."""

    tell: Tell = lambda line: None
    """Gets a line now and then."""
    printed: Tell = lambda text: None
    """Gets what the methods print."""
    advance: Callable[[float, float], None] = lambda done, total: None
    """Gets the predicted seconds that are done, and those of all chunks to compute."""


def run(sweep: Sweep, results: Path, workers: int, listener: Listener) -> None:
    """Leave the table of `sweep` below `results`, computing only what is not stored.

    Raises FailedPointsError once everything else is stored, if some points could not be computed.
    """
    _return_memory()
    stored, limits = Store(results, sweep.question, settings.store()), settings.limits()
    if stored.place:
        place.probe(stored.place)
    with lock.held(results, sweep.name), lock.used(stored.root), lock.alone(stored.folder):
        forget(results, sweep.name)
        while True:
            planned = compute(sweep, stored, limits, workers, listener)
            if _exported(planned, identity(sweep.points), stored, listener.tell):
                return


def _return_memory() -> None:
    """Have large arrays go back to the system when they are freed, of Arrow's and of NumPy's.

    Else a run holds a third more than it uses. Children are not asked: to get memory takes longer.
    """
    pa.set_memory_pool(pa.system_memory_pool())
    if sys.platform == "linux":
        with suppress(AttributeError):  # of another C library
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)


def compute(sweep: Sweep, stored: Store, limits: Limits, workers: int, listener: Listener) -> Plan:
    """Have the chunks of `sweep` that are not stored computed; returns where all of them are.

    Work of some seconds is done by one child of this process, more by `workers` of them, or by the
    cluster that Dask's configuration names. Raises FailedPointsError if points could not be
    computed, ClusterError if the cluster can't be used, and OSError if nothing can be stored.
    """
    code, here = Code.of(sweep.question.name), stored.results.resolve()
    order = Order(code, limits, here, stored.place, _versions(code), package())
    try:
        return _Computation(sweep, stored, order, workers, listener).planned()
    except KeyboardInterrupt:
        child.end_all()
        raise


def _versions(code: Code) -> dict[str, str]:
    """What `runs` records of every chunk: versions, and the identity of the source."""
    helpers = reach.versions(register.source_of(code.question))
    return {**versions(), **helpers, "source": code.id}


def _exported(planned: Plan, asked: str, stored: Store, tell: Tell) -> bool:
    """Write the table; False if the store has changed meanwhile, or is found to be damaged."""
    try:
        gathering, compaction = Gathering(stored, planned.shards), Compaction(planned.shards)
        export(gathering, planned.sweep.name, planned.parts(), asked, compaction.add)
        compaction.end()
        if compaction.failure:
            tell(f"small shards are left as they are: {compaction.failure}")
    except ChangedError:
        return False
    except DamagedFileError as error:
        tell(
            f"{error}; damaged shards are moved to {stored.root.name}/.rejected, and what is "
            f"missing is computed again"
        )
        return False
    if planned.unmet:
        tell(_unmet(planned))
    return True


@dataclass
class _Computation:
    """Looks at the store again and again until nothing is missing."""

    sweep: Sweep
    stored: Store
    order: Order
    workers: int
    listener: Listener
    attempts: Attempts = field(default_factory=Attempts)
    rounds: set[str] = field(default_factory=set)

    def planned(self) -> Plan:
        """Where all chunks are, once they are computed."""
        while self._computes(planned := plan(self.sweep, self.stored.results, self.stored.place)):
            del planned  # or there are two of them, of 100 bytes a point
        self._settle(planned)
        return planned

    def _computes(self, planned: Plan) -> bool:
        """Have what is missing computed; False if nothing is that is worth it."""
        if planned.rejected:
            self.listener.tell(_put_aside(planned.rejected, self.stored.root))
        if not self.rounds and (line := notice(planned, self.stored)):
            self.listener.tell(line)
        self.attempts.refuse(planned.missing, self.order.limits)
        if not len(todo := self.attempts.worthwhile(planned.missing)):
            return False
        self._check_new(todo)
        self._compute(Progress(planned, self.stored.results, self.listener), todo)
        return True

    def _compute(self, progress: Progress, todo: pa.Table) -> None:
        """Have the chunks `todo` computed; what failed for good is in `attempts` afterwards."""
        queue = deque(tasks(self.sweep.question.name, self.sweep.points.seed, todo))
        progress.begin(queue)
        try:
            for task, outcome in self._outcomes(queue, predicted(todo)):
                if isinstance(outcome, Receipt):
                    self.listener.printed(outcome.printed)
                    self._check_stored(outcome)
                done, again = self.attempts.landed(task, outcome)
                queue.extend(again)
                progress.landed(done, len(again), len(self.attempts.failed))
        except Exception as error:
            stop.check()  # what fails because of that is no error of its own
            if not isinstance(error, ClusterError):
                raise
            left = progress.total - progress.done
            missing = f"{left:,} of {progress.total:,} points are missing; run again"
            raise ClusterError(f"{error}: {missing}") from error

    def _outcomes(self, queue: deque[Task], seconds: float) -> Iterator[tuple[Task, Any]]:
        """Each task of `queue`, which may grow, with what became of it."""
        if client.is_needed() or seconds > SHORT:
            yield from cluster.each(perform, queue, self.order, self.workers, self.listener.tell)
        while queue:
            task = queue.popleft()
            yield task, perform(task, self.order)

    def _settle(self, planned: Plan) -> None:
        """Record what failed for good, and raise if anything did."""
        records, points = list(self.attempts.records(planned.sweep.points)), self.sweep.points
        file = tables.write_failures(self.stored.results, self.sweep.name, records)
        if records:
            raise FailedPointsError(
                f"{len(self.attempts.places)} of {len(points)} points failed, the rest is stored; "
                f"first: {records[0]['point']}: {records[0]['error']}; all, with tracebacks: "
                f"{file}; run again to try only these",
                next(iter(self.attempts.failed.values())).why,
            )

    def _check_new(self, todo: pa.Table) -> None:
        """Raise OSError if the chunks `todo` were computed before: they can't be kept, then."""
        these = digest(todo.select(KEY))
        if these in self.rounds:
            raise OSError(
                f"{len(todo):,} chunks were stored below {self.stored.root} and can't be read "
                f"back: the disk does not keep what is written, or workers see "
                f"another folder under this path; use a folder that all of them share"
            )
        self.rounds.add(these)

    def _check_stored(self, receipt: Receipt) -> None:
        """Raise OSError unless what a worker says it has stored is there for us to read."""
        if receipt.unwritten:
            raise OSError(
                f"worker {receipt.worker} can't store anything in {self.stored.root}: "
                f"{receipt.unwritten}; make it writable or free some space, and run again"
            )
        for path in receipt.shards:  # to ask an object store takes a while
            if isinstance(path, Path) and not path.exists():
                self._check_merged(path, receipt)

    def _check_merged(self, path: Path, receipt: Receipt) -> None:
        """Raise OSError unless another run has written a shard's chunks anew, where we see them."""
        if not any(path.parent.glob("*.parquet")):
            raise OSError(
                f"worker {receipt.worker} says that it stored {path}, which is not there; "
                f"workers must see the results folder under the same path as the run"
            )


def _put_aside(paths: Sequence[Place], root: Place) -> str:
    again = f"moved to {root.name}/.rejected, and its chunks are computed again"
    if len(paths) == 1:
        return f"{paths[0]} is damaged; it is {again}"
    return (
        f"{len(paths):,} stored files are damaged or of another version, the first of them "
        f"{paths[0]}; each is {again}"
    )


def _unmet(planned: Plan) -> str:
    points = planned.sweep.points
    return (
        f"{len(planned.unmet)} of {len(points)} points took their max_trials without meeting the "
        f"bound of `until`; to go on, raise max_trials; first: {points[planned.unmet[0]]}"
    )
