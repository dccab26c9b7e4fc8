"""Locks: one run at a time computes a sweep, and nothing is removed while a run uses it.

Snakemake's own lock is a folder, which a killed run leaves behind. So each run also holds a lock
that ends with its process: if nobody holds it, Snakemake's lock is left over.
"""

from __future__ import annotations

import fcntl
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TextIO

from sweepstake import process
from sweepstake.errors import InputError, SweepstakeError
from sweepstake.run.chunk import process_name

USED = ".used"
PATIENCE = 0.5
"""Seconds to keep trying: `status` holds a lock for an instant to see whether a run does."""


_busy: dict[str, Lock] = {}
"""A lock for each folder of a question's shards."""
_process_locks = ExitStack()
"""The locks that this process holds until it ends."""


class HeldError(SweepstakeError, RuntimeError):
    """Another run holds the sweep, or the store; the message says which."""


@contextmanager
def sweep_lock(results: Path, sweep: str) -> Iterator[None]:
    """Lock `sweep` below `results`; it is released even after a crash."""
    path = _lock(results, sweep)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as lock:
        if not _is_taken(lock):
            lock.seek(0)
            raise HeldError(
                f"sweep {sweep} in {results} is held by {lock.read().strip()}; wait for that run "
                f"to end, or stop it"
            )
        lock.truncate(0)
        lock.write(f"{process_name()} since {datetime.now(UTC).isoformat(timespec='seconds')}\n")
        lock.flush()
        yield


@contextmanager
def used(root: Path) -> Iterator[None]:
    """Hold a shared lock on `root`, so that nobody removes anything there meanwhile.

    A read-only folder has no locks.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            root.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context((root / USED).open("a"))
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@contextmanager
def unused(root: Path) -> Iterator[None]:
    """Hold an exclusive lock on `root`; HeldError while a run uses it."""
    with ExitStack() as stack:
        if root.is_dir():
            try:
                lock = stack.enter_context((root / USED).open("a"))
            except OSError as error:
                raise HeldError(f"{root} can't be locked: {error}") from None
            if not _is_taken(lock):
                raise HeldError(f"a run uses {root}; wait for that run to end, or stop it")
        yield


def check_folder(folder: Path) -> None:
    """Raise ValueError if Snakemake could not lock `folder`, or would import what is there."""
    if {*"{}"} & {*str(folder.resolve())}:
        raise InputError(
            f"the name of the folder {folder.resolve()} has {{ or }}, which Snakemake takes for "
            f"wildcards; run in another folder (--directory FOLDER)"
        )
    if (plugins := folder / process.PLUGINS).exists():
        raise InputError(f"{plugins} has modules that Snakemake would import; remove it")


def use(folder: Path) -> None:
    """Hold a shared lock on `folder` until this process ends or dies."""
    _process_locks.enter_context(used(folder))


def alone(folder: Path) -> Lock:
    """The lock of `folder` within this process, to be held by the one sweep that stores there.

    If two sweeps ask for the same points, the second finds them stored.
    """
    return _busy.setdefault(str(folder), Lock())


def unlock(folder: Path) -> bool:
    """Remove Snakemake's locks, as its `--unlock` does; True if there were some."""
    locks = folder / ".snakemake" / "locks"
    if are_locked := any(locks.glob("*.lock")):
        shutil.rmtree(locks)
    return are_locked


def is_held(results: Path, sweep: str) -> bool:
    """True if a run is computing this sweep."""
    try:
        with _lock(results, sweep).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _is_taken(lock: TextIO) -> bool:
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
