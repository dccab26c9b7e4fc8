"""Stopping: whatever computes in this process ends soon, and what was computed is stored.

What computes looks here again and again, since a KeyboardInterrupt alone can be lost: Python drops
one that arrives while it collects garbage or cleans up after an import.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event
from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

    Hook = Callable[[UnraisableHookArgs], object]

T = TypeVar("T")
_stopped = Event()
_ends: list[Callable[[], None]] = []


class StoppedError(RuntimeError):
    """A run was told to stop."""

    def __init__(self) -> None:
        super().__init__("stopped; run again, and no stored answer is computed again")


def is_stopped() -> bool:
    """Was this process told to stop?"""
    return _stopped.is_set()


def check() -> None:
    """Raise StoppedError if this process was told to stop."""
    if is_stopped():
        raise StoppedError


def at_stop(end: Callable[[], None]) -> None:
    """Have `end` called when this process is told to stop, after what was given before it."""
    _ends.append(end)


def stop() -> None:
    """Have the sweeps of this process end, with the children and the cluster that compute them."""
    _stopped.set()
    for end in _ends:
        end()


def apart(work: Callable[[], T]) -> Future[T]:
    """What `work` returns or raises in a thread of its own, where no Ctrl-C reaches it."""
    future: Future[T] = Future()

    def answer() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=answer, daemon=True).start()
    return future


def remember_ctrl_c() -> None:
    """Have a Ctrl-C remembered, and raise KeyboardInterrupt as it does anyhow.

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
    """A hook that says nothing of a dropped KeyboardInterrupt, which is remembered."""

    def hooked(what: UnraisableHookArgs) -> None:
        if what.exc_type is not KeyboardInterrupt:
            hook(what)

    return hooked
