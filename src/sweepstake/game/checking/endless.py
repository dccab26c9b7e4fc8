"""Stops a play that computes for too long without a draw, and names the line of its loop.

A second thread checks the frames of the playing thread at intervals. Unlike an alarm signal, this
works in any thread.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock, Thread, get_ident
from types import FrameType
from typing import Any

from sweepstake.game.draw import Draw
from sweepstake.game.playing import words
from sweepstake.puzzle.method import NoAnswerError

SECONDS = 10.0
"""Most seconds of processor time that a play may compute without a draw."""
EVERY = 0.5
"""Seconds between two checks of the frames."""
REWRITTEN = "_0game"
"""The name of rewritten functions."""


class EndlessLoopError(NoAnswerError):
    """A play computes for too long without a draw; the message names the line."""


class _Stop(BaseException):
    """Ends a play; no `except Exception` of a game catches it."""


@contextmanager
def stopped(play: Callable[..., Any]) -> Iterator[None]:
    """Raise EndlessLoopError if a play of the function computes for too long without a draw."""
    watch = _Watch(play, get_ident())
    watching = Thread(target=watch.run, daemon=True)
    watching.start()
    try:
        try:
            yield
        finally:
            watch.end()
            watching.join()  # a thread that is left behind ends a worker's process
    except _Stop:
        watch.end()  # again: _Stop may have interrupted the first call
        raise EndlessLoopError(
            f"{play.__name__}: line {watch.line} has been computing for over {SECONDS:g} seconds "
            f"without a draw; does its loop end?"
        ) from None


@dataclass
class _Watch:
    """Watches the plays in a thread."""

    play: Callable[..., Any]
    thread: int
    line: int = 0
    _ended: Event = field(default_factory=Event)
    _lock: Lock = field(default_factory=Lock)

    def run(self) -> None:
        """Until `end` is called, stop a play that computes for too long without a draw."""
        last, since = None, 0.0
        while not self._ended.wait(EVERY):
            now = self._drawn()
            if now is None or now != last:
                last, since = now, time.process_time()
            elif time.process_time() - since > SECONDS:
                self._stop()
                last = None

    def end(self) -> None:
        """End the watch; a _Stop that was raised before arrives here at the latest."""
        with self._lock:
            self._ended.set()

    def _stop(self) -> None:
        """Raise _Stop in the thread; to withdraw it later would slow Python and hang profilers."""
        with self._lock:
            if not self._ended.is_set():
                raised = ctypes.py_object(_Stop)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), raised)

    def _drawn(self) -> tuple[FrameType, int] | None:
        """The frame of the current play, and its draws so far; None if no play is running."""
        frame, code, line = sys._current_frames().get(self.thread), self.play.__code__, 0
        while frame is not None:
            own = frame.f_code
            if own is words.__code__:  # the first words may take long: their kernel is compiled
                return None
            if own.co_filename == code.co_filename:
                line = line or frame.f_lineno
                if own.co_name in (code.co_name, REWRITTEN):
                    draw = frame.f_locals.get(own.co_varnames[0])
                    self.line = line
                    return frame, draw.draws_so_far if isinstance(draw, Draw) else 0
            frame = frame.f_back
        return None
