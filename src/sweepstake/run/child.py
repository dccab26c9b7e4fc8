"""A process in which methods compute: whatever a method does there, only its own point fails.

A method may crash, call `os._exit`, hold the interpreter's lock for hours, leave threads behind or
take all memory. So no method runs in the process of a run, nor in that of a Dask worker. Each
thread that has tasks to do keeps one child, which computes chunk after chunk; the thread measures
the time and the memory of each, ends the child at a limit, and starts another for what is left.

On Linux a child is killed when the thread that started it ends, however that ends.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from mmap import mmap
from typing import IO, Any

import psutil

from sweepstake import stop
from sweepstake.errors import DiedError, OverLimitError
from sweepstake.run import serve
from sweepstake.run.channel import Channel, GarbledError
from sweepstake.run.chunk import Chunks, Failure, Limits, process_name
from sweepstake.run.local import AnyCode, Call, Raised, Returned
from sweepstake.run.serve import Outcome
from sweepstake.source.opened import ending
from sweepstake.text.shown import printable

LOOK = 0.1
"""Seconds between two checks of a child's time and memory."""
START = 120.0
"""Seconds that a child may take to import modules and the puzzle, before the first chunk."""
MAX_REPORTED, MAX_PRINTED = 10_000, 1 << 20
"""Bytes of a child's latest output that are reported, and above which its output is dropped."""


class _ThreadState(threading.local):
    """A thread's children, and the output of the thread's earlier children.

    What a user's function changes in its process must not change the answers of puzzles, which are
    stored. So a thread has one child for each of them.
    """

    def __init__(self) -> None:
        self.children: dict[bool, Child] = {}
        """By whether they compute what exists only in this process."""
        self.text = ""


_thread = _ThreadState()
_children = set["Child"]()
_lock = threading.Lock()


def outcomes(code: AnyCode, chunks: Chunks, limits: Limits) -> Generator[Outcome, None, None]:
    """Compute `chunks` in order, each within `limits`; yields their outcomes, some at a time.

    SourceError if the child's source differs from the run's; StoppedError if this process is told
    to stop.
    """
    position = 0
    while position < len(chunks):
        child, first = _child(code.is_local), position
        try:
            for outcome in child.outcomes(code, chunks[position:], limits):
                yield outcome
                position += count(outcome)
            if child.has_left:  # ending the process ends this too
                _end(child)
        except (DiedError, OverLimitError, GarbledError) as error:
            printed, begun_count = child.printed(), first + child.begun()
            _end(child)
            stop.check()
            last = min(max(position + 1, begun_count), len(chunks)) - 1
            if isinstance(error, GarbledError) and last > position:  # any of them may be to blame
                for suspect in range(position, last + 1):
                    yield from outcomes(code, chunks[suspect : suspect + 1], limits)
            else:
                yield from outcomes(code, chunks[position:last], limits)  # computed, but not sent
                yield replace(Failure.of(error), error=str(error), traceback=printed)
            position = last + 1
        except BaseException:  # it may be in the middle of a chunk that nobody waits for
            _end(child)
            raise


def called(call: Call, limits: Limits) -> Returned | Raised:
    """The outcome of a call in this thread's child for questions that exist only in this process.

    DiedError or OverLimitError if the child ends, or is ended, before it answers.
    """
    child = _child(is_local=True)
    try:
        return child.called(call, limits)
    except BaseException:
        _end(child)
        raise


def count(outcome: Outcome) -> int:
    """How many chunks an outcome covers."""
    return 1 if isinstance(outcome, Failure) else len(outcome)


def printed() -> str:
    """The output of this thread's children since the last call."""
    text, _thread.text = _thread.text, ""
    return text + "".join(child.printed() for child in _thread.children.values())


def name() -> str:
    """The name of this thread's child for puzzles, or of this process if it has none."""
    child = _thread.children.get(False)
    return process_name(child.process.pid if child else None)


def report() -> str:
    """The progress that methods report in the children of all threads; empty if none reports."""
    with _lock:
        return "; ".join(filter(None, (child.report() for child in _children)))


def end() -> None:
    """End the children of this thread, with all processes that they started."""
    for child in [*_thread.children.values()]:
        _end(child)


def _end(child: Child) -> None:
    """End a child of this thread; what it has printed stays."""
    _thread.children = {k: other for k, other in _thread.children.items() if other is not child}
    if child.is_ours():
        _thread.text += child.printed()
    child.end()


def end_all() -> None:
    """Kill the children of all threads."""
    with _lock:
        children = [*_children]
    for child in children:
        child.kill()


@atexit.register
def _leave() -> None:
    """Kill all children, and close those that no other thread may be reading from."""
    end_all()
    for child in [*_children]:
        if child.thread is threading.current_thread() or not child.thread.is_alive():
            child.end()


def _child(is_local: bool) -> Child:
    """A child of this thread, started if need be."""
    child = _thread.children.get(is_local)
    if child and child.is_ours() and not child.has_died():
        return child
    if child:
        _end(child)
    end_orphans()
    child = _thread.children[is_local] = _started()
    return child


def end_orphans() -> None:
    """End the children of threads that have ended, which have been killed, and of our parent."""
    for child in [*_children]:
        if not (child.thread.is_alive() and child.is_ours()):
            child.end()


def _started() -> Child:
    own_end, child_end = socket.socketpair()
    own_end.settimeout(LOOK)
    mark_file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # as the next
    _append_only(mark_file)
    mark_file.write(bytes(serve.MARK))
    output = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # closed with the child
    _append_only(output)  # wherever we seek to read
    descriptors = [child_end.fileno(), mark_file.fileno()]
    command = f"from {serve.__name__} import serve; serve(*{descriptors}, {os.getpid()})"
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-u", "-P", "-X", "faulthandler", "-c", command],
        pass_fds=descriptors,
        env={"OPENBLAS_NUM_THREADS": "1", **os.environ},  # a child uses one core
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,  # a Ctrl-C is for the run; what a child starts ends with it
    )
    child_end.close()
    with mark_file:
        child = Child(process, Channel(own_end), output, mmap(mark_file.fileno(), serve.MARK))
    with _lock:
        _children.add(child)
    return child


def _append_only(file: IO[bytes]) -> None:
    """Have all that is written to `file`, by any process, appended."""
    fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)


@dataclass(eq=False)
class Child:
    """A process that computes, and the channel to it."""

    process: subprocess.Popen[bytes]
    channel: Channel
    output: IO[bytes]
    """An unnamed file that gets its output."""
    mark: mmap
    """How many of its chunks it has begun: memory that it shares, out of a method's reach."""
    has_left: bool = False
    """True if the last chunk has left something behind; then no more chunks are computed."""
    thread: threading.Thread = field(default_factory=threading.current_thread)
    owner: int = field(default_factory=os.getpid)
    """The process whose child it is: a process that forks keeps its children for itself."""

    def is_ours(self) -> bool:
        """False in a process that was forked after it was started."""
        return self.owner == os.getpid()

    def called(self, call: Call, limits: Limits) -> Returned | Raised:
        """The outcome of a call; raises DiedError or OverLimitError."""
        self._send((call, limits))
        self._received(replace(limits, seconds=START))
        outcome: Returned | Raised = self._received(limits)
        self._clear_report()
        return outcome

    def outcomes(self, code: AnyCode, chunks: Chunks, limits: Limits) -> Iterator[Outcome]:
        """The outcomes of the chunks; raises DiedError or OverLimitError for the current one."""
        self.mark[:] = bytes(serve.MARK)
        self._send(((code, chunks), limits))
        start = self._received(replace(limits, seconds=START))
        if isinstance(start, Exception):
            raise start
        received = 0
        while received < len(chunks) and not self.has_left:
            batch, self.has_left = self._received(limits)
            received += sum(map(count, batch))
            yield from batch
        self._clear_report()

    def _send(self, message: object) -> None:
        """Send a message; if the child dies meanwhile, the next read raises DiedError."""
        began = time.monotonic()
        with suppress(ConnectionError):
            for whole in self.channel.parts(message):
                part = memoryview(whole)
                while part and not self.has_died():
                    part = self.channel.send_part(part)
                    self._check(replace(Limits(), seconds=START), began)

    def _received(self, limits: Limits) -> Any:
        """The next message; OverLimitError if the child exceeds `limits` before it."""
        began = time.monotonic()
        while (message := self.channel.message()) is None:
            has_died = self.has_died()
            if self.channel.read():
                continue
            if has_died:
                raise DiedError(f"its process died ({self._status()})")
            self._check(limits, began)
        return message

    def has_died(self) -> bool:
        """True if its process has ended; others that hold its channel may live on."""
        try:
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT  # its number stays taken
            return os.waitid(os.P_PID, self.process.pid, options) is not None
        except ChildProcessError:
            return True

    def _check(self, limits: Limits, began: float) -> None:
        """Raise OverLimitError if it exceeds `limits`, StoppedError if we are told to stop."""
        stop.check()
        self._bound_output()
        memory = 0.0
        with suppress(psutil.Error):  # it has just died
            memory = psutil.Process(self.process.pid).memory_info().rss
        if excess := limits.excess(time.monotonic() - began, memory):
            raise excess

    def begun(self) -> int:
        """How many chunks of its latest task it has begun."""
        return int.from_bytes(self.mark[: serve.COUNT])

    def report(self) -> str:
        """The progress that the current method reports; empty if it reports none."""
        with suppress(ValueError):  # it is closed when the child has ended
            return printable(self.mark[serve.COUNT :].decode(errors="replace").strip(" \0"))
        return ""

    def _clear_report(self) -> None:
        """Clear what the last method has reported: an idle child reports nothing."""
        self.mark[serve.COUNT :] = bytes(serve.WIDTH)

    def _status(self) -> str:
        self.kill()  # before its number is free
        code = self.process.wait()
        if code == serve.CLOSED:
            return "the method has closed the channel through which it answers"
        return f"{ending(code)}{', perhaps for want of memory' * (code == -signal.SIGKILL)}"

    def printed(self) -> str:
        """The end of its output since the last call."""
        self.output.seek(max(0, self.output.seek(0, os.SEEK_END) - MAX_REPORTED))
        text = self.output.read(MAX_REPORTED).decode(errors="replace")
        self.output.truncate(0)
        return text

    def _bound_output(self) -> None:
        """Drop its output if it is too long: a loop that prints would fill the disk."""
        if os.fstat(self.output.fileno()).st_size > MAX_PRINTED:
            self.output.truncate(0)

    def kill(self) -> None:
        """Kill it and the processes that it started, unless they left its process group."""
        with suppress(ProcessLookupError, PermissionError):
            if self.is_ours() and self.process.returncode is None:
                os.killpg(self.process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill it and close its channel and files."""
        self.kill()
        with _lock:
            _children.discard(self)
        if self.is_ours():
            self.process.wait()
        self.channel.close()
        self.output.close()
        self.mark.close()
