"""The chunks of a sweep that are missing, computed round after round until none is missing.

The store is the only memory: after each round the plan is made anew from what the store then holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from sweepstake import stop
from sweepstake.cluster import client
from sweepstake.cluster import tasks as cluster
from sweepstake.cluster.settings import ClusterError
from sweepstake.config.spec import Sweep
from sweepstake.plan.chunks import predicted
from sweepstake.plan.locations import KEY
from sweepstake.plan.plan import Plan, plan
from sweepstake.plan.why import notice
from sweepstake.run.attempts import Attempts
from sweepstake.run.chunk import Failure
from sweepstake.run.progress import Progress
from sweepstake.run.task import Queue, Receipt, Task
from sweepstake.run.work import Order, perform
from sweepstake.store import tables
from sweepstake.store.columns import digest
from sweepstake.store.files import Place
from sweepstake.store.shards import Store

Tell = Callable[[str], object]
"""Gets a line or a text."""

SHORT = 5.0
"""Predicted seconds of a sweep that is computed without Dask, by one child."""


class FailedPointsError(RuntimeError):
    """Some points could not be computed: how many, the first of them, and what to do.

    `failures` are by the points' places in the sweep.
    """

    def __init__(self, message: str, failures: dict[int, Failure]) -> None:
        super().__init__(message)
        self.failures = failures
        self.first = next(iter(failures.values()))


@dataclass(frozen=True)
class Listener:
    """What a computation reports as it goes on; nobody listens unless told otherwise."""

    tell: Tell = lambda line: None
    """Gets a line now and then."""
    printed: Tell = lambda text: None
    """Gets what the methods print."""
    advance: Callable[[float, float], None] = lambda done, total: None
    """Gets the predicted seconds that are done, and those of all chunks to compute."""


@dataclass
class Computation:
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
        queue = Queue(self.sweep.points, todo)
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

    def _outcomes(self, queue: Queue, seconds: float) -> Iterator[tuple[Task, Any]]:
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
                {place: failure for (place, _, _), failure in self.attempts.failed.items()},
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
        for path in receipt.shards:
            # not at a URI, which takes a while; another run may have written its chunks anew
            if isinstance(path, Path) and not (path.exists() or any(path.parent.glob("*.parquet"))):
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
