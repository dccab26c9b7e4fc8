"""The process that holds a cluster for several sweeps, and ends it when it is no longer needed."""

from __future__ import annotations

import atexit
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

from sweepstake.cluster import connection, settings

VARIABLE = "DASK_SWEEPSTAKE__CLUSTER__CONNECTION"
"""Tells the scripts of a run which folder has the connection."""
EVERY = 0.05
"""Seconds between two looks whether the cluster is wanted."""
LONGEST = 10.0
"""Seconds that a run waits for its cluster to end."""


def for_this_run(workers: int, log: Path) -> None:
    """Start a process that holds a cluster for the children of this one, once one wants it.

    The cluster ends with this process, however that ends.
    """
    folder = Path(tempfile.mkdtemp(prefix="sweepstake-"))
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "sweepstake.cluster.holder", str(folder), str(workers)]
    with log.open("w") as said:
        held = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=said)  # noqa: S603
    connection.mark(folder, held.pid)
    os.environ[VARIABLE] = str(folder)
    atexit.register(_end, held)


def _end(held: subprocess.Popen[bytes]) -> None:
    assert held.stdin
    held.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        held.wait(LONGEST)


def hold(folder: Path, workers: int) -> None:
    """Hold a cluster as soon as it is wanted, until standard input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):  # they are for the run, which ends this
        signal.signal(number, signal.SIG_IGN)
    try:
        while not (folder / "wanted").exists():
            if _ended(EVERY):
                return
        _hold(folder, workers)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _hold(folder: Path, workers: int) -> None:
    from sweepstake.cluster import start

    with ExitStack() as stack:
        held: start.Held | None = None
        try:
            held = start.cluster(stack, settings.cluster(), workers)
            connection.publish(folder, held.connection)
        except settings.ClusterError as error:
            connection.publish(folder, str(error))
        while not _ended(1.0):
            if held:
                connection.publish_queue(folder, held.queue)


def _ended(within: float) -> bool:
    """Has standard input ended, or does it `within` seconds?"""
    ready, _, _ = select.select([0], [], [], within)
    return bool(ready) and not os.read(0, 1)


if __name__ == "__main__":
    hold(Path(sys.argv[1]), int(sys.argv[2]))
