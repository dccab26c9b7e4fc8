"""A task is what one Dask task does: a batch of cheap pieces, or one dear one.

A Dask task costs some milliseconds and a file costs as much, so cheap pieces travel together. A
piece that raises costs itself only: its error is reported and the rest of the batch is stored.
"""

from __future__ import annotations

import os
import socket
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from sweepstake.store import Computed, Key, Origin, PointStore
from sweepstake.sweep.limit import time_limit
from sweepstake.sweep.point import Piece

BATCH_SECONDS = 0.5
BATCH_PIECES = 1000


@dataclass(frozen=True)
class Task:
    """Pieces of one question, computed one after the other by one worker."""

    pieces: tuple[Piece, ...]

    @property
    def name(self) -> str:
        """A name made of the pieces: the same work is stored under the same name."""
        return _name(self.pieces)

    @property
    def cost(self) -> float:
        """Predicted seconds on one core."""
        return sum(piece.cost for piece in self.pieces)


@dataclass(frozen=True)
class Failure:
    """A piece that could not be computed."""

    piece: Piece
    error: str
    traceback: str
    worker: str
    attempts: int = 1


@dataclass(frozen=True)
class Receipt:
    """What a task did: the keys it stored, and what failed.

    `unwritten` says why nothing could be stored, which is no fault of any point.
    """

    stored: tuple[Key, ...]
    failures: tuple[Failure, ...]
    unwritten: str | None = None


@dataclass(frozen=True)
class Lost:
    """A task that took its worker with it, as often as the scheduler allows."""

    error: str
    attempts: int


def batches(pieces: Iterable[Piece]) -> Iterator[Task]:
    """`pieces` as tasks, the dearest first; a task has one method, and its pieces stay in order."""
    by_method: dict[str, list[Piece]] = {}
    for piece in pieces:
        by_method.setdefault(piece.point.method, []).append(piece)
    tasks = [task for same in by_method.values() for task in _filled(same)]
    yield from sorted(tasks, key=lambda task: -task.cost)


def perform(
    task: Task, results: Path, versions: Mapping[str, str], seconds: float | None = None
) -> Receipt:
    """Compute and store the pieces of `task`, each within `seconds`; runs on a worker."""
    started = datetime.now(UTC).isoformat(timespec="milliseconds")
    computed: list[Computed] = []
    failures: list[Failure] = []
    for piece in task.pieces:
        try:
            with time_limit(seconds, results / ".points" / ".late" / _name([piece])):
                computed.append(compute(piece))
        except Exception as error:  # whatever a point raises is the point's own misfortune
            failures.append(
                Failure(piece, _in_a_line(error), traceback.format_exc(), worker_name())
            )
    if computed:
        origin = Origin(task.name, worker_name(), started, versions)
        try:
            PointStore(results, task.pieces[0].point.asks).write(computed, origin)
        except OSError as error:
            return Receipt((), (), str(error))
    return Receipt(tuple(one.key for one in computed), tuple(failures))


def compute(piece: Piece) -> Computed:
    """The answer to one piece."""
    point, method = piece.point, piece.point.by
    began = time.perf_counter()
    if piece.trials is None:
        answer = method.answer(**dict(point.params))
    else:
        from sweepstake.core.stream import stream

        drawn = stream(point.seed or 0, point.id, piece.chunk)
        answer = method.answer(drawn, piece.trials, **dict(point.params))
    return Computed(piece.key, method.kind, answer, time.perf_counter() - began)


def worker_name() -> str:
    """This process, as provenance names it: host and process id."""
    return f"{socket.gethostname()}/{os.getpid()}"


def _name(pieces: Iterable[Piece]) -> str:
    return sha256(repr([piece.key for piece in pieces]).encode()).hexdigest()[:32]


def _filled(pieces: Iterable[Piece]) -> Iterator[Task]:
    batch: list[Piece] = []
    seconds = 0.0
    for piece in pieces:
        if batch and (seconds + piece.cost > BATCH_SECONDS or len(batch) == BATCH_PIECES):
            yield Task(tuple(batch))
            batch, seconds = [], 0.0
        batch.append(piece)
        seconds += piece.cost
    if batch:
        yield Task(tuple(batch))


def _in_a_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
