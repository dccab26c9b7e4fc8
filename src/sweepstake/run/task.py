"""A Dask task: many cheap chunks or one costly one, computed in a child and stored by a worker.

The overhead of a Dask task is some milliseconds, like that of a file, so cheap chunks share both. A
chunk that fails is tried once more. If it fails again, its error is reported, and the other chunks
of the task are stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config.points import Points, params_of
from sweepstake.plan.chunks import predicted, with_params
from sweepstake.puzzle import register
from sweepstake.run import child
from sweepstake.run.chunk import Chunk, Code, Failure, Limits, SourceError, process_name
from sweepstake.source.identity import of_package
from sweepstake.store.columns import Whole, digest
from sweepstake.store.shards import Partition, Store

TASK_SECONDS, MOST_TASK_SECONDS = 0.5, 60.0
"""Predicted seconds of a task: in a small sweep, and at most in a huge one."""
TASKS = 20_000
"""A sweep of more tasks gets longer ones, because a scheduler handles some hundreds a second."""
OVERHEAD = 5e-5
"""The overhead of each chunk in seconds."""
BLOCK = 1_000_000
"""Chunks whose costs are added up at a time, to save memory."""
OUTCOMES = 1_000_000
"""Answers are stored as soon as more outcomes than this are in memory."""


@dataclass(frozen=True)
class Task:
    """Chunks of one question, computed one after the other by one worker."""

    question: str
    method: str
    seed: int
    chunks: pa.Table
    """With their parameters, and `_place`, `chunk`, `trials`, `_cost` as planned."""

    def __len__(self) -> int:
        return len(self.chunks)

    def __iter__(self) -> Iterator[Chunk]:
        all_params = params_of(register.question(self.question), self.chunks)
        numbers, trials = (self.chunks[name].to_pylist() for name in ("chunk", "trials"))
        for params, number, count in zip(all_params, numbers, trials, strict=True):
            yield Chunk(self.question, self.method, params, number, count or None, self.seed)

    def __getitem__(self, positions: slice) -> Task:
        rows = np.arange(len(self))[positions]  # a pickled slice would contain the whole table
        return replace(self, chunks=self.chunks.take(pa.array(rows)))

    @property
    def name(self) -> str:
        """A hash of its method and its chunks."""
        keys = self.chunks.drop_columns(["_place", "_cost"])
        return sha256(f"{self.method} {digest(keys)}".encode()).hexdigest()[:32]

    @property
    def cost(self) -> float:
        """Predicted seconds on one core."""
        return predicted(self.chunks)


@dataclass(frozen=True)
class Receipt:
    """The result of a task: all its chunks are stored except those that failed."""

    worker: str
    failures: tuple[Failure, ...] = ()
    shards: tuple[Path, ...] = ()
    """The shards that were written."""
    printed: str = ""
    """The output of the methods."""


DIED = "its worker died (out of memory, killed or crashed) each time"
LOST = Receipt("unknown", (Failure(DIED, "", "unknown"),))
"""The receipt of a chunk none of whose workers has survived."""


class Tasks:
    """Chunks as tasks, the costliest first. A task has one method, and its chunks stay in order.

    A task is made only when it is taken, because all tasks would take much memory.
    """

    def __init__(self, points: Points, chunks: pa.Table) -> None:
        """`chunks` of `points`, as planned."""
        self._points, self._chunks = points, chunks
        seconds = min(max(TASK_SECONDS, predicted(chunks) / TASKS), MOST_TASK_SECONDS)
        costs, point = chunks["_cost"].to_numpy(), chunks["_place"].to_numpy()
        self._cuts = [
            (method, rows)
            for method, indices in points.methods()
            for rows in _filled(_rows(point, indices, len(points)), costs, seconds)
        ]
        self._cuts.sort(key=lambda cut: -costs[cut[1]].sum())

    def __len__(self) -> int:
        return len(self._cuts)

    def __iter__(self) -> Iterator[Task]:
        for method, rows in self._cuts:
            chunks = with_params(self._points, self._chunks.take(pa.array(rows)))
            chunks = chunks.drop_columns(["method"]).combine_chunks()
            yield Task(self._points.question, method, self._points.seed, chunks)


def _rows(point: NDArray[np.int32], indices: Whole, count: int) -> NDArray[np.int32]:
    """The rows whose point is in `indices`; `point` has the point index (below `count`) of each."""
    if len(indices) == count:
        return np.arange(len(point), dtype=np.int32)
    is_wanted = np.zeros(count, bool)
    is_wanted[indices] = True
    return np.flatnonzero(is_wanted[point]).astype(np.int32)


def _filled(
    rows: NDArray[np.int32], costs: NDArray[np.float64], seconds: float
) -> Iterator[NDArray[np.int32]]:
    """`rows` cut into tasks of at most `seconds` or one chunk, none of which spans two blocks."""
    for first in range(0, len(rows), BLOCK):
        block, begin = rows[first : first + BLOCK], 0
        total = np.cumsum(costs[block] + OVERHEAD)
        while begin < len(block):
            seconds_before = total[begin - 1] if begin else 0.0
            end = max(int(np.searchsorted(total, seconds_before + seconds, "right")), begin + 1)
            yield block[begin:end]
            begin = end


@dataclass(frozen=True)
class Order:
    """The data that all tasks of a sweep have in common."""

    code: Code
    limits: Limits
    results: Path
    versions: Mapping[str, str]
    package: str
    """The hash of this package, which determines how answers are stored."""


def perform(task: Task, order: Order, memory: float | None = None) -> Receipt:
    """Compute and store the chunks of `task`; runs in the run's process or on a worker.

    `memory` is the memory of the worker in bytes, if it has less than its machine. Raises
    SourceError if the source here differs from the run's, OSError if nothing can be stored.
    """
    if order.package != of_package():
        raise SourceError(
            f"{process_name()} has another version of sweepstake; install the same on all hosts"
        )
    question = order.code.load()
    store = Store(order.results, question)
    partition = store.partition(task.method, order.code.id, task.seed)
    answers = _Answers(task, order, order.limits.here(memory), partition)
    failures = list[Failure]()
    for failure in answers.compute(0, len(task)):
        failures += (
            [failure] if failure.is_final else answers.compute(failure.position, 1, again=True)
        )
    answers.store()
    return Receipt(process_name(), tuple(failures), tuple(answers.shards), child.printed())


@dataclass
class _Answers:
    """Computes the chunks of a task, and buffers their answers until many are stored together."""

    task: Task
    order: Order
    limits: Limits
    partition: Partition
    started: str = field(
        default_factory=lambda: datetime.now(UTC).isoformat(timespec="milliseconds")
    )
    buffered: dict[int, pa.RecordBatch] = field(default_factory=dict)
    """Answers by the position of their first chunk in the task."""
    outcomes: int = 0
    shards: list[Path] = field(default_factory=list)

    def compute(self, position: int, count: int, *, again: bool = False) -> list[Failure]:
        """Compute `count` chunks from `position` on; returns the failures."""
        failures, chunks = [], self.task[position : position + count]
        for outcome in child.outcomes(self.order.code, chunks, self.limits):
            if isinstance(outcome, Failure):
                failures.append(replace(outcome, position=position, attempts=1 + again))
            else:
                self.buffered[position] = outcome
                self.outcomes += len(outcome["_answer"].values)
            if self.outcomes > OUTCOMES:
                self.store()
            position += child.count(outcome)
        return failures

    def store(self) -> None:
        """Store the buffered answers."""
        if not self.buffered:
            return
        origin = {
            "task": self.task.name,
            "worker": child.name(),
            "started": self.started,
            "versions": json.dumps(self.order.versions, sort_keys=True),
        }
        chunks = [self.task.chunks.slice(k, len(batch)) for k, batch in self.buffered.items()]
        answers = pa.Table.from_batches(self.buffered.values())
        try:
            self.shards += self.partition.write(pa.concat_tables(chunks), answers, origin)
        except OSError as error:
            raise OSError(
                f"worker {process_name()} can't store anything in {self.partition.store.root}: "
                f"{error}; make it writable or free some space, and run again"
            ) from error
        self.buffered, self.outcomes = {}, 0
