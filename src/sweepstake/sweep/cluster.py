"""The one file that knows Dask: where tasks run, and in what order their receipts come back.

The cluster is named by Dask's own configuration, under `sweepstake.cluster`: nothing (worker
processes on this machine, authenticated), `address` or `scheduler-file` (a cluster that runs
already), or `class` and `options` (any cluster class that Dask can start).
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import importlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dask
from dask.utils import parse_timedelta
from distributed import (
    Client,
    Future,
    KilledWorker,
    LocalCluster,
    Security,
    as_completed,
    get_worker,
)

from sweepstake.core.report.shown import shown
from sweepstake.sweep.limit import Limits
from sweepstake.sweep.provenance import installed, refusal, versions
from sweepstake.sweep.settings import ClusterError, checked, limits
from sweepstake.sweep.task import Lost, Receipt, Task, in_a_line
from sweepstake.sweep.work import perform

AHEAD = 3
"""Tasks submitted per thread: enough that none waits, few enough that a stop loses little."""
LOOK, POLL = 1.0, 0.005
"""Seconds after which workers that came or went are noticed, and those between two looks."""
LOGGED = "distributed.admin.low-level-log-length"
"""The messages that each end of a connection keeps: ours have whole tasks in them."""
PAGES = ("distributed.scheduler.http.routes", "distributed.worker.http.routes")
"""The pages that Dask serves: none on this machine, for they have no password."""
DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run in our own worker processes: a Ctrl-C is for the run, which ends them in good order."""

Tell = Callable[[str], None]
Answer = concurrent.futures.Future[dict[str, Any]]


@dataclass
class Workers:
    """Which workers may compute: those that were asked and have what this run needs.

    A worker that differs, or does not answer, is left out and named; the others go on.
    """

    client: Client
    needs: Mapping[str, str]
    room: str
    wait: float
    tell: Tell
    fit: dict[str, int] = field(default_factory=dict)
    """The threads of each worker that may compute, by address."""
    unfit: dict[str, str] = field(default_factory=dict)
    """Why a worker is left out, by address."""
    _asked: dict[str, tuple[Answer, float]] = field(default_factory=dict)
    _looked: float = -inf
    _there: float = field(default_factory=time.monotonic)

    @property
    def threads(self) -> int:
        """The threads that may compute."""
        return sum(self.fit.values())

    @property
    def only(self) -> list[str] | None:
        """The workers that tasks must go to; None while any worker will do."""
        return list(self.fit) if self._asked or self.unfit else None

    def look(self, *, now: bool = False) -> bool:
        """Notice who came and went, at most every second; ClusterError if nobody is left."""
        if not now and time.monotonic() - self._looked < LOOK:
            return False
        threads = self.client.nthreads()
        for gone in {*self.fit, *self.unfit, *self._asked} - {*threads}:
            self.fit.pop(gone, None), self.unfit.pop(gone, None), self._asked.pop(gone, None)
        for address in {*threads} - {*self.fit, *self.unfit, *self._asked}:
            self._asked[address] = self._ask(address), time.monotonic()
        for address, (asked, since) in list(self._asked.items()):
            self._judge(address, asked, since, threads[address])
        self._looked = time.monotonic()
        self._check_left()
        return True

    def _ask(self, address: str) -> Answer:
        """Ask a worker by a call, not by a task: one that lacks this package would die of it."""
        call = self.client.run(
            refusal, self.needs, self.room, workers=[address], on_error="return", asynchronous=True
        )
        return asyncio.run_coroutine_threadsafe(call, self.client.loop.asyncio_loop)

    def _judge(self, address: str, asked: Answer, since: float, threads: int) -> None:
        """Is the worker fit, unfit, or to be waited for?"""
        if not asked.done():
            if time.monotonic() - since > self.wait and address not in self.unfit:
                self._leave_out(address, self._silent(address))
            return
        del self._asked[address]
        self.unfit.pop(address, None)
        said = asked.exception() or asked.result()[address]
        if isinstance(said, BaseException):
            said = f"worker {address} can't run sweepstake: {in_a_line(said)}"
        if said:
            self._leave_out(address, said)
        else:
            self.fit[address] = threads

    def _leave_out(self, address: str, why: str) -> None:
        self.unfit[address] = why
        self.tell(f"left out: {why}")

    def _check_left(self) -> None:
        """Raise ClusterError if no worker can compute and none may be hoped for."""
        silent = [address for address in self._asked if address not in self.unfit]
        waited = time.monotonic() - self._there > self.wait
        if self.fit:
            self._there = time.monotonic()
        elif self.unfit and not silent:
            raise ClusterError(f"no worker can be used: {next(iter(self.unfit.values()))}")
        elif silent and waited:
            raise ClusterError(f"no worker can be used: {self._silent(silent[0])}")
        elif waited:
            raise ClusterError(f"no worker came within {self.wait:g}s (sweepstake.cluster.wait)")

    def _silent(self, address: str) -> str:
        return f"worker {address} has not answered for {self.wait:g}s (sweepstake.cluster.wait)"


@dataclass(frozen=True)
class Pool:
    """Workers that are there, and what a task is given beside its pieces."""

    workers: Workers
    dashboard: str | None
    """Its address, where Dask serves one."""
    limits: Limits

    def each(
        self, queue: deque[Task], results: Path, notes: Path
    ) -> Iterator[tuple[Task, Receipt | Lost]]:
        """Perform every task in `queue`, which may grow meanwhile; results as they land."""
        workers, client = self.workers, self.workers.client
        folders = (results.resolve(), notes.resolve())
        given = (workers.needs, workers.room, self.limits, *folders, versions())
        running: dict[Future, tuple[Task, list[str] | None]] = {}
        landed = as_completed()
        while queue or running:
            with _reached():
                if workers.look():
                    queue.extendleft(_stranded(running, workers.fit))
                while queue and len(running) < AHEAD * workers.threads:
                    task, only = queue.popleft(), workers.only
                    future = client.submit(_performed, task, *given, workers=only, pure=False)
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


def _stranded(
    running: dict[Future, tuple[Task, list[str] | None]], fit: Mapping[str, int]
) -> list[Task]:
    """The tasks sent to certain workers of which none is left; they are called back."""
    lost = [f for f, (_, only) in running.items() if only is not None and not {*only} & {*fit}]
    tasks = [running.pop(future)[0] for future in lost]
    for future in lost:
        future.cancel()
    return tasks


@contextmanager
def pool(workers: int, room: str, tell: Tell) -> Iterator[Pool]:
    """A pool of `workers` processes, or the cluster that Dask's configuration names."""
    settings = checked(dask.config.get("sweepstake.cluster", None) or {})
    wait = _timed(settings.get("wait", "60s"))
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({LOGGED: 10}))
        client = stack.enter_context(_client(stack, settings, wait, workers))
        its = Workers(client, installed(room), room, wait, tell)
        with _reached():
            while not its.fit:
                its.look(now=True)
                time.sleep(POLL)
        yield Pool(its, client.dashboard_link if settings else None, limits())


def _client(stack: ExitStack, settings: Mapping[str, Any], wait: float, workers: int) -> Client:
    try:
        if "scheduler-file" in settings:
            return Client(scheduler_file=_appeared(Path(settings["scheduler-file"]), wait))
        if "address" in settings:
            return Client(settings["address"])
        if "class" in settings:
            return Client(stack.enter_context(_started(settings)))
        return Client(stack.enter_context(_local(stack, workers)))
    except ClusterError:
        raise
    except Exception as error:  # whatever a cluster of somebody else raises
        how = ", ".join(f"{name} {value}" for name, value in settings.items()) or "this machine"
        raise ClusterError(f"no cluster by {how}: {in_a_line(error)}") from error


def _timed(wait: object) -> float:
    try:
        return float(parse_timedelta(wait))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ClusterError(
            f"sweepstake.cluster.wait is {shown(wait)}; allowed: as in 120s"
        ) from None


def _appeared(file: Path, wait: float) -> str:
    """The name of a scheduler's file, once it is there: Dask itself would wait for ever."""
    until = time.monotonic() + wait
    while not file.exists():
        if time.monotonic() > until:
            raise ClusterError(
                f"no {file} came within {wait:g}s (sweepstake.cluster.scheduler-file)"
            )
        time.sleep(0.1)
    return str(file)


def _started(settings: Mapping[str, Any]) -> AbstractContextManager[Any]:
    module, _, name = str(settings["class"]).rpartition(".")
    made: AbstractContextManager[Any] = getattr(importlib.import_module(module), name)(
        **(settings.get("options") or {})
    )
    return made


def _local(stack: ExitStack, workers: int) -> AbstractContextManager[Any]:
    """Processes on this machine that nobody but this run can talk to.

    Loopback is open to every user of a machine, so both ends of a connection show a certificate
    that is made for this run and kept in memory.
    """
    stack.enter_context(dask.config.set({key: [] for key in PAGES}))
    scratch = stack.enter_context(TemporaryDirectory(prefix="sweepstake-"))
    local: AbstractContextManager[Any] = LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        protocol="tls",
        security=Security.temporary(),
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        local_directory=scratch,
        preload=[DEAF],
    )
    return local


@dataclass(frozen=True)
class Refused:
    """A task that came to a worker before that was found to be unfit."""


def _performed(
    task: Task, needs: Mapping[str, str], room: str, within: Limits, *given: Any
) -> Receipt | Refused:  # workers may join at any time, so each looks at itself first
    if refusal(needs, room):
        return Refused()
    there = get_worker().memory_manager.memory_limit
    return perform(task, within.here(there), *given)


def _outcome(future: Future) -> Receipt | Lost | Refused:
    try:
        receipt: Receipt | Refused = future.result()
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
    except (Exception, concurrent.futures.CancelledError) as error:
        raise ClusterError(f"the cluster can't be used any more: {in_a_line(error)}") from error
