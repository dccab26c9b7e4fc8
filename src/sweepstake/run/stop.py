"""Stopping: whatever computes in this process ends soon, and what was computed is stored."""

from __future__ import annotations

from threading import Event

_stopped = Event()


class StoppedError(RuntimeError):
    """A run was told to stop."""

    def __init__(self) -> None:
        super().__init__("stopped; what was computed is stored")


def is_stopped() -> bool:
    """Was this process told to stop?"""
    return _stopped.is_set()


def check() -> None:
    """Raise StoppedError if this process was told to stop."""
    if is_stopped():
        raise StoppedError


def stop() -> None:
    """Have the sweeps of this process end, with the children and the cluster that compute them."""
    from sweepstake.cluster import client
    from sweepstake.run import child

    _stopped.set()
    child.end_all()
    client.close()
