"""What one Dask task does, many cheap chunks or one costly one, and what comes back.

A Dask task takes some milliseconds, and so does a file, so cheap chunks share both.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config.points import Points, params_of
from sweepstake.plan.chunks import asked, predicted
from sweepstake.puzzle import register
from sweepstake.run.chunk import Chunk, Failure
from sweepstake.store.columns import Whole, digest
from sweepstake.store.files import Place

TASK_SECONDS, MOST_TASK_SECONDS = 0.5, 60.0
"""Predicted seconds of a task: of a small sweep's, and at most of a huge one's."""
TASKS = 20_000
"""Tasks from which on they become longer, for one scheduler handles some hundreds a second."""
EACH = 5e-5
"""Seconds that each chunk takes besides its method."""
BLOCK = 1_000_000
"""Chunks whose costs are added up at a time, in little memory."""
PARTS = 8
"""Into how many tasks one goes that its worker has not survived."""


@dataclass(frozen=True)
class Task:
    """Chunks of one question, computed one after the other by one worker."""

    question: str
    method: str
    seed: int
    chunks: pa.Table
    """With their parameters, and `place`, `chunk`, `trials`, `cost` as planned."""

    def __len__(self) -> int:
        return len(self.chunks)

    def __iter__(self) -> Iterator[Chunk]:
        every = params_of(register.question(self.question), self.chunks)
        numbers, trials = (self.chunks[name].to_pylist() for name in ("chunk", "trials"))
        for params, number, drawn in zip(every, numbers, trials, strict=True):
            yield Chunk(self.question, self.method, params, number, drawn or None, self.seed)

    def __getitem__(self, some: slice) -> Task:
        rows = np.arange(len(self))[some]  # taken, as a pickled slice has the whole table in it
        return replace(self, chunks=self.chunks.take(pa.array(rows)))

    @property
    def name(self) -> str:
        """A name made of its chunks."""
        keys = self.chunks.drop_columns(["place", "cost"])
        return sha256(f"{self.method} {digest(keys)}".encode()).hexdigest()[:32]

    @property
    def cost(self) -> float:
        """Predicted seconds on one core."""
        return predicted(self.chunks)

    @property
    def draws(self) -> bool:
        """Does its method draw?"""
        return register.question(self.question).methods[self.method].draws

    def parts(self) -> list[Task]:
        """Some tasks of its chunks, of which one or few may do harm."""
        size = -(-len(self) // PARTS)
        return [self[begin : begin + size] for begin in range(0, len(self), size)]


@dataclass(frozen=True)
class Receipt:
    """What a worker has done with a task: all its chunks are stored except those that failed."""

    worker: str
    failures: tuple[Failure, ...] = ()
    shards: tuple[Place, ...] = ()
    """What it has stored."""
    printed: str = ""
    """What the methods have printed."""


class Queue:
    """Chunks as tasks, the costliest first; a task has one method, its chunks stay in order.

    A task is made when it is taken, for all of them together take more memory than the rest.
    """

    def __init__(self, points: Points, chunks: pa.Table) -> None:
        """`chunks` of `points`, as planned."""
        self._points, self._chunks = points, chunks
        self._again = deque[Task]()
        seconds = min(max(TASK_SECONDS, predicted(chunks) / TASKS), MOST_TASK_SECONDS)
        costs, place = chunks["cost"].to_numpy(), chunks["place"].to_numpy()
        cuts = list[tuple[float, str, NDArray[np.int32]]]()
        for method, of_points in points.methods():
            rows = _rows(place, of_points, len(points))
            for own in _filled(rows, costs, seconds):
                cuts.append((float(costs[own].sum()), method, own))
        self.cost = sum(cost for cost, _, _ in cuts)
        self._cuts = deque(sorted(cuts, key=lambda cut: -cut[0]))

    def __len__(self) -> int:
        return len(self._cuts) + len(self._again)

    def popleft(self) -> Task:
        """The next task; those that are tried again come last."""
        if not self._cuts:
            return self._again.popleft()
        _, method, rows = self._cuts.popleft()
        chunks = asked(self._points, self._chunks.take(pa.array(rows))).drop_columns(["method"])
        return Task(self._points.question, method, self._points.seed, chunks.combine_chunks())

    def extend(self, tasks: Iterable[Task]) -> None:
        """Add tasks that are to be tried again."""
        self._again.extend(tasks)


def _rows(place: NDArray[np.int32], of_points: Whole, points: int) -> NDArray[np.int32]:
    """The chunks whose points are at the places `of_points`, of so many `points`."""
    if len(of_points) == points:
        return np.arange(len(place), dtype=np.int32)
    own = np.zeros(points, bool)
    own[of_points] = True
    return np.flatnonzero(own[place]).astype(np.int32)


def _filled(
    rows: NDArray[np.int32], costs: NDArray[np.float64], seconds: float
) -> Iterator[NDArray[np.int32]]:
    """The chunks at `rows`, cut where a task would be too long, and where a block of them ends."""
    for first in range(0, len(rows), BLOCK):
        some, begin = rows[first : first + BLOCK], 0
        total = np.cumsum(costs[some] + EACH)
        while begin < len(some):
            spent = total[begin - 1] if begin else 0.0
            end = max(int(np.searchsorted(total, spent + seconds, "right")), begin + 1)
            yield some[begin:end]
            begin = end
