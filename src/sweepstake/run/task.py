"""What one Dask task does, many cheap chunks or one costly one, and what comes back.

A Dask task takes some milliseconds, and so does a file, so cheap chunks share both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.plan.chunks import predicted
from sweepstake.puzzle import register
from sweepstake.run.chunk import Chunk, Failure
from sweepstake.store.shards import named

TASK_SECONDS, MOST_TASK_SECONDS = 0.5, 60.0
"""Predicted seconds of a task: of a small sweep's, and at most of a huge one's."""
TASKS = 20_000
"""Tasks from which on they become longer, for one scheduler handles some hundreds a second."""
TASK_CHUNKS = 1000
"""Chunks of a task at most."""


@dataclass(frozen=True)
class Task:
    """Chunks of one question, computed one after the other by one worker."""

    question: str
    seed: int
    chunks: pa.Table

    def __reduce__(self) -> tuple[Any, ...]:
        """Send only its own rows: a pickled slice of a table has the whole table in it."""
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self.chunks.schema) as stream:
            stream.write_table(self.chunks)
        return _received, (self.question, self.seed, sink.getvalue().to_pybytes())

    def __len__(self) -> int:
        return len(self.chunks)

    def __iter__(self) -> Iterator[Chunk]:
        question = register.question(self.question)
        for row in self.chunks.to_pylist():
            params = question.read(row)
            trials = row["trials"] or None
            yield Chunk(self.question, row["method"], params, row["chunk"], trials, self.seed)

    @property
    def name(self) -> str:
        """A name made of the chunks: the same chunks are stored under the same name."""
        return named(self.chunks)

    @property
    def cost(self) -> float:
        """Predicted seconds on one core."""
        return predicted(self.chunks)

    def alone(self, place: int) -> Task:
        """A task of one of its chunks."""
        return replace(self, chunks=self.chunks.slice(place, 1))


@dataclass(frozen=True)
class Receipt:
    """What a worker has done with a task: all its chunks are stored except those that failed.

    `unwritten` says why nothing could be stored, if so; the points are not to blame then.
    """

    worker: str
    failures: tuple[Failure, ...] = ()
    unwritten: str | None = None
    printed: str = ""
    """What the methods have printed."""


def _received(question: str, seed: int, chunks: bytes) -> Task:
    with pa.ipc.open_stream(chunks) as stream:
        return Task(question, seed, stream.read_all())


def tasks(question: str, seed: int, chunks: pa.Table) -> list[Task]:
    """`chunks` as tasks, the costliest first; a task has one method, its chunks stay in order."""
    chunks, made = chunks.combine_chunks(), list[Task]()
    seconds = min(max(TASK_SECONDS, predicted(chunks) / TASKS), MOST_TASK_SECONDS)
    for method in sorted(pc.unique(chunks["method"]).to_pylist()):
        own = chunks.filter(pc.equal(chunks["method"], method))
        cost = own["cost"].to_numpy()
        made += [Task(question, seed, own.slice(*part)) for part in _filled(cost, seconds)]
    return sorted(made, key=lambda task: -task.cost)


def _filled(cost: NDArray[np.float64], seconds: float) -> Iterator[tuple[int, int]]:
    """The begin and the length of each task: cut where one would be too long or too large."""
    total, begin = cost.cumsum(), 0
    while begin < len(cost):
        spent = total[begin - 1] if begin else 0.0
        end = max(int(np.searchsorted(total, spent + seconds, "right")), begin + 1)
        end = min(end, begin + TASK_CHUNKS)
        yield begin, end - begin
        begin = end
