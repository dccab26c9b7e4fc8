"""How sweeps find a cluster that they share: a folder that only its user may read.

A sweep that needs the cluster leaves a file `wanted` there. The process that holds the cluster
answers with `connection.json`: its address and its certificates, or why there is none.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from sweepstake.cluster.settings import ClusterError

POLL = 0.05
"""Seconds between two looks for a file."""


@dataclass(frozen=True)
class Connection:
    """Where a cluster is, and what a client needs in order to talk to it."""

    address: str
    dashboard: str | None = None
    """The address of its dashboard, if it serves one."""
    security: Mapping[str, str] = field(default_factory=dict)
    """The arguments of `distributed.Security`; empty for a cluster without TLS."""


@dataclass(frozen=True)
class Queue:
    """What is known of workers that have not come yet."""

    waiting: str = ""
    """What a batch system says of jobs that have not begun; empty if there are none."""
    trouble: str = ""
    """Why jobs could not be submitted when that was last tried."""


def publish(folder: Path, answer: Connection | str) -> None:
    """Answer those that want the cluster: a connection, or why there is none."""
    said = {"error": answer} if isinstance(answer, str) else asdict(answer)
    _write(folder / "connection.json", said)


def publish_queue(folder: Path, found: Queue) -> None:
    """Tell those that use the cluster of workers that have not come yet."""
    if found != queue(folder):
        _write(folder / "queue.json", asdict(found))


def queue(folder: Path) -> Queue:
    """What was published of workers that have not come yet."""
    try:
        return Queue(**json.loads((folder / "queue.json").read_text()))
    except FileNotFoundError:
        return Queue()


def want(folder: Path, wait: float) -> Connection:
    """The connection to the cluster of `folder`, once there is one; ClusterError if there is none.

    It waits at most `wait` seconds.
    """
    until = time.monotonic() + wait
    try:
        (folder / "wanted").touch()
        while not (folder / "connection.json").exists():
            if not alive(folder):
                raise FileNotFoundError
            if time.monotonic() > until:
                raise ClusterError(
                    f"the cluster did not start within {wait:g}s; raise sweepstake.cluster.wait"
                )
            time.sleep(POLL)
        said = json.loads((folder / "connection.json").read_text())
    except FileNotFoundError:
        raise ClusterError(f"the cluster of {folder} has ended; run again") from None
    if "error" in said:
        raise ClusterError(said["error"])
    return Connection(**said)


def mark(folder: Path, process: int) -> None:
    """Note which process of this machine holds the cluster of `folder`."""
    (folder / "process").write_text(f"{socket.gethostname()} {process}\n")


def process(folder: Path) -> tuple[str, int] | None:
    """The host and the process that hold the cluster of `folder`; None if there is none."""
    try:
        host, number = (folder / "process").read_text().split()
        return host, int(number)
    except (OSError, ValueError):
        return None


def alive(folder: Path) -> bool:
    """Does the process that holds the cluster run? Of another host's that can't be seen."""
    found = process(folder)
    if found is None:
        return False
    host, number = found
    return host != socket.gethostname() or psutil.pid_exists(number)


def _write(file: Path, said: Mapping[str, object]) -> None:
    """Leave a file, whole, that only its user may read."""
    partial = file.with_name(f".{file.name}")
    partial.touch(0o600)
    partial.write_text(json.dumps(said))
    partial.replace(file)
