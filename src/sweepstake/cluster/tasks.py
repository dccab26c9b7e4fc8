"""Tasks on the workers of Dask's cluster, and their results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent import futures
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sweepstake import stop
from sweepstake.cluster import client as clients
from sweepstake.cluster import settings
from sweepstake.errors import ClusterError
from sweepstake.stop import StoppedError

T = TypeVar("T")

AHEAD, AHEAD_HERE = 1000, 4
"""Tasks that are submitted at a time: enough for an adaptive cluster to see how much to do.

In this process, a few for each thread, because the scheduler holds their chunks in memory.
"""
ENDED = "the cluster has ended, or its scheduler is lost"
LOOK = 1.0
"""Seconds between two checks of the workers while no result comes."""


def results(
    perform: Callable[..., Any],
    tasks: Iterator[Any],
    order: object,
    workers: int,
    tell: Callable[[str], object],
) -> Iterator[tuple[Any, Any]]:
    """Call `perform(task, order, memory)` on workers for each task.

    Yields each task as it comes back, with what `perform` returns, or None if all of its workers
    have died. Errors of `perform` are raised here. `memory` is the memory of the worker in bytes;
    None if it has no limit.
    """
    client, landed = clients.client(workers), SimpleQueue[Any]()
    pending = dict[Any, Any]()
    patience = _Patience(client, tell)
    ahead = AHEAD if settings.cluster() else AHEAD_HERE * workers
    try:
        while True:
            stop.check()
            for task in islice(tasks, ahead - len(pending)):
                first = round(task.cost)  # the costliest, of several sweeps too: they'd end last
                future = client.submit(_performed, perform, task, order, pure=False, priority=first)
                pending[future] = task
                future.add_done_callback(landed.put)
            if not pending:
                return
            try:
                future = landed.get(timeout=LOOK)
            except Empty:
                patience.look()
                continue
            yield pending.pop(future), _outcome(future)
    finally:
        if (
            pending and not stop.is_stopped()
        ):  # then the client is closed, with all that it has sent
            with suppress(StoppedError):
                _answered(lambda: client.cancel([*pending]))


def _performed(perform: Callable[..., Any], task: object, order: object) -> Any:
    """The result or the error of `perform`; Dask would print an error that is raised here."""
    from distributed import get_worker

    worker = get_worker()
    limit = worker.memory_manager.memory_limit
    try:
        return perform(task, order, limit / worker.state.nthreads if limit else None)
    except Exception as error:
        return error


def _outcome(future: Any) -> Any:
    """The result of a task, None if it is lost; ClusterError if the cluster has ended."""
    from distributed import KilledWorker

    try:
        outcome = _answered(future.result)
    except KilledWorker:
        return None
    except (Exception, CancelledError) as error:
        if future.status == "error":  # the task's own, such as a result that can't be sent
            raise
        raise ClusterError(ENDED) from error
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _answered(ask: Callable[[], T]) -> T:
    """The result of `ask`, a call to Dask; StoppedError if this process is told to stop meanwhile.

    A client that another thread closes at this moment may never answer.
    """
    future = stop.apart(ask)
    while not futures.wait([future], LOOK).done:
        stop.check()
    return future.result()


class _Patience:
    """Waits for workers, but no longer than `wait` if the cluster runs already."""

    def __init__(self, client: Any, tell: Callable[[str], object]) -> None:
        self._client, self._tell, self._since = client, tell, time.monotonic()
        config = settings.cluster()
        self._wait = settings.wait(config)
        self._ends = "class" not in config  # nobody knows how long a job waits in a queue

    def look(self) -> None:
        """Check the workers; ClusterError if there has been none for too long."""
        if self._client.status != "running":
            raise ClusterError(ENDED)
        if not _answered(self._client.nthreads):
            if time.monotonic() - self._since <= self._wait:
                return
            if self._ends:
                raise ClusterError(
                    f"no worker came within {self._wait:g}s; start workers, or raise "
                    f"sweepstake.cluster.wait"
                )
            self._tell("waiting for workers: their jobs have not begun")
        self._since = time.monotonic()
