"""Where tasks run, and in what order what they return comes back.

The cluster is named by Dask's own configuration, under `sweepstake.cluster`: nothing (worker
processes on this machine, authenticated), `address` or `scheduler-file` (a cluster that runs
already), or `class` and `options` (any cluster class that Dask can start).
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from secrets import token_hex
from typing import Any

import dask
from distributed import Future, get_worker

from sweepstake.cluster import settings, start
from sweepstake.cluster.flight import Flight, Sent, Task
from sweepstake.cluster.preflight import Methods, Needs, Probe, needs, refusal
from sweepstake.cluster.settings import ClusterError
from sweepstake.cluster.workers import POLL, Tell, Workers
from sweepstake.config.limits import Limits
from sweepstake.text.shown import in_a_line

LOGGED = "distributed.admin.low-level-log-length"
"""The messages that each end of a connection keeps: ours have whole tasks in them."""


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

    @property
    def stores(self) -> bool:
        """Can its workers store results?"""
        return not self.workers.none_stores

    def each(
        self, perform: Callable[..., Any], queue: deque[Task], *given: object
    ) -> Iterator[tuple[Task, Any]]:
        """Have `perform(task, limits, *given)` called for each task of `queue`, which may grow.

        What it returns comes back with the task as it lands, or Lost in its place. Of several runs
        on one cluster the tasks of more `cost`, seconds, go first: they would end last.
        """
        workers = self.workers
        probe = workers.probe if self.stores else None
        around = (perform, workers.needs, probe, self.limits, *given)

        def submit(sent: Sent[Task]) -> Future:
            return workers.client.submit(
                _performed,
                sent.task,
                *around,
                workers=sent.only,
                priority=round(getattr(sent.task, "cost", 0)),
                pure=False,
            )

        flight = Flight(workers, queue, submit)
        while flight:
            with _reached():
                given_up = flight.call_back() if workers.look() else []
                flight.send()
                came = flight.land()
            yield from given_up
            yield from ((task, said) for task, said in came if not isinstance(said, Refused))
            if refused := [task for task, said in came if isinstance(said, Refused)]:
                queue.extendleft(refused)
                with _reached():
                    workers.look(now=True)
            if not came:  # workers may come while all are busy
                time.sleep(POLL)


@contextmanager
def pool(workers: int, tell: Tell, probe: Probe, methods: Methods = frozenset()) -> Iterator[Pool]:
    """A pool of `workers` processes, or the cluster that Dask's configuration names.

    Each worker is asked first whether it has what this process has and what `methods` need, and
    tries `probe`.
    """
    where = settings.cluster()
    wait = settings.wait(where)
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({LOGGED: 10}))
        client, dashboard, queue = start.client(stack, where, wait, workers)
        its = Workers(client, needs(methods), probe, wait, tell, queue)
        with _reached():
            its.wait_for_some()
        yield Pool(its, dashboard, settings.limits())


def _performed(
    task: Any,
    perform: Callable[..., Any],
    needs: Needs,
    probe: Probe | None,
    within: Limits,
    *given: object,
) -> Any:  # workers may join at any time, so each looks at itself first
    if refusal(needs) or (probe and _tried(probe)):
        return Refused()
    return perform(task, within.here(get_worker().memory_manager.memory_limit), *given)


@cache
def _tried(probe: Probe) -> str | None:
    return probe.tried(f"{os.getpid()}-{token_hex(4)}")


@contextmanager
def _reached() -> Iterator[None]:
    """Raise errors of the cluster as a ClusterError; those of points are in receipts."""
    try:
        yield
    except ClusterError:
        raise
    except (Exception, CancelledError) as error:
        why = "its scheduler is lost" if isinstance(error, CancelledError) else in_a_line(error)
        raise ClusterError(
            f"the cluster can't be used any more ({why}); what was computed is stored; run again"
        ) from error
