"""A cluster that several sweeps share, held by a process of its own.

A run starts one for its own sweeps, which ends with it. One that a user starts for a results folder
serves all runs there, until the user stops it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

import dask
import psutil

from sweepstake.cluster import connection, settings
from sweepstake.cluster.connection import Connection
from sweepstake.cluster.settings import ClusterError

VARIABLE = "DASK_SWEEPSTAKE__CLUSTER__CONNECTION"
"""Tells the scripts of a run which folder has the connection."""
LONGEST = 10.0
"""Seconds that a run waits for its cluster to end."""


def cores() -> int:
    """The cores of this machine that this process may use."""
    return len(os.sched_getaffinity(0))


def place(results: Path) -> Path:
    """The folder of a cluster that a user has started for `results`."""
    return results.absolute() / ".points" / ".cluster"


def use(results: Path) -> None:
    """Have this process use the cluster that was started for `results`, if there is one."""
    if VARIABLE not in os.environ and connection.alive(place(results)):
        dask.config.set({"sweepstake.cluster.connection": str(place(results))})


def for_this_run(workers: int, results: Path) -> None:
    """Start a process that holds a cluster for the children of this one, once one wants it.

    The cluster ends with this process, however that ends. None is started if there is one already.
    """
    if VARIABLE in os.environ or connection.alive(place(results)) or _runs_already():
        return
    folder = Path(tempfile.mkdtemp(prefix="sweepstake-"))
    held = _process(folder, workers, results, subprocess.PIPE)
    os.environ[VARIABLE] = str(folder)
    atexit.register(_end, held)


def start(results: Path, workers: int) -> Connection:
    """Start a cluster for all runs in `results`; it goes on when this process ends."""
    folder = place(results)
    if connection.alive(folder):
        raise ClusterError(
            f"{results} has a cluster already; end it by "
            f"sweepstake cluster stop --results {results}"
        )
    if _runs_already():
        raise ClusterError("Dask's configuration names a cluster that runs already; runs use it")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(0o700, parents=True)
    held = _process(folder, workers, results, subprocess.DEVNULL)
    try:
        return connection.want(folder, settings.wait(settings.cluster()))
    except BaseException:
        held.terminate()
        held.wait(LONGEST)
        raise


def stop(results: Path) -> None:
    """End the cluster that was started for `results`."""
    host, number = _holder(results)
    if host != socket.gethostname():
        raise ClusterError(f"the cluster of {results} was started on {host}; stop it there")
    try:
        process = psutil.Process(number)
        family = [process, *process.children(recursive=True)]
        process.terminate()
        process.wait(LONGEST)
    except psutil.NoSuchProcess:
        pass
    except psutil.TimeoutExpired:  # it hangs, or is stopped
        for each in family:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        psutil.wait_procs(family, LONGEST)
        shutil.rmtree(place(results), ignore_errors=True)


def status(results: Path) -> list[tuple[str, object]]:
    """What there is to say of the cluster of `results`, by name."""
    from sweepstake.cluster import start

    host, number = _holder(results)
    its = {"connection": str(place(results))}
    with ExitStack() as stack:
        client, _, queue = start.client(stack, its, 10.0, 0)
        address = client.scheduler.address
        workers = client.scheduler_info(n_workers=-1)["workers"]
        processing = client.processing()
    found = queue()
    return [
        ("address", address),
        ("held by", f"process {number} on {host}"),
        ("workers", len(workers)),
        ("threads", sum(worker["nthreads"] for worker in workers.values())),
        ("tasks on workers", sum(map(len, processing.values()))),
        ("waiting", found.waiting or "nothing"),
        *([("trouble", found.trouble)] if found.trouble else []),
    ]


def _runs_already() -> bool:
    """Does Dask's configuration name a cluster that runs already?"""
    return bool({"address", "scheduler-file"} & {*settings.cluster()})


def _holder(results: Path) -> tuple[str, int]:
    found = connection.process(place(results))
    if found is None or not connection.alive(place(results)):
        raise ClusterError(
            f"{results} has no cluster; start one by sweepstake cluster start --results {results}"
        )
    return found


def _process(folder: Path, workers: int, results: Path, told: int) -> subprocess.Popen[bytes]:
    """The process that holds a cluster; if it stays, no Ctrl-C of this terminal reaches it."""
    log = results / "logs" / "cluster.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "sweepstake.cluster.holder", str(folder), str(workers)]
    stays = told == subprocess.DEVNULL
    with log.open("w") as said:
        held = subprocess.Popen(  # noqa: S603
            [*command, "stay"] if stays else command,
            stdin=told, stdout=said, stderr=said, start_new_session=stays,
        )  # fmt: skip
    connection.note_holder(folder, held.pid)
    return held


def _end(held: subprocess.Popen[bytes]) -> None:
    assert held.stdin
    held.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        held.wait(LONGEST)
