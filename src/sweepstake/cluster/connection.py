"""How sweeps find a cluster that they share: a folder that only its user may read.

A sweep that needs the cluster leaves a file `wanted` there. The process that holds the cluster
answers with `connection.json`: its address and its certificates, or why there is none.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
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


def note_holder(folder: Path, process: int) -> None:
    """Note which process of this machine holds the cluster of `folder`."""
    said = f"{socket.gethostname()} {process} {_began(process)}\n{folder.resolve()}\n"
    (folder / "process").write_text(said)


def process(folder: Path) -> tuple[str, int] | None:
    """The host and the process that hold the cluster of `folder`; None if there is none.

    There is none if that process has ended and another has its number, or if it holds the cluster
    of the folder of which this one is a copy.
    """
    try:
        first, of = (folder / "process").read_text().splitlines()
        host, number, began = first.split()
    except (OSError, ValueError):
        return None
    is_its = began == _began(int(number)) and of == str(folder.resolve())
    return (host, int(number)) if is_its or host != socket.gethostname() else None


def _began(process: int) -> str:
    """When a process of this machine began; "-" if there is none."""
    with suppress(psutil.Error):
        return str(psutil.Process(process).create_time())
    return "-"


def alive(folder: Path) -> bool:
    """Does the process that holds the cluster run? Of another host's that can't be seen."""
    return process(folder) is not None


def _write(file: Path, said: Mapping[str, object]) -> None:
    """Leave a file, whole, that only its user may read."""
    partial = file.with_name(f".{file.name}")
    partial.touch(0o600)
    partial.write_text(json.dumps(said))
    partial.replace(file)
