"""A task is what one Dask task does: a batch of cheap pieces, or one dear one; and what comes back.

A Dask task costs some milliseconds and a file costs as much, so cheap pieces travel together.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from sweepstake.cluster.preflight import worker_name
from sweepstake.core.shown import in_a_line
from sweepstake.plan.chunks import Pieces
from sweepstake.store.keys import Places

BATCH_SECONDS = 0.5
BATCH_PIECES = 1000


@dataclass(frozen=True)
class Task:
    """Pieces of one question, computed one after the other by one worker."""

    pieces: Pieces

    @property
    def name(self) -> str:
        """A name made of the pieces: the same work is stored under the same name."""
        return sha256(self.pieces.keys.tobytes()).hexdigest()[:32]

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
        return cls(place, in_a_line(error), traceback.format_exc(), worker_name())


@dataclass(frozen=True)
class Receipt:
    """What a task did: all its pieces are stored, but for those that failed.

    `unwritten` says why nothing could be stored, which is no fault of any point.
    """

    worker: str
    failures: tuple[Failure, ...] = ()
    unwritten: str | None = None


def batches(pieces: Pieces) -> list[Task]:
    """`pieces` as tasks, the dearest first; a task has one method, and its pieces stay in order."""
    method = pieces.points.rows["method"][pieces.point]
    tasks = [
        Task(pieces.taken(places))
        for number in np.unique(method)
        for places in _filled(np.flatnonzero(method == number), pieces.rows["cost"])
    ]
    return sorted(tasks, key=lambda task: -task.cost)


def _filled(places: Places, cost: NDArray[np.float64]) -> Iterator[Places]:
    """`places` cut where a batch would be too long or have too many pieces."""
    total = cost[places].cumsum()
    begin = 0
    while begin < len(places):
        spent = total[begin - 1] if begin else 0.0
        end = max(int(np.searchsorted(total, spent + BATCH_SECONDS, "right")), begin + 1)
        yield places[begin : (end := min(end, begin + BATCH_PIECES))]
        begin = end
