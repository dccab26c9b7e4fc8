"""Stopping: computations in this process end soon, and their answers are stored.

Each computation checks here regularly. A KeyboardInterrupt alone can be lost: Python drops one that
arrives while it collects garbage or cleans up after an import.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar
from threading import Event
from typing import TYPE_CHECKING, NoReturn, TypeVar

from sweepstake.errors import SweepstakeError

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

    Hook = Callable[[UnraisableHookArgs], object]

T = TypeVar("T")
_stopped = Event()
_scope: ContextVar[Event] = ContextVar("scope", default=_stopped)
"""A callback that stops the computations of this thread alone."""
_ends: list[Callable[[], None]] = []


class StoppedError(SweepstakeError, RuntimeError):
    """A run was told to stop."""

    def __init__(self) -> None:
        super().__init__("stopped; run again, and no stored answer is computed again")


def is_stopped() -> bool:
    """Was this process told to stop, or this thread?"""
    return _stopped.is_set() or _scope.get().is_set()


def stop_with(event: Event) -> None:
    """Have the computations of this thread end when `event` is set, too."""
    _scope.set(event)


def check() -> None:
    """Raise StoppedError if this process was told to stop."""
    if is_stopped():
        raise StoppedError


def at_stop(end: Callable[[], None]) -> None:
    """Call `end` when this process is told to stop, after earlier callbacks."""
    _ends.append(end)


def stop() -> None:
    """End the sweeps of this process, with the children and the cluster that compute them."""
    _stopped.set()
    for end in _ends:
        end()


def apart(work: Callable[[], T]) -> Future[T]:
    """The result or the error of `work` in a new thread, where no Ctrl-C reaches it."""
    future: Future[T] = Future()

    def answer() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=answer, daemon=True).start()
    return future


def remember_ctrl_c() -> None:
    """Record a Ctrl-C, which raises KeyboardInterrupt as before, so that it can't be lost.

    Nothing changes in a thread, or where a program around this one handles Ctrl-C or ignores it.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _quiet(sys.unraisablehook)


def _interrupt(*_: object) -> NoReturn:
    _stopped.set()
    raise KeyboardInterrupt


def _quiet(hook: Hook) -> Hook:
    """A hook that prints nothing about a dropped KeyboardInterrupt, which was recorded."""

    def hooked(error: UnraisableHookArgs) -> None:
        if error.exc_type is not KeyboardInterrupt:
            hook(error)

    return hooked
