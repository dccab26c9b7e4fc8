"""A task is what one Dask task does: a batch of cheap pieces, or one dear one.

A Dask task costs some milliseconds and a file costs as much, so cheap pieces travel together. A
piece that raises costs itself only: its error is reported and the rest of the batch is stored.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sweepstake import puzzles
from sweepstake.core.question import Question
from sweepstake.store import rows
from sweepstake.store.keys import Keys, Places
from sweepstake.store.pieces import Origin, PointStore
from sweepstake.store.rows import Computed
from sweepstake.sweep.columns import Pieces
from sweepstake.sweep.limit import time_limit
from sweepstake.sweep.point import Piece
from sweepstake.sweep.provenance import worker_name

BATCH_SECONDS = 0.5
BATCH_PIECES = 1000


@dataclass(frozen=True)
class Task:
    """Pieces of one question, computed one after the other by one worker."""

    pieces: Pieces

    @property
    def name(self) -> str:
        """A name made of the pieces: the same work is stored under the same name."""
        return _name(self.pieces.keys)

    @property
    def cost(self) -> float:
        """Predicted seconds on one core."""
        return self.pieces.cost

    def alone(self, place: int) -> Task:
        """A task of one of its pieces."""
        return Task(self.pieces.taken(np.array([place])))


@dataclass(frozen=True)
class Failure:
    """A piece that could not be computed: its place in its task, and why."""

    place: int
    error: str
    traceback: str
    worker: str

    @classmethod
    def of(cls, place: int, error: Exception) -> Failure:
        """What was just raised here."""
        return cls(place, _in_a_line(error), traceback.format_exc(), worker_name())


@dataclass(frozen=True)
class Receipt:
    """What a task did: all its pieces are stored, but for those that failed.

    `unwritten` says why nothing could be stored, which is no fault of any point.
    """

    worker: str
    failures: tuple[Failure, ...] = ()
    unwritten: str | None = None


@dataclass(frozen=True)
class Lost:
    """A task that took its worker with it, as often as the scheduler allows."""

    error: str
    attempts: int


def batches(pieces: Pieces) -> list[Task]:
    """`pieces` as tasks, the dearest first; a task has one method, and its pieces stay in order."""
    method = pieces.points.rows["method"][pieces.point]
    tasks = [
        Task(pieces.taken(places))
        for number in np.unique(method)
        for places in _filled(np.flatnonzero(method == number), pieces.rows["cost"])
    ]
    return sorted(tasks, key=lambda task: -task.cost)


def perform(
    task: Task, results: Path, versions: Mapping[str, str], seconds: float | None = None
) -> Receipt:
    """Compute and store the pieces of `task`, each within `seconds`; runs on a worker."""
    question = puzzles.question(task.pieces.points.question)
    origin = Origin(task.name, worker_name(), _now(), versions)
    late = results / ".points" / ".late"
    done: dict[int, Computed] = {}
    failed: list[Failure] = []
    for place, piece in enumerate(task.pieces):
        try:
            with time_limit(seconds, late / _name(task.pieces.keys[place])):
                done[place] = compute(piece)
        except Exception as error:  # whatever a point raises is the point's own misfortune
            failed.append(Failure.of(place, error))
    try:
        failed += _store(PointStore(results, question), done, origin)
    except OSError as error:
        return Receipt(origin.worker, unwritten=str(error))
    return Receipt(origin.worker, tuple(failed))


def _store(points: PointStore, done: dict[int, Computed], origin: Origin) -> list[Failure]:
    """Store what was computed, but for answers that don't have their question's columns."""
    if not done:
        return []
    try:
        points.write(list(done.values()), origin)
    except OSError:
        raise
    except Exception:  # one of the answers is none: which?
        failed = dict(_unfit(points.question, done))
        if not failed:
            raise
        fit = {place: one for place, one in done.items() if place not in failed}
        return [*failed.values(), *_store(points, fit, origin)]
    return []


def _unfit(question: Question, done: dict[int, Computed]) -> Iterator[tuple[int, Failure]]:
    for place, one in done.items():
        try:
            rows.placed(question, [one])
        except Exception as error:
            yield place, Failure.of(place, error)


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


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _name(keys: Keys) -> str:
    return sha256(keys.tobytes()).hexdigest()[:32]


def _filled(places: Places, cost: NDArray[np.float64]) -> Iterator[Places]:
    """`places` cut where a batch would be too long or have too many pieces."""
    begin, seconds = 0, 0.0
    for end, its in enumerate(cost[places].tolist()):
        if end > begin and (seconds + its > BATCH_SECONDS or end - begin == BATCH_PIECES):
            yield places[begin:end]
            begin, seconds = end, 0.0
        seconds += its
    yield places[begin:]


def _in_a_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
