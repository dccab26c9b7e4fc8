"""The watch that stops a piece of work which takes more than it may.

A thread looks at the piece under way some times a second. If it is over a limit, the thread that
computes it gets an exception, which ends anything written in Python. Compiled code does not notice:
what is still computing some seconds after has its process ended from within.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sweepstake.cluster.limits import Limits, OverLimitError

LOOK = 0.1
"""Seconds between two looks at a piece."""
GRACE = 5.0
"""Seconds that a piece has to notice that it was stopped."""


class _Stopped(BaseException):
    """Raised in the thread of a piece that is over a limit; no `except Exception` catches it."""


@dataclass
class _Piece:
    """A piece under way, by its place in its task; `lock` guards `over` and `why`."""

    place: int
    began: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: bool = False
    why: OverLimitError | None = None
    stopped: float = 0.0


class Watch:
    """Holds the pieces that one thread computes, one after the other, to `limits`.

    `end(place, why)` is called, in the watching thread, for a piece that does not notice.
    """

    def __init__(self, limits: Limits, end: Callable[[int, OverLimitError], None]) -> None:
        self._limits, self._end = limits, end
        self._thread = threading.get_ident()
        self._piece: _Piece | None = None

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """Keep a thread that looks at the pieces of the body."""
        closed = threading.Event()
        threading.Thread(target=self._look, args=(closed,), daemon=True).start()
        try:
            yield self
        finally:
            closed.set()

    @contextmanager
    def piece(self, place: int) -> Iterator[None]:
        """Raise OverLimitError if the body goes over a limit."""
        piece = self._piece = _Piece(place)
        try:
            try:
                yield
            finally:
                with piece.lock:
                    piece.over = True
                if piece.why:
                    _raise_in(self._thread, None)  # it may still be on its way
                    raise OverLimitError(*piece.why.args)
        except _Stopped:  # it came after the body
            assert piece.why
            raise OverLimitError(*piece.why.args) from None

    def _look(self, closed: threading.Event) -> None:
        while not closed.wait(LOOK):
            if piece := self._piece:
                self._look_at(piece)

    def _look_at(self, piece: _Piece) -> None:
        with piece.lock:
            if piece.over:
                return
            if piece.why is None:
                if why := self._limits.excess(piece.began):
                    piece.why, piece.stopped = why, time.monotonic()
                    _raise_in(self._thread, _Stopped)
                return
        if time.monotonic() - piece.stopped > GRACE:
            piece.stopped = float("inf")
            self._end(piece.place, piece.why)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise `error` in `thread` as soon as it runs Python; None takes back what has not come."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
