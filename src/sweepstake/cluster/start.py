"""A client of the cluster that Dask's configuration names; a cluster is started if need be."""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dask
from distributed import Client, LocalCluster, Security

from sweepstake.cluster.settings import ClusterError
from sweepstake.core.shown import in_a_line

PAGES = ("distributed.scheduler.http.routes", "distributed.worker.http.routes")
"""The pages that Dask serves: none on this machine, for they have no password."""
DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run in our own worker processes: a Ctrl-C is for the run, which ends them in good order."""

GRACE = 1.0
"""Seconds that our own workers have to end when a run is stopped; compiled code takes no notice."""


def client(stack: ExitStack, settings: Mapping[str, Any], wait: float, workers: int) -> Client:
    """A client of the cluster of `settings`, or of `workers` processes; closed with `stack`."""
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


def _appeared(file: Path, wait: float) -> str:
    """The name of a scheduler's file, once it is there: Dask itself would wait for ever."""
    until = time.monotonic() + wait
    while not file.exists():
        if time.monotonic() > until:
            raise ClusterError(
                f"no {file} came within {wait:g}s; start the scheduler, or correct "
                f"sweepstake.cluster.scheduler-file"
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
    """Processes on this machine that only this run can connect to.

    Loopback is open to every user of a machine, so both ends of a connection show a certificate
    that is made for this run and kept in memory.
    """
    stack.enter_context(dask.config.set({key: [] for key in PAGES}))
    scratch = stack.enter_context(TemporaryDirectory(prefix="sweepstake-"))
    return _ended_soon(
        LocalCluster(
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
    )


@contextmanager
def _ended_soon(local: LocalCluster) -> Iterator[LocalCluster]:
    """`local`, whose workers don't finish what they compute if the body raises."""

    async def end_workers() -> None:
        await asyncio.gather(*(nanny.close(timeout=GRACE) for nanny in local.workers.values()))

    with local:
        try:
            yield local
        except BaseException:
            local.sync(end_workers)
            raise
