"""What a piece of work may take, in seconds and in memory, and the watch that stops it.

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
from pathlib import Path

import psutil

LOOK = 0.1
"""Seconds between two looks at a piece."""
GRACE = 5.0
"""Seconds that a piece has to notice that it was stopped."""
SHARE = 0.8
"""The part of the memory there is that a process may hold unless a limit is given."""
CGROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class OverLimitError(RuntimeError):
    """A piece takes more than the limit called `limit` allows: `says` how much."""

    def __init__(self, says: str, limit: str) -> None:
        super().__init__(says, limit)
        self.says, self.limit = says, limit

    def __str__(self) -> str:
        return f"{self.says}; to lift it, set DASK_SWEEPSTAKE__LIMITS__{self.limit.upper()}"


class _Stopped(BaseException):
    """Raised in the thread of a piece that is over a limit; no `except Exception` catches it."""


@dataclass(frozen=True)
class Limits:
    """The seconds that a piece may take, and the bytes that its process may hold.

    Infinite if there is no limit; `memory` is None for a share of what there is.
    """

    seconds: float = 600.0
    memory: float | None = None

    def here(self, there: float | None = None) -> Limits:
        """These limits on this machine, or for a worker that has only `there` bytes of it."""
        share = SHARE * (there or machine_memory())
        return self if self.memory is not None else Limits(self.seconds, share)

    def refusal(self, cost: float) -> OverLimitError | None:
        """Why a piece with that predicted cost is not begun, if so."""
        if cost <= self.seconds:
            return None
        return OverLimitError(
            f"predicted to take {cost:,.0f} s, over the limit of {self.seconds:,g} s", "seconds"
        )

    def excess(self, began: float) -> OverLimitError | None:
        """How a piece begun at `began`, by the monotonic clock, is over a limit now, if it is."""
        if time.monotonic() - began > self.seconds:
            return OverLimitError(f"took longer than the limit of {self.seconds:,g} s", "seconds")
        if self.memory is not None and psutil.Process().memory_info().rss > self.memory:
            limit = f"{self.memory / 1e9:.2f} GB"
            return OverLimitError(f"its process grew over the limit of {limit}", "memory")
        return None


def machine_memory() -> int:
    """The bytes of this machine, or of the control group that we run in if those are fewer."""
    said = [Path(name).read_text().strip() for name in CGROUPS if Path(name).exists()]
    there: int = psutil.virtual_memory().total
    return min([there, *(int(limit) for limit in said if limit.isdigit())])


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
