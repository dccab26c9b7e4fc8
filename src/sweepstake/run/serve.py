"""What a child process does: it computes the chunks that come through a pipe, in order."""

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
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from sweepstake.puzzle import register
from sweepstake.puzzle.answer import Computed
from sweepstake.puzzle.question import Question
from sweepstake.run.chunk import Chunk, Chunks, Code, Failure, SourceError, answer
from sweepstake.run.provenance import process_name
from sweepstake.source.read import Source
from sweepstake.store import rows

SLACK = 2 << 30
"""Bytes above the limit from which on the system refuses memory: a look may come too late."""
PR_SET_PDEATHSIG = 1
HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGCHLD)
MAY_CHANGE = (
    "another current folder", "threads", *["other signal handlers"] * len(HANDLED), "processes"
)  # fmt: skip
LONG = 0.5
"""Seconds of compiling that are told."""
BEGUN = "begun"
"""What a child sends when it has imported all that it needs."""

BATCH_SECONDS, BATCH_OUTCOMES = 0.05, 10_000
"""How much is computed before it is sent."""

Registered = tuple[Question, Source]
"""A question, and the source of its puzzle."""
Outcome: TypeAlias = pa.RecordBatch | Failure
"""The answers to some chunks, one after another, as `rows.answers` has them; or why one failed."""


def serve(fileno: int, begun: int, parent: int) -> None:
    """Compute what comes through a pipe until that is closed; `begun` is an open file."""
    pipe = Connection(fileno)
    _die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python takes long to tell a handler of its own
    _limit_memory(pipe.recv())
    while True:
        try:
            code, chunks = pipe.recv()
        except EOFError:
            return
        registered = _loaded(code)
        if isinstance(registered, Exception):
            pipe.send(registered)
            continue
        gc.freeze()  # or whatever is imported is looked through again and again
        pipe.send(BEGUN)
        for batch, left in _batches(registered, chunks, begun):
            _tell_of_compiling(code.question)
            pipe.send(([*_packed(registered[0], batch)], left))


def _batches(
    registered: Registered, chunks: Chunks, begun: int
) -> Iterator[tuple[list[Computed | Failure], str]]:
    """What becomes of `chunks` as they are tried, and what the last of them has left behind.

    After that no other is computed. How many were begun stands in the file `begun`.
    """
    batch, since, outcomes = list[Computed | Failure](), time.monotonic(), 0
    now = _surroundings()
    for number, chunk in enumerate(chunks, 1):
        os.pwrite(begun, number.to_bytes(8), 0)
        batch.append(outcome := _tried(registered, chunk))
        before, now, left = now, _surroundings(), ""
        if now != before:
            pairs = zip(MAY_CHANGE, before, now, strict=True)
            left = ", ".join(name for name, old, new in pairs if old != new)
        outcomes += len(outcome.rows) if isinstance(outcome, Computed) else 1
        is_due = time.monotonic() - since > BATCH_SECONDS or outcomes > BATCH_OUTCOMES
        if is_due or left or number == len(chunks):
            yield batch, left
            batch, since, outcomes = [], time.monotonic(), 0
        if left:
            return


def _tell_of_compiling(question: str) -> None:
    """Print how long kernels were compiled, if they were: the first answer takes so much longer."""
    kernels = sys.modules.get("sweepstake.kernels.cache")
    if kernels and (seconds := kernels.seconds_compiling()) > LONG:
        sys.stdout.write(f"{question}: its kernels were compiled in {seconds:.1f} s\n")
        sys.stdout.flush()


def _packed(question: Question, batch: list[Computed | Failure]) -> Iterator[Outcome]:
    """The same with answers that stand side by side in columns, which a pipe carries faster."""
    for kind, some in groupby(batch, type):
        if kind is Computed:
            yield rows.answers(question, [*some])  # type: ignore[list-item]  # all are answers
        else:
            yield from some


def _surroundings() -> tuple[object, ...]:
    """What `MAY_CHANGE` names: a method may change it, and must not."""
    return (
        os.getcwd(),  # noqa: PTH109  # four times as fast
        threading.active_count(),
        *map(_signal.getsignal, HANDLED),  # that of `signal` makes an enum of each
        _has_children(),
    )


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _loaded(code: Code) -> Registered | Exception:
    try:
        return code.load(), register.source_of(code.question)
    except SourceError as error:
        return error
    except Exception as error:
        return SourceError(f"{process_name()} can't load {code.question}: {error}")


def _tried(registered: Registered, chunk: Chunk) -> Computed | Failure:
    """The outcome of a chunk, as something that a pipe can carry."""
    try:
        return answer(chunk, registered)
    except BaseException as error:  # SystemExit and KeyboardInterrupt, too
        return Failure.of(error)


def _die_with(parent: int) -> None:
    """Have the system end this process with the thread that started it, where it can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        with suppress(OSError):  # if memory runs out, this process goes and not the run
            Path("/proc/self/oom_score_adj").write_text("1000")
    if os.getppid() != parent:
        os._exit(1)


def _limit_memory(most: float | None) -> None:
    """Have the system refuse memory far above the limit, before a machine runs out of it."""
    if sys.platform == "linux" and most is not None and most + SLACK < sys.maxsize:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (int(most) + SLACK,) * 2)
