"""A client of the cluster that Dask's configuration names; a cluster is started if need be."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import dask
from distributed import Client, LocalCluster, Security
from distributed.deploy import Cluster

from sweepstake.cluster import batch, certificates, connection
from sweepstake.cluster.connection import Connection, Queue
from sweepstake.cluster.jobs import Keeper, plainly
from sweepstake.cluster.settings import ClusterError

PAGES = ("distributed.scheduler.http.routes", "distributed.worker.http.routes")
"""The pages that Dask serves: none on this machine, for they have no password."""
DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run in our own worker processes: a Ctrl-C is for the run, which ends them in good order."""
GRACE = 1.0
"""Seconds that our own workers have to end when a run is stopped; compiled code takes no notice."""
FORKED = {"distributed.worker.multiprocessing-method": "forkserver"}
"""How our own workers start: from one process that has imported what Dask needs, not each anew."""
Settings = Mapping[str, Any]


@dataclass(frozen=True)
class Started:
    """A cluster that this process started."""

    cluster: Cluster
    keeper: Keeper | None = None
    ours: bool = False
    """Is it of our own workers? It serves no pages then, whatever Dask says."""

    @property
    def connection(self) -> Connection:
        """How a client talks to it."""
        its = self.cluster
        return Connection(its.scheduler_address, self.dashboard, certificates.text(its.security))

    @property
    def dashboard(self) -> str | None:
        """The address of its dashboard, if it serves one."""
        return None if self.ours else self.cluster.dashboard_link or None

    @property
    def queue(self) -> Queue:
        """What is known of workers that have not come yet."""
        return Queue(self.keeper.waiting, self.keeper.trouble) if self.keeper else Queue()


def client(
    stack: ExitStack, settings: Settings, wait: float, workers: int
) -> tuple[Client, str | None, Callable[[], Queue]]:
    """A client of the cluster of `settings`, or of `workers` processes; closed with `stack`.

    Also the address of its dashboard, and a function that says what is known of workers that have
    not come yet.
    """
    queue: Callable[[], Queue] = Queue
    dashboard: str | None = None
    with _in_one_line(settings):
        if "connection" in settings:
            folder = Path(settings["connection"])
            its = connection.want(folder, wait)
            queue = partial(connection.queue, folder)
            security = Security(require_encryption=True, **its.security) if its.security else None
            made, dashboard = Client(its.address, security=security, timeout=wait), its.dashboard
        elif "scheduler-file" in settings:
            made = Client(scheduler_file=_appeared(Path(settings["scheduler-file"]), wait))
            dashboard = made.dashboard_link or None
        elif "address" in settings:
            _check_private(settings["address"], settings)  # before anything is sent there
            made = Client(settings["address"], timeout=wait)
            dashboard = made.dashboard_link or None
        else:
            held = cluster(stack, settings, workers)
            made, dashboard, queue = Client(held.cluster), held.dashboard, lambda: held.queue
        stack.enter_context(made)
        _check_private(made.scheduler.address, settings)
    return made, dashboard, queue


def cluster(stack: ExitStack, settings: Settings, workers: int) -> Started:
    """A cluster of the class in `settings`, or of `workers` processes; closed with `stack`."""
    with _in_one_line(settings):
        if "class" not in settings:
            return Started(stack.enter_context(_local(stack, workers)), ours=True)
        made = Started(*batch.started(stack, settings))
        _check_private(made.cluster.scheduler_address, settings)
        return made


@contextmanager
def _in_one_line(settings: Settings) -> Iterator[None]:
    """Raise whatever a cluster raises as a ClusterError of one line."""
    try:
        yield
    except ClusterError:
        raise
    except Exception as error:  # whatever a cluster of somebody else raises
        how = ", ".join(f"{name} {value}" for name, value in settings.items()) or "this machine"
        raise ClusterError(f"no cluster by {how}: {_why(error)}") from error


def _why(error: Exception) -> str:
    """An error of Dask's in plain words."""
    said = plainly(error)
    if "expects a `ssl_context`" in said or isinstance(error, ssl.SSLError):
        return (
            f"it speaks TLS and no certificate that it accepts is configured; set "
            f"distributed.comm.tls in Dask's configuration ({said})"
        )
    return said


def _check_private(address: str, settings: Settings) -> None:
    """Raise ClusterError if anybody in the network could read what is sent, or send code."""
    where = urlsplit(address if "://" in address else f"tcp://{address}")  # as Dask reads it
    if where.scheme != "tcp" or settings.get("insecure") or _is_loopback(where.hostname or ""):
        return
    raise ClusterError(
        f"the scheduler at {address} speaks plain TCP, so whoever reaches it can run code as you; "
        f"use TLS, or set sweepstake.cluster.insecure: true in a network that you trust"
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


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


def _local(stack: ExitStack, workers: int) -> AbstractContextManager[LocalCluster]:
    """Processes on this machine that only this run can connect to.

    Loopback is open to every user of a machine, so both ends of a connection show a certificate
    that is made for this run.
    """
    stack.enter_context(dask.config.set({key: [] for key in PAGES} | FORKED))
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
    """`local`, whose workers don't finish what they compute when it ends."""

    async def end_workers() -> None:
        ends = (nanny.close(timeout=GRACE) for nanny in local.workers.values())
        await asyncio.gather(*ends, return_exceptions=True)  # some may take a little longer

    with local:
        try:
            yield local
        finally:
            local.sync(end_workers)
