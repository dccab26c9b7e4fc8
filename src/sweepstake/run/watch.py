"""The watch, which stops a chunk that exceeds a limit.

A thread looks at the chunk under way some times a second. If it is over a limit, the thread that
computes it gets an exception, which ends anything written in Python. It does not interrupt compiled
code: if the chunk still computes some seconds later, its process is ended.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sweepstake.config.limits import Limits, OverLimitError

LOOK = 0.1
"""Seconds between two looks at a chunk."""
GRACE = 5.0
"""Seconds after which a chunk that goes on computing has its process ended."""


class _Stopped(BaseException):
    """Raised in the thread of a chunk that is over a limit; no `except Exception` catches it."""


@dataclass
class _Chunk:
    """A chunk under way, by its place in its task; `lock` guards `over` and `why`."""

    place: int
    began: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: bool = False
    why: OverLimitError | None = None
    stopped: float = 0.0


class Watch:
    """Holds the chunks that one thread computes, one after the other, to `limits`.

    `end(place, why)` is called, in the watching thread, for a chunk that goes on computing.
    """

    def __init__(self, limits: Limits, end: Callable[[int, OverLimitError], None]) -> None:
        self._limits, self._end = limits, end
        self._thread = threading.get_ident()
        self._chunk: _Chunk | None = None

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """Keep a thread that looks at the chunks of the body."""
        closed = threading.Event()
        threading.Thread(target=self._look, args=(closed,), daemon=True).start()
        try:
            yield self
        finally:
            closed.set()

    @contextmanager
    def chunk(self, place: int) -> Iterator[None]:
        """Raise OverLimitError if the body goes over a limit."""
        chunk = self._chunk = _Chunk(place)
        try:
            try:
                yield
            finally:
                with chunk.lock:
                    chunk.over = True
                if chunk.why:
                    _raise_in(self._thread, None)  # it may still be on its way
                    raise OverLimitError(*chunk.why.args)
        except _Stopped:  # it came after the body
            assert chunk.why
            raise OverLimitError(*chunk.why.args) from None

    def _look(self, closed: threading.Event) -> None:
        while not closed.wait(LOOK):
            if chunk := self._chunk:
                self._look_at(chunk)

    def _look_at(self, chunk: _Chunk) -> None:
        with chunk.lock:
            if chunk.over:
                return
            if chunk.why is None:
                if why := self._limits.excess(chunk.began):
                    chunk.why, chunk.stopped = why, time.monotonic()
                    _raise_in(self._thread, _Stopped)
                return
        if time.monotonic() - chunk.stopped > GRACE:
            chunk.stopped = float("inf")
            self._end(chunk.place, chunk.why)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise `error` in `thread` as soon as it runs Python; None takes back what has not come."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
