"""The one file that knows Dask: where tasks run, and in what order their receipts come back.

The cluster is named by Dask's own configuration, under `sweepstake.cluster`: nothing (worker
processes on this machine, loopback only), `address` or `scheduler-file` (a cluster that runs
already), or `class` and `options` (any cluster class that Dask can start).
"""

from __future__ import annotations

import importlib
import time
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dask
from dask.utils import parse_timedelta
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed, get_worker

from sweepstake.sweep.limit import Limits
from sweepstake.sweep.provenance import installed, refusal, versions
from sweepstake.sweep.settings import ClusterError, checked, limits
from sweepstake.sweep.task import Lost, Receipt, Task, in_a_line
from sweepstake.sweep.work import perform

AHEAD = 3
"""Tasks submitted per thread: enough that none waits, few enough that a stop loses little."""
LOOK, POLL = 1.0, 0.005
"""Seconds after which workers that came or went are noticed, and those between two looks."""
NO_TIMEOUT = "distributed.scheduler.no-workers-timeout"
"""Without it a run that has lost its workers waits for ever."""
LOGGED = "distributed.admin.low-level-log-length"
"""The messages that each end of a connection keeps: ours have whole tasks in them."""
DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run in our own worker processes: a Ctrl-C is for the run, which ends them in good order."""


@dataclass(frozen=True)
class Pool:
    """Workers that are there, and how they have to be."""

    client: Client
    needs: Mapping[str, str]
    room: str
    limits: Limits

    @property
    def dashboard(self) -> str:
        """The address of Dask's dashboard."""
        return str(self.client.dashboard_link)

    def each(
        self, queue: deque[Task], results: Path, notes: Path
    ) -> Iterator[tuple[Task, Receipt | Lost]]:
        """Perform every task in `queue`, which may grow meanwhile; results as they land."""
        folders = (results.resolve(), notes.resolve())
        given = (self.needs, self.room, self.limits, *folders, versions())
        running: dict[Future, Task] = {}
        landed = as_completed()
        most, looked = 0, 0.0
        while queue or running:
            with _reached():
                if time.monotonic() - looked > LOOK:
                    threads = sum(self.client.nthreads().values())
                    most, looked = AHEAD * max(threads, 1), time.monotonic()
                while queue and len(running) < most:
                    task = queue.popleft()
                    future = self.client.submit(_performed, task, *given, pure=False)
                    running[future] = task
                    landed.add(future)
                if not landed.has_ready():  # workers may come while all are busy
                    time.sleep(POLL)
                    continue
                future = next(landed)
                outcome = _outcome(future)
            yield running.pop(future), outcome


@contextmanager
def pool(workers: int, room: str) -> Iterator[Pool]:
    """A pool of `workers` processes, or the cluster that Dask's configuration names."""
    settings = checked(dask.config.get("sweepstake.cluster", None) or {})
    wait = _timed(settings.get("wait", "60s"))
    with ExitStack() as stack:
        patience = dask.config.get(NO_TIMEOUT, None) or wait
        stack.enter_context(dask.config.set({NO_TIMEOUT: patience, LOGGED: 10}))
        client = stack.enter_context(_client(stack, settings, wait, workers))
        try:
            client.wait_for_workers(1, timeout=wait)
        except TimeoutError:
            raise ClusterError(f"no worker came within {wait} (sweepstake.cluster.wait)") from None
        needs = installed(room)
        _check_workers(client, needs, room)
        yield Pool(client, needs, room, limits())


def _client(stack: ExitStack, settings: Mapping[str, Any], wait: str, workers: int) -> Client:
    try:
        if "scheduler-file" in settings:
            return Client(scheduler_file=_appeared(Path(settings["scheduler-file"]), wait))
        if "address" in settings:
            return Client(settings["address"])
        started = _started(settings) if "class" in settings else _local(workers)
        return Client(stack.enter_context(started))
    except ClusterError:
        raise
    except Exception as error:  # whatever a cluster of somebody else raises
        how = ", ".join(f"{name} {value}" for name, value in settings.items()) or "this machine"
        raise ClusterError(f"no cluster by {how}: {in_a_line(error)}") from error


def _timed(wait: object) -> str:
    try:
        return f"{parse_timedelta(wait):g}s"
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ClusterError(f"sweepstake.cluster.wait is {wait!r}; allowed: as in 120s") from None


def _appeared(file: Path, wait: str) -> str:
    """The name of a scheduler's file, once it is there: Dask itself would wait for ever."""
    until = time.monotonic() + parse_timedelta(wait)
    while not file.exists():
        if time.monotonic() > until:
            raise ClusterError(f"no {file} came within {wait} (sweepstake.cluster.scheduler-file)")
        time.sleep(0.1)
    return str(file)


def _started(settings: Mapping[str, Any]) -> AbstractContextManager[Any]:
    module, _, name = str(settings["class"]).rpartition(".")
    made: AbstractContextManager[Any] = getattr(importlib.import_module(module), name)(
        **(settings.get("options") or {})
    )
    return made


def _local(workers: int) -> AbstractContextManager[Any]:
    local: AbstractContextManager[Any] = LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        preload=[DEAF],
    )
    return local


def _check_workers(client: Client, needs: Mapping[str, str], room: str) -> None:
    """Stop before any work is sent if a worker would compute with other code or packages."""
    for address, said in client.run(refusal, needs, room, on_error="return").items():
        if isinstance(said, BaseException):
            raise ClusterError(f"worker {address} can't run sweepstake: {in_a_line(said)}")
        if said:
            raise ClusterError(said)


def _performed(
    task: Task, needs: Mapping[str, str], room: str, within: Limits, *given: Any
) -> Receipt:  # workers may join at any time, so each looks at itself first
    if said := refusal(needs, room):
        raise ClusterError(said)
    there = get_worker().memory_manager.memory_limit
    return perform(task, within.here(there), *given)


def _outcome(future: Future) -> Receipt | Lost:
    try:
        receipt: Receipt = future.result()
    except KilledWorker:
        deaths = int(dask.config.get("distributed.scheduler.allowed-failures")) + 1
        return Lost("its worker died (out of memory, killed or crashed) each time", deaths)
    return receipt


@contextmanager
def _reached() -> Iterator[None]:
    """Errors of the cluster in a line; what points raise comes back in a receipt instead."""
    try:
        yield
    except ClusterError:
        raise
    except (Exception, CancelledError) as error:
        raise ClusterError(f"the cluster can't be used any more: {in_a_line(error)}") from error
