"""A sweep is computed by one run at a time."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from sweepstake.cluster.preflight import worker_name

PATIENCE = 0.5
"""Seconds to keep trying: `status` holds a lock for an instant to see whether a run does."""


class HeldError(RuntimeError):
    """Another run holds the sweep; the message says which."""


@contextmanager
def held(results: Path, sweep: str) -> Iterator[None]:
    """Hold `sweep` below `results`; it is released even after a crash."""
    path = _lock(results, sweep)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as lock:
        if not _taken(lock):
            lock.seek(0)
            raise HeldError(
                f"sweep {sweep} in {results} is held by {lock.read().strip()}; wait for that run "
                f"to end, or stop it"
            )
        lock.truncate(0)
        lock.write(f"{worker_name()} since {datetime.now(UTC).isoformat(timespec='seconds')}\n")
        lock.flush()
        yield


def is_held(results: Path, sweep: str) -> bool:
    """Is a run on this sweep under way?"""
    try:
        with _lock(results, sweep).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def known(results: Path) -> list[str]:
    """The sweeps that were ever run below `results`."""
    return [path.name for path in _lock(results, "").glob("*")]


def _taken(lock: TextIO) -> bool:
    """Lock an open file; False if another process holds it."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return False
            time.sleep(PATIENCE / 20)
        else:
            return True


def _lock(results: Path, sweep: str) -> Path:
    return results / ".points" / ".locks" / sweep
