"""Tasks on the workers of Dask's cluster, and their results, within bounds of memory.

Tasks are submitted while they and their results take at most `AHEAD` bytes: tasks in the scheduler,
results in the memory of workers. Results come through the scheduler, about `FETCHED` bytes at a
time. While the caller is busy with them, for instance with writing to a slow disk, nothing else is
fetched or submitted. So nothing piles up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent import futures
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sweepstake import stop
from sweepstake.cluster import client as clients
from sweepstake.cluster import settings
from sweepstake.errors import ClusterError
from sweepstake.stop import StoppedError

T = TypeVar("T")

AHEAD, AHEAD_HERE = 256 << 20, 4 << 20
"""Bytes of submitted tasks and their results: on a cluster, and for each thread of our own."""
OF_TASK = 64 << 10
"""Bytes that a task takes in the scheduler, besides its chunks."""
LARGE = 32 << 20
"""Bytes of a task's result at which the task ends; so much is expected of a new method's tasks."""
FETCHED = 32 << 20
"""Bytes of results that are fetched at a time."""
ENDED = "the cluster has ended, or its scheduler is lost"
LOOK = 1.0
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
    have died. Yields None if nothing comes for a second. Errors of `perform` are raised here.
    `memory` is the memory of the worker in bytes; None if it has no limit.
    """
    client, landed = clients.client(workers), SimpleQueue[Any]()
    patience = _Patience(client, tell)
    ahead = _Ahead(AHEAD if settings.cluster() else AHEAD_HERE * workers)
    pending = ahead.pending
    try:
        while True:
            stop.check()
            while ahead.has_room(patience.threads) and (task := next(tasks, None)):
                first = round(task.cost)  # the costliest, of several sweeps too: they'd end last
                future = client.submit(_performed, perform, task, order, pure=False, priority=first)
                ahead.add(future, task)
                future.add_done_callback(landed.put)
            if not pending:
                return
            if not (some := ahead.landed(landed)):
                yield None
            patience.look()
            for future, outcome in zip(some, _outcomes(client, some), strict=True):
                future.release()  # its result leaves the worker's memory
                task = ahead.remove(future, outcome)
                yield task, outcome
    finally:
        if (
            pending and not stop.is_stopped()
        ):  # then the client is closed, with all that it has sent
            with suppress(StoppedError):
                _answered(lambda: client.cancel([*pending]))


@dataclass
class _Ahead:
    """The tasks that are submitted, and the bytes that they and their results may take."""

    limit: int
    pending: dict[Any, Any] = field(default_factory=dict)
    """Tasks by their futures."""
    bytes: float = 0.0
    rates: dict[str, float] = field(default_factory=dict)
    """The largest result of each method so far, in bytes for each chunk of its task."""

    def has_room(self, threads: int) -> bool:
        """True if another task may be submitted; two for each of the cluster's threads always."""
        return self.bytes < self.limit or len(self.pending) < 2 * threads

    def add(self, future: Any, task: Any) -> None:
        """Add a task that is submitted."""
        self.pending[future] = task
        self.bytes += self._of(task)

    def landed(self, queue: SimpleQueue[Any]) -> list[Any]:
        """Futures that have ended, with results of about `FETCHED` bytes; none in a second."""
        some, size = list[Any](), 0.0
        with suppress(Empty):
            some.append(queue.get(timeout=LOOK))
            while (size := size + self._of(self.pending[some[-1]])) < FETCHED:
                some.append(queue.get_nowait())
        return some

    def remove(self, future: Any, outcome: Any) -> Any:
        """Remove a task whose outcome was fetched; returns it."""
        task = self.pending.pop(future)
        rate = outcome.nbytes / outcome.tried if outcome else 0.0
        if outcome and rate > self.rates.get(task.method, -1.0):
            self.rates[task.method] = rate
            self.bytes = sum(map(self._of, self.pending.values()))
        else:
            self.bytes -= self._of(task)
        return task

    def _of(self, task: Any) -> float:
        """Bytes that a task and its result may take."""
        rate = self.rates.get(task.method)
        result = LARGE if rate is None else min(rate * len(task), LARGE)
        return float(OF_TASK + task.nbytes + result)


def _performed(perform: Callable[..., Any], task: object, order: object) -> Any:
    """The result or the error of `perform`; Dask would print an error that is raised here."""
    from distributed import get_worker

    worker = get_worker()
    limit = worker.memory_manager.memory_limit
    try:
        return perform(task, order, limit / worker.state.nthreads if limit else None)
    except Exception as error:
        return error


def _outcomes(client: Any, some: list[Any]) -> Iterator[Any]:
    """The result of each task that has ended, None if it is lost.

    Raises the error that a task returns, and ClusterError if the cluster has ended.
    """
    fetched = _fetched(client, some)
    for number, future in enumerate(some):
        outcome = fetched[number] if fetched else _outcome(future)
        if isinstance(outcome, Exception):
            raise outcome
        yield outcome


def _fetched(client: Any, some: list[Any]) -> list[Any]:
    """All results at once; none if one of them is not there."""
    if all(future.status == "finished" for future in some):
        try:
            fetched: list[Any] = _answered(lambda: client.gather(some))
            return fetched
        except StoppedError:
            raise
        except (Exception, CancelledError):  # one by one, it is found which
            return []
    return []


def _outcome(future: Any) -> Any:
    """The result of a task, None if it is lost; ClusterError if the cluster has ended."""
    from distributed import KilledWorker

    try:
        return _answered(future.result)
    except KilledWorker:
        return None
    except (Exception, CancelledError) as error:
        if future.status == "error":  # the task's own, such as a result that can't be sent
            raise
        raise ClusterError(ENDED) from error


def _answered(ask: Callable[[], T]) -> T:
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
        self.threads = max(self._wanted, 1)

    def look(self) -> None:
        """Check the workers, once in a while; ClusterError if there is none for too long."""
        if time.monotonic() - self._looked < LOOK:
            return
        self._looked = time.monotonic()
        if self._client.status != "running":
            raise ClusterError(ENDED)
        threads = sum(_answered(self._client.nthreads).values())
        self.threads = max(self._wanted, threads)
        if not threads:
            if time.monotonic() - self._since <= self._wait:
                return
            if self._ends:
                raise ClusterError(
                    f"no worker came within {self._wait:g}s; start workers, or raise "
                    f"sweepstake.cluster.wait"
                )
            self._tell("waiting for workers: their jobs have not begun")
        self._since = time.monotonic()
