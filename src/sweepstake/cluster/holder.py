"""The process that holds a cluster for several sweeps; `sweepstake.cluster.shared` starts it."""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event

from sweepstake.cluster import connection, settings
from sweepstake.cluster.settings import ClusterError

EVERY = 0.05
"""Seconds between two looks whether the cluster is wanted."""


def hold(folder: Path, workers: int, ended: Callable[[float], bool]) -> None:
    """Hold a cluster as soon as it is wanted, until `ended` says that it is time to end it.

    `ended` is given the seconds for which it may wait for that.
    """
    while not (folder / "wanted").exists():
        if ended(EVERY):
            return
    from sweepstake.cluster import start

    with ExitStack() as stack:
        held: start.Started | None = None
        try:
            held = start.cluster(stack, settings.cluster(), workers)
            connection.publish_queue(folder, held.queue)
            connection.publish(folder, held.connection)
        except ClusterError as error:
            connection.publish(folder, str(error))
        while not ended(1.0):
            if held:
                connection.publish_queue(folder, held.queue)


def _with_input(within: float) -> bool:
    """Has standard input ended, or does it `within` seconds?"""
    ready, _, _ = select.select([0], [], [], within)
    return bool(ready) and not os.read(0, 1)


def _main(folder: Path, workers: int, stays: bool) -> None:
    """Hold a cluster, until standard input ends.

    One that `stays` is held until SIGTERM, or until its folder is gone: nobody could name it then.
    """
    told = Event()
    signal.signal(signal.SIGINT, lambda *_: None)  # a Ctrl-C is for the run, which ends this
    signal.signal(signal.SIGTERM, lambda *_: told.set())

    def ended(within: float) -> bool:
        return told.wait(within) or not _is_ours(folder)

    try:
        hold(folder, workers, ended if stays else _with_input)
    finally:
        if _is_ours(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Is the folder there, and not that of a cluster that was started since?"""
    ours = (socket.gethostname(), os.getpid())
    return folder.exists() and connection.process(folder) in (None, ours)


if __name__ == "__main__":
    _main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] == ["stay"])
