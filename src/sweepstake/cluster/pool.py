"""Where tasks run, and in what order what they return comes back.

The cluster is named by Dask's own configuration, under `sweepstake.cluster`: nothing (worker
processes on this machine, authenticated), `address` or `scheduler-file` (a cluster that runs
already), or `class` and `options` (any cluster class that Dask can start).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import dask
from distributed import Future, KilledWorker, as_completed, get_worker

from sweepstake.cluster import settings, start
from sweepstake.cluster.limits import Limits
from sweepstake.cluster.preflight import installed, refusal
from sweepstake.cluster.settings import ClusterError
from sweepstake.cluster.workers import Tell, Workers
from sweepstake.core.shown import in_a_line

AHEAD = 3
"""Tasks submitted per thread: enough that none waits, few enough that a stop loses little."""
POLL = 0.005
"""Seconds between two looks at what has come back."""
LOGGED = "distributed.admin.low-level-log-length"
"""The messages that each end of a connection keeps: ours have whole tasks in them."""

Task = TypeVar("Task")
Only = list[str] | None
"""The workers that a task may go to; None for any."""


@dataclass(frozen=True)
class Lost:
    """A task whose worker died each time that it was tried."""

    error: str
    attempts: int


@dataclass(frozen=True)
class Refused:
    """A task that reached a worker which must not compute it."""


@dataclass(frozen=True)
class Pool:
    """The workers of a run, and the limits of a chunk."""

    workers: Workers
    dashboard: str | None
    """Its address, where Dask serves one."""
    limits: Limits

    def each(
        self, perform: Callable[..., Any], queue: deque[Task], *given: object
    ) -> Iterator[tuple[Task, Any]]:
        """Have `perform(task, limits, *given)` called for each task of `queue`, which may grow.

        What it returns comes back with the task as it lands, or Lost in its place.
        """
        workers, client = self.workers, self.workers.client
        around = (perform, workers.needs, workers.question, self.limits, *given)
        running: dict[Future, tuple[Task, Only]] = {}
        landed = as_completed()
        while queue or running:
            with _reached():
                if workers.look():
                    queue.extendleft(_stranded(running, workers.fit))
                while queue and len(running) < AHEAD * workers.threads:
                    task, only = queue.popleft(), workers.only
                    future = client.submit(_performed, task, *around, workers=only, pure=False)
                    running[future] = task, only
                    landed.add(future)
                if not landed.has_ready():  # workers may come while all are busy
                    time.sleep(POLL)
                    continue
                future = next(landed)
                if future not in running:
                    continue
                task, only = running.pop(future)
                outcome = _outcome(future)
            if isinstance(outcome, Refused):
                queue.appendleft(task)
                workers.look(now=True)
            else:
                yield task, outcome


@contextmanager
def pool(workers: int, question: str, tell: Tell) -> Iterator[Pool]:
    """A pool of `workers` processes, or the cluster that Dask's configuration names."""
    where = settings.cluster()
    wait = settings.wait(where)
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({LOGGED: 10}))
        client = start.client(stack, where, wait, workers)
        stack.enter_context(client)
        its = Workers(client, installed(question), question, wait, tell)
        with _reached():
            while not its.fit:
                its.look(now=True)
                time.sleep(POLL)
        yield Pool(its, client.dashboard_link if where else None, settings.limits())


def _stranded(running: dict[Future, tuple[Task, Only]], fit: Mapping[str, int]) -> list[Task]:
    """The tasks sent to certain workers of which none is left; they are called back."""
    lost = [f for f, (_, only) in running.items() if only is not None and not {*only} & {*fit}]
    tasks = [running.pop(future)[0] for future in lost]
    for future in lost:
        future.cancel()
    return tasks


def _performed(
    task: Any,
    perform: Callable[..., Any],
    needs: Mapping[str, str],
    question: str,
    within: Limits,
    *given: object,
) -> Any:  # workers may join at any time, so each looks at itself first
    if refusal(needs, question):
        return Refused()
    return perform(task, within.here(get_worker().memory_manager.memory_limit), *given)


def _outcome(future: Future) -> Any:
    try:
        return future.result()
    except KilledWorker:
        deaths = int(dask.config.get("distributed.scheduler.allowed-failures")) + 1
        return Lost("its worker died (out of memory, killed or crashed) each time", deaths)


@contextmanager
def _reached() -> Iterator[None]:
    """Raise errors of the cluster as a ClusterError; those of points are in receipts."""
    try:
        yield
    except ClusterError:
        raise
    except (Exception, CancelledError) as error:
        raise ClusterError(
            f"the cluster can't be used any more: {in_a_line(error)}; what was computed is stored; "
            f"run again once the cluster works"
        ) from error
