"""The main loop of a child process: it computes the chunks that come through a channel."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # known to no stubs
import ctypes
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from mmap import mmap
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from sweepstake.puzzle.answer import Computed
from sweepstake.puzzle.method import patience, reports
from sweepstake.puzzle.question import Question
from sweepstake.run.channel import Channel
from sweepstake.run.chunk import Chunk, Chunks, Failure, SourceError, answer, process_name
from sweepstake.run.local import AnyCode, Call
from sweepstake.source.opened import has_children, own_process
from sweepstake.source.read import Source
from sweepstake.store import rows
from sweepstake.text.shown import message

SLACK = 2 << 30
"""Bytes above the limit at which the system refuses memory, if a check comes too late."""
PR_SET_PDEATHSIG = 1
HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGCHLD)
MAY_CHANGE = (
    "another current folder", "threads", *["other signal handlers"] * len(HANDLED), "processes"
)  # fmt: skip
LEFT_BEHIND = "its process was ended, because the method has left behind:"
COUNT, WIDTH = 8, 160
"""Bytes that say how many chunks are begun, and bytes after them that say how far the method is."""
MARK = COUNT + WIDTH
CLOSED = 113
"""The exit code if a method has closed the channel."""
LONG = 0.5
"""Compiling that takes longer than so many seconds is reported."""
BEGUN = "begun"
"""The message of a child that has imported all that it needs."""

BATCH_SECONDS, BATCH_OUTCOMES = 0.05, 10_000
"""The seconds and the outcomes after which a batch is sent."""

Registered = tuple[Question, Source | None]
"""A question, and the source of its puzzle if it has one."""
Outcome: TypeAlias = pa.RecordBatch | Failure
"""The answers to consecutive chunks, in the form of `rows.answers`; or why one chunk failed."""


def serve(fileno: int, mark_file: int, parent: int) -> None:
    """Compute the chunks that come through a channel until it is closed.

    `mark_file` is the descriptor of an open file, in which begun chunks are counted. A process
    that a method forks has no channel, and ends where the method returns.
    """
    channel, mark = Channel.inherited(fileno), mmap(mark_file, MARK)
    os.close(mark_file)
    os.register_at_fork(after_in_child=channel.close)
    _die_with(parent)
    own_process()
    reports.append(lambda line: _report(mark, line))
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a Python handler would run too late
    while True:
        try:
            message, limits = channel.receive()
        except EOFError:
            return
        _limit_memory(limits.memory)
        patience.set(limits.patience)
        if isinstance(message, Call):
            channel.send(BEGUN)
            channel.send(message.outcome())
            continue
        code, chunks = message
        registered = _loaded(code)
        _end_unless_open(channel)
        if isinstance(registered, Exception):
            channel.send(registered)
            continue
        gc.freeze()  # else each collection looks through all that is imported
        channel.send(BEGUN)
        for batch, has_left in _batches(registered, chunks, channel, mark):
            _tell_of_compiling(code.question)
            channel.send(([*_packed(registered[0], batch)], has_left))


def _batches(
    registered: Registered, chunks: Chunks, channel: Channel, mark: mmap
) -> Iterator[tuple[list[Computed | Failure], bool]]:
    """Batches of outcomes of `chunks`; True with the last one if its last chunk left something.

    If a chunk leaves something behind, no more are computed. `mark` counts begun chunks, and says
    how far the method is.
    """
    batch, since, outcomes = list[Computed | Failure](), time.monotonic(), 0
    state = _surroundings()
    for number, chunk in enumerate(chunks, 1):
        mark[:COUNT] = number.to_bytes(COUNT)
        _report(mark, "")
        batch.append(outcome := _tried(registered, chunk))
        _end_unless_open(channel)
        old_state, state = state, _surroundings()
        if has_left := state != old_state:
            pairs = zip(MAY_CHANGE, old_state, state, strict=True)
            names = ", ".join(name for name, old, new in pairs if old != new)
            _print(f"{chunk.question} {chunk.method}: {LEFT_BEHIND} {names}\n")
        outcomes += len(outcome.rows) if isinstance(outcome, Computed) else 1
        is_due = time.monotonic() - since > BATCH_SECONDS or outcomes > BATCH_OUTCOMES
        if is_due or has_left or number == len(chunks):
            yield batch, has_left
            batch, since, outcomes = [], time.monotonic(), 0
        if has_left:
            return


def _report(mark: mmap, line: str) -> None:
    """Write how far the method is where the parent reads it: UTF-8, filled up with spaces."""
    mark[COUNT:] = line.encode(errors="replace")[:WIDTH].ljust(WIDTH)


def _tell_of_compiling(question: str) -> None:
    """Print how long compiling kernels took, if long: the first answer takes that much longer."""
    kernels = sys.modules.get("sweepstake.kernels.cache")
    if kernels and (seconds := kernels.seconds_compiling()) > LONG:
        _print(f"{question}: its kernels were compiled in {seconds:.1f} s\n")


def _print(line: str) -> None:
    """Print a line, whatever a method has made of `sys.stdout`."""
    with suppress(OSError):
        os.write(1, line.encode())


def _end_unless_open(channel: Channel) -> None:
    """End a process that can't answer: a method has forked it, or has closed its channel."""
    if not channel.is_open():
        os._exit(CLOSED)


def _packed(question: Question, batch: list[Computed | Failure]) -> Iterator[Outcome]:
    """The outcomes of `batch`, with answers as columns, which a pipe carries faster."""
    for kind, group in groupby(batch, type):
        if kind is Computed:
            yield rows.answers(question, [*group])  # type: ignore[list-item]  # all are answers
        else:
            yield from group


def _surroundings() -> tuple[object, ...]:
    """The state that `MAY_CHANGE` names: a method is able to change it, but must not."""
    return (
        _folder(),
        threading.active_count(),
        *map(_signal.getsignal, HANDLED),  # `signal.getsignal` makes an enum of each
        has_children(),
    )


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109  # four times as fast
    except OSError:  # it was removed
        return ""


def _loaded(code: AnyCode) -> Registered | Exception:
    try:
        return code.registered()
    except SourceError as error:
        return error
    except Exception as error:
        return SourceError(f"{process_name()} can't load {code.question}: {message(error)}")


def _tried(registered: Registered, chunk: Chunk) -> Computed | Failure:
    """The outcome of a chunk, as something that a pipe can carry."""
    try:
        return answer(chunk, registered)
    except BaseException as error:  # SystemExit and KeyboardInterrupt, too
        return Failure.of(error)


def _die_with(parent: int) -> None:
    """Make the system end this process with the thread that started it, where it can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        with suppress(OSError):  # if memory runs out, this process goes and not the run
            Path("/proc/self/oom_score_adj").write_text("1000")
    if os.getppid() != parent:
        os._exit(1)


def _limit_memory(limit: float | None) -> None:
    """Make the system refuse memory far above the limit, before the machine runs out of it."""
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        has_limit = limit is not None and limit + SLACK < sys.maxsize
        soft = int(limit or 0) + SLACK if has_limit else hard
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
