"""A trial: a copy is first imported in a forked process, which it may end or leave unable to end.

A puzzle's file is a program: while it is imported it may crash, call `os._exit`, fork, or start a
thread for which its process would wait. A copy whose trial went well is not tried again.
"""

from __future__ import annotations

import os
import signal
import threading
import warnings
from contextlib import suppress
from importlib import import_module
from mmap import mmap
from pathlib import Path
from typing import NoReturn

from sweepstake.source import copies
from sweepstake.source.identity import PACKAGE
from sweepstake.source.read import Source
from sweepstake.text.shown import listed

PASSED = ".imported"
"""An empty file in a copy that was imported in a trial."""
FINE, RAISED = "fine", "raised"
MOST = 1000
"""Most bytes of a trial's result."""
GRACE = 1.0
"""Seconds in which a thread may end."""


class TrialError(ImportError):
    """A process should not import a copy; the message says why."""


def check(source: Source) -> None:
    """Write a copy, and raise TrialError if its import would end this process or outlive it.

    An import that raises passes. A process that has threads can't be forked safely, so it tries
    nothing.
    """
    copies.write(source)
    passed = copies.place(source) / PASSED
    is_ours = Path(source.place).is_relative_to(PACKAGE)
    if is_ours or passed.exists() or threading.active_count() > 1:
        return
    if (result := _result(source)) == FINE:
        with suppress(OSError):  # it will be tried again
            passed.touch()
    elif result != RAISED:
        raise TrialError(result)


def _result(source: Source) -> str:
    with mmap(-1, MOST) as result:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads that wait in libraries
            forked = os.fork()
        if not forked:
            _try(source, result)
        try:
            _, status = os.waitpid(forked, 0)
        except ChildProcessError:  # SIGCHLD is ignored
            status = 0
        except BaseException:  # Ctrl-C
            os.kill(forked, signal.SIGKILL)
            os.waitpid(forked, 0)
            raise
        end = ending(os.waitstatus_to_exitcode(status))
        said = result[:].rstrip(b"\0").decode(errors="replace")
        return said or f"it ends the process that imports it ({end})"


def _try(source: Source, result: mmap) -> NoReturn:
    """Import a copy, write the result, and end this process, or one that the import has forked."""
    own = os.getpid()
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        try:
            import_module(source.module)
            says = _left() or FINE
        except BaseException:  # it is raised and reported where the copy is imported in earnest
            says = RAISED
        if os.getpid() == own:
            encoded = says.encode(errors="replace")[:MOST]
            result[: len(encoded)] = encoded
    finally:
        os._exit(0)


def _left() -> str:
    """What an import has left behind that outlives its program; empty if nothing."""
    threads = [one for one in threading.enumerate() if one is not threading.main_thread()]
    for thread in (lasting := [one for one in threads if not one.daemon]):
        thread.join(GRACE)
    if names := [one.name for one in lasting if one.is_alive()]:
        return f"its import leaves a thread running ({listed(names)}); start it in a method"
    return "its import leaves a process running; start it in a method" if has_children() else ""


def ending(code: int) -> str:
    """How a process has ended: its exit code, or the signal that a negative `code` means.

    >>> ending(3), ending(-9), ending(-40)
    ('exit code 3', 'SIGKILL', 'signal 40')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:  # a real-time signal
        return f"signal {-code}"


def has_children() -> bool:
    """True if this process has child processes that run, or that it has not waited for."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
