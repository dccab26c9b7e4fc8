"""A time limit for a piece, on the worker that computes it.

First the thread that is late gets an exception, which ends anything written in Python. Compiled
code does not listen; a worker process that is still late some seconds after is ended from within,
with a note left behind, so that the next attempt, on another worker, fails at once and says why.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

GRACE = 5.0
"""Seconds that a late thread has to notice."""


class LateError(Exception):
    """A piece took longer than it may."""


@contextmanager
def time_limit(seconds: float, note: Path) -> Iterator[None]:
    """Raise LateError if the body takes longer than `seconds`, now or (by `note`) last time."""
    if note.exists():
        note.unlink()
        raise LateError(f"took longer than {seconds:g} s, and its worker had to be ended")
    over, this = threading.Lock(), threading.get_ident()
    late = threading.Timer(seconds, _interrupt, [this, over])
    dead = threading.Timer(seconds + GRACE, _leave, [note])
    for timer in (late, dead):
        timer.daemon = True
        timer.start()
    try:
        with _waited_for(over):
            yield
    except LateError:
        raise LateError(f"took longer than {seconds:g} s") from None
    finally:
        late.cancel()
        dead.cancel()


@contextmanager
def _waited_for(over: threading.Lock) -> Iterator[None]:
    """Whoever takes the lock is first: the body's end, or an exception that then has to arrive."""
    arrived = False
    try:
        yield
    except LateError:
        arrived = True
        raise
    finally:
        while not arrived and not over.acquire(blocking=False):
            time.sleep(0.001)


def _interrupt(thread: int, over: threading.Lock) -> None:
    """Raise LateError in `thread`, unless its piece is over."""
    if not over.acquire(blocking=False):
        return
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(LateError))


def _leave(note: Path) -> None:
    """End this process, if it is a worker's own: threads of a larger program can't be ended."""
    if multiprocessing.parent_process() is None:
        return
    with suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        note.touch()
    os._exit(1)
