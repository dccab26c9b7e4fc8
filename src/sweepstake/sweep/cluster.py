"""The one file that knows Dask: where tasks run, and in what order their receipts come back.

The cluster is named by Dask's own configuration, under `sweepstake.cluster`: nothing (worker
processes on this machine, loopback only), `address` or `scheduler-file` (a cluster that runs
already), or `class` and `options` (any cluster class that Dask can start).
"""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed

from sweepstake.sweep.point import code_hash
from sweepstake.sweep.provenance import versions
from sweepstake.sweep.task import Lost, Receipt, Task, perform

AHEAD = 3
"""Tasks submitted per thread: enough that none waits, few enough that a stop loses little."""


class ClusterError(RuntimeError):
    """The cluster can't be used; the message says why in one line."""


@dataclass(frozen=True)
class Pool:
    """Workers that are there, and checked to run the same code as we do."""

    client: Client
    threads: int

    @property
    def dashboard(self) -> str:
        """The address of Dask's dashboard."""
        return str(self.client.dashboard_link)

    def each(self, queue: deque[Task], results: Path) -> Iterator[tuple[Task, Receipt | Lost]]:
        """Perform every task in `queue`, which may grow meanwhile; results as they land."""
        seconds = dask.config.get("sweepstake.limits.seconds", None)
        running: dict[Future, Task] = {}
        landed = as_completed()
        while queue or running:
            while queue and len(running) < AHEAD * self.threads:
                task = queue.popleft()
                future = self.client.submit(perform, task, results, versions(), seconds, pure=False)
                running[future] = task
                landed.add(future)
            future = next(landed)
            yield running.pop(future), _outcome(future)


@contextmanager
def pool(workers: int, room: str) -> Iterator[Pool]:
    """A pool of `workers` processes, or the cluster that Dask's configuration names."""
    with ExitStack() as stack:
        client = stack.enter_context(_client(stack, workers))
        wait = dask.config.get("sweepstake.cluster.wait", "60s")
        try:
            client.wait_for_workers(1, timeout=wait)
        except TimeoutError:
            raise ClusterError(f"no worker came within {wait} (sweepstake.cluster.wait)") from None
        _check_workers(client, room)
        yield Pool(client, sum(client.nthreads().values()))


def _client(stack: ExitStack, workers: int) -> Client:
    settings = dask.config.get("sweepstake.cluster", {})
    if "scheduler-file" in settings:
        return Client(scheduler_file=settings["scheduler-file"])
    if "address" in settings:
        return Client(settings["address"])
    if "class" in settings:
        module, _, name = settings["class"].rpartition(".")
        make = getattr(importlib.import_module(module), name)
        return Client(stack.enter_context(make(**settings.get("options", {}))))
    local = LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    )
    return Client(stack.enter_context(local))


def _check_workers(client: Client, room: str) -> None:
    """Stop before any work is sent if a worker would compute with other code or packages."""
    ours = {"code": code_hash(room), **versions()}
    for address, theirs in client.run(_installed, room).items():
        for name in ours:
            if theirs.get(name) != ours[name] and name != "commit":
                raise ClusterError(
                    f"worker {address} has {name} {theirs.get(name)}; allowed: {ours[name]}"
                )


def _installed(room: str) -> dict[str, str]:
    return {"code": code_hash(room), **versions()}


def _outcome(future: Future) -> Receipt | Lost:
    error = future.exception()
    if isinstance(error, KilledWorker):
        deaths = int(dask.config.get("distributed.scheduler.allowed-failures")) + 1
        return Lost("its worker died (out of memory, killed or crashed) each time", deaths)
    if error is not None:
        raise error
    receipt: Receipt = future.result()
    return receipt
