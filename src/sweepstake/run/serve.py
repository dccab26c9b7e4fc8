"""What a child process does: it computes the chunks that come through a pipe, in order."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from sweepstake.puzzle.answer import Computed
from sweepstake.run.chunk import Chunk, Chunks, Code, Failure, SourceError, answer
from sweepstake.run.provenance import process_name

SLACK = 2 << 30
"""Bytes above the limit from which on the system refuses memory: a look may come too late."""
PR_SET_PDEATHSIG = 1
HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGCHLD)
BEGUN = "begun"
"""What a child sends when it has imported all that it needs."""

BATCH_SECONDS, BATCH_OUTCOMES = 0.05, 10_000
"""How much is computed before it is sent."""

Outcome = Computed | Failure


def serve(fileno: int, begun: int, parent: int) -> None:
    """Compute what comes through a pipe until that is closed; `begun` is an open file."""
    pipe = Connection(fileno)
    _die_with(parent)
    _limit_memory(pipe.recv())
    while True:
        try:
            code, chunks = pipe.recv()
        except EOFError:
            return
        pipe.send(_loaded(code))
        for batch in _batches(chunks, begun):
            pipe.send(batch)


def _batches(chunks: Chunks, begun: int) -> Iterator[tuple[list[Outcome], str]]:
    """The outcomes of `chunks` as they come, and what the last of them has left behind.

    After that no other is computed. How many were begun stands in the file `begun`.
    """
    batch, since, outcomes = list[Outcome](), time.monotonic(), 0
    now = _surroundings()
    for number, chunk in enumerate(chunks, 1):
        os.pwrite(begun, number.to_bytes(8), 0)
        before = now
        batch.append(outcome := _tried(chunk))
        now = _surroundings()
        left = ", ".join(name for name in now if now[name] != before[name])
        outcomes += len(outcome.rows) if isinstance(outcome, Computed) else 1
        is_due = time.monotonic() - since > BATCH_SECONDS or outcomes > BATCH_OUTCOMES
        if is_due or left or number == len(chunks):
            yield batch, left
            batch, since, outcomes = [], time.monotonic(), 0
        if left:
            return


def _surroundings() -> dict[str, object]:
    """What a method may change of its process and must not, by name."""
    return {
        "another current folder": os.getcwd(),  # noqa: PTH109  # four times as fast
        "threads": threading.active_count(),
        "other signal handlers": [*map(signal.getsignal, HANDLED)],
        "processes": _has_children(),
    }


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _loaded(code: Code) -> str | Exception:
    try:
        code.load()
    except SourceError as error:
        return error
    except Exception as error:
        return SourceError(f"{process_name()} can't load {code.question}: {error}")
    return BEGUN


def _tried(chunk: Chunk) -> Outcome:
    """The outcome of a chunk, as something that a pipe can carry."""
    try:
        return answer(chunk)
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
