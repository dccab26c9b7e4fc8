"""Tasks on the workers of Dask's cluster, and their results, within bounds of memory.

Tasks are submitted while they and their results are expected to take at most `AHEAD` bytes for all
sweeps of this process: tasks in the scheduler, results in the memory of workers. Whatever they
take, a sweep has some tasks submitted, two for each thread at most. Results come through the
scheduler, about `FETCHED` bytes at a time. While the caller is busy with them, for instance with
writing to a slow disk, nothing else is fetched or submitted. So nothing piles up.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Generator, Iterator
from concurrent import futures
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, ClassVar, TypeVar

from sweepstake import stop
from sweepstake.cluster import client as clients
from sweepstake.cluster import settings
from sweepstake.errors import ClusterError
from sweepstake.stop import StoppedError

T = TypeVar("T")

AHEAD, AHEAD_HERE = 256 << 20, 4 << 20
"""Bytes of submitted tasks and their results: on a cluster, and for each thread of our own."""
OF_TASK = 64 << 10
"""Bytes that a task takes in the scheduler, besides its chunks and what all tasks share."""
LARGE = 32 << 20
"""Bytes of a task's result at which the task ends; so much is expected of a new method's tasks."""
FETCHED = 32 << 20
"""Bytes of results that are fetched at a time."""
MOST = 100
"""Tasks that are submitted at a time."""
ENDED = "the cluster has ended, or its scheduler is lost"
LOOK = 0.5
"""Seconds between two checks of the workers while no result comes."""


def results(
    perform: Callable[..., Any],
    tasks: Iterator[Any],
    order: object,
    workers: int,
    tell: Callable[[str], object],
) -> Generator[tuple[Any, Any] | None, None, None]:
    """Call `perform(task, order, memory)` on workers for each task.

    Yields each task as it comes back, with what `perform` returns, or None if all of its workers
    have died. Yields None if nothing comes for half a second. Errors of `perform` are raised here.
    `memory` is the memory of the worker in bytes; None if it has no limit.
    """
    client, landed = clients.client(workers), SimpleQueue[Any]()
    patience = _Patience(client, tell)
    limit = AHEAD if settings.cluster() else AHEAD_HERE * workers
    with _Ahead(limit, OF_TASK + len(pickle.dumps(order))) as ahead:
        try:
            while True:
                stop.check()
                for task in islice(ahead.wanted(tasks, patience), MOST):
                    # the costliest first, of several sweeps too: they'd end last
                    first = round(task.cost)
                    future = client.submit(
                        _performed, perform, task, order, pure=False, priority=first
                    )
                    ahead.add(future, task)
                    future.add_done_callback(landed.put)
                if not ahead.pending:
                    return
                some = ahead.landed(landed)
                patience.look()
                if not some:
                    yield None
                    continue
                failed = None
                for future, outcome in (yield from _outcomes(client, some, landed, patience)):
                    future.release()  # its result leaves the worker's memory
                    task = ahead.remove(future, outcome)
                    if isinstance(outcome, Exception):
                        failed = failed or outcome
                    else:
                        yield task, outcome
                if failed:  # once the others' results are stored
                    raise failed
        finally:
            if ahead.pending and not stop.is_stopped():  # then the client closes, with all it has
                with suppress(StoppedError):
                    _wait(lambda: client.cancel([*ahead.pending]))


@dataclass
class _Ahead:
    """The tasks that a sweep has submitted, and the bytes that they and their results may take."""

    limit: int
    """The bytes for all sweeps, which share them."""
    of_task: int = OF_TASK
    """The bytes of a task besides its chunks."""
    pending: dict[Any, Any] = field(default_factory=dict)
    """Tasks by their futures."""
    bytes: float = 0.0
    rates: dict[str, float] = field(default_factory=dict)
    """The largest result of each method so far, in bytes for each chunk of its task."""
    sweeps: ClassVar[dict[int, _Ahead]] = {}
    """Those of all sweeps that run in this process."""

    def __enter__(self) -> _Ahead:
        self.sweeps[id(self)] = self
        return self

    def __exit__(self, *_: object) -> None:
        del self.sweeps[id(self)]

    @property
    def share(self) -> float:
        """Its share of what all sweeps may take."""
        return 1 / max(len(self.sweeps), 1)

    def wanted(self, tasks: Iterator[Any], patience: _Patience) -> Iterator[Any]:
        """The next of `tasks`, while there is room for them."""
        while self.has_room(patience.threads) and (task := next(tasks, None)):
            yield task

    def has_room(self, threads: int) -> bool:
        """True if another task may be submitted; two for each of the cluster's threads always."""
        least = max(2 * threads * self.share, 1)
        return self.bytes < self.limit * self.share or len(self.pending) < least

    def add(self, future: Any, task: Any) -> None:
        """Add a task that is submitted."""
        self.pending[future] = task
        self.bytes += self._of(task)

    def landed(self, queue: SimpleQueue[Any]) -> list[Any]:
        """Futures that have ended, with results of about `FETCHED` bytes; none after `LOOK`."""
        some, size = list[Any](), 0.0
        with suppress(Empty):
            some.append(queue.get(timeout=LOOK))
            while (size := size + self._of(self.pending[some[-1]])) < FETCHED * self.share:
                some.append(queue.get_nowait())
        return some

    def remove(self, future: Any, outcome: Any) -> Any:
        """Remove a task whose outcome was fetched; returns it."""
        task = self.pending.pop(future)
        is_result = outcome is not None and not isinstance(outcome, Exception)
        rate = outcome.nbytes / outcome.tried if is_result else 0.0
        if is_result and rate > self.rates.get(task.method, -1.0):
            self.rates[task.method] = rate
            self.bytes = sum(map(self._of, self.pending.values()))
        else:
            self.bytes -= self._of(task)
        return task

    def _of(self, task: Any) -> float:
        """Bytes that a task and its result may take: it ends with the chunk that makes it large."""
        rate = self.rates.get(task.method)
        result = LARGE if rate is None else min(rate * len(task), LARGE + rate)
        return float(self.of_task + task.nbytes + result)


def _performed(perform: Callable[..., Any], task: object, order: object) -> Any:
    """The result or the error of `perform`; Dask would print an error that is raised here."""
    from distributed import get_worker

    worker = get_worker()
    limit = worker.memory_manager.memory_limit
    try:
        return perform(task, order, limit / worker.state.nthreads if limit else None)
    except Exception as error:
        return error


def _outcomes(
    client: Any, some: list[Any], landed: SimpleQueue[Any], patience: _Patience
) -> Generator[None, None, list[tuple[Any, Any]]]:
    """The futures that have ended, each with its result: None if it is lost, or its error.

    If a worker ends that has a result, its task is computed again; then its future lands again.
    Yields None while it waits for the others. ClusterError if the cluster has ended.
    """
    ended = [(future, future.status) for future in some]
    finished = [future for future, status in ended if status == "finished"]
    failed = [(future, _wait(future.exception)) for future, status in ended if status == "error"]
    if any(status == "cancelled" for _, status in ended):
        raise ClusterError(ENDED)
    again = [future for future, status in ended if status not in ("finished", "error")]
    fetched, fetching = list[Any](), stop.apart(lambda: client.gather(finished))
    is_left = False
    while finished and not is_left and not futures.wait([fetching], LOOK).done:
        stop.check()
        patience.look()
        yield None
        is_left = any(future.status != "finished" for future in finished)
    if is_left:  # one of them is computed again: nobody waits for that
        again, finished = [*again, *finished], []
    elif finished and (error := fetching.exception()):
        if all(future.status == "finished" for future in finished):
            raise ClusterError(ENDED) from error
        again, finished = [*again, *finished], []
    elif finished:
        fetched = fetching.result()
    for future in again:
        future.add_done_callback(landed.put)
    return [*zip(finished, fetched, strict=True), *_errors(failed)]


def _errors(failed: list[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """Futures with their errors; None if all workers of a task have died."""
    from distributed import KilledWorker

    for future, error in failed:
        yield future, None if isinstance(error, KilledWorker) else error


def _wait(ask: Callable[[], T]) -> T:
    """The result of `ask`, a call to Dask; StoppedError if this process is told to stop meanwhile.

    A client that another thread closes at this moment may never answer.
    """
    future = stop.apart(ask)
    while not futures.wait([future], LOOK).done:
        stop.check()
    return future.result()


class _Patience:
    """Waits for workers, but no longer than `wait` if the cluster runs already.

    `threads` is how many threads its workers have, or will have, as far as known.
    """

    def __init__(self, client: Any, tell: Callable[[str], object]) -> None:
        self._client, self._tell = client, tell
        self._since = self._looked = time.monotonic()
        config = settings.cluster()
        self._wait = settings.wait(config)
        self._ends = "class" not in config  # nobody knows how long a job waits in a queue
        self._wanted = settings.bounds(config).get("maximum", 0)
        self.threads = 1
        self._count()

    def look(self) -> None:
        """Check the workers, once in a while; ClusterError if there is none for too long."""
        if time.monotonic() - self._looked < LOOK:
            return
        self._looked = time.monotonic()
        if not self._count():
            if time.monotonic() - self._since <= self._wait:
                return
            if self._ends:
                raise ClusterError(
                    f"no worker came within {self._wait:g}s; start workers, or raise "
                    f"sweepstake.cluster.wait"
                )
            self._tell("waiting for workers: their jobs have not begun")
        self._since = time.monotonic()

    def _count(self) -> int:
        """Count the threads of the workers that are there; ClusterError if the cluster is gone."""
        if self._client.status != "running":
            raise ClusterError(ENDED)
        try:
            threads = int(sum(_wait(self._client.nthreads).values()))
        except OSError as error:  # the scheduler can't be reached
            raise ClusterError(ENDED) from error
        self.threads = max(self._wanted, threads, 1)
        return threads
