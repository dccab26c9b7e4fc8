"""A task: many cheap chunks or one costly one, computed in a child of a worker, which returns them.

The overhead of a Dask task is some milliseconds, so cheap chunks share it. A chunk that fails is
tried once more. If it fails again, its error is returned, with the answers to the other chunks of
the task. If the answers are large, the worker returns those that it has; the run makes the rest of
the task a new one. A worker writes nothing: it needs this package, and no disk of the run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.cluster.tasks import LARGE
from sweepstake.config.points import Points, params_of
from sweepstake.plan.chunks import predicted, with_params
from sweepstake.puzzle import register
from sweepstake.run import child
from sweepstake.run.chunk import Chunk, Code, Failure, Limits, SourceError, process_name
from sweepstake.source.identity import of_package
from sweepstake.store.columns import Whole, digest

TASK_SECONDS, MOST_TASK_SECONDS = 0.5, 60.0
"""Predicted seconds of a task: in a small sweep, and at most in a huge one."""
TASKS = 20_000
"""A sweep of more tasks gets longer ones, because a scheduler handles some hundreds a second."""
OVERHEAD = 5e-5
"""The overhead of each chunk in seconds."""
BLOCK = 1_000_000
"""Chunks whose costs are added up at a time, to save memory."""
MAX_BYTES = LARGE
"""A task ends when its answers take more bytes; the chunks that are left become a new task."""


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

    @property
    def nbytes(self) -> int:
        """Bytes of its chunks."""
        return int(self.chunks.nbytes)


@dataclass(frozen=True)
class Receipt:
    """The result of a task: the answers to its chunks, except those that failed."""

    worker: str
    """The process that computed them."""
    started: str
    """When it began, as ISO 8601 has it."""
    answers: pa.Table | None
    """A row for each chunk that was tried and has an answer, in their order; None if none has."""
    failures: tuple[Failure, ...] = ()
    printed: str = ""
    """The output of the methods."""
    tried: int = 1
    """How many chunks were tried, from the first on. The others are left for another task."""

    @property
    def nbytes(self) -> int:
        """Bytes of the answers, and of the texts."""
        answers = int(self.answers.nbytes) if self.answers else 0
        return answers + len(self.printed) + sum(failure.nbytes for failure in self.failures)

    def __sizeof__(self) -> int:
        """The bytes that a Dask worker counts for it."""
        return object.__sizeof__(self) + self.nbytes


DIED = "its worker died (out of memory, killed or crashed) each time"
LOST = Receipt("unknown", "", None, (Failure(DIED, "", "unknown"),))
"""The receipt of a chunk none of whose workers has survived."""


class Queue:
    """An iterator of tasks to which more can be added, also once it has ended."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._tasks, self._added = iter(tasks), deque[Iterator[Task]]()

    def __iter__(self) -> Iterator[Task]:
        return self

    def __next__(self) -> Task:
        task = next(self._tasks, None)
        while task is None and self._added:
            task = next(self._added[0], None)
            if task is None:
                self._added.popleft()
        if task is None:
            raise StopIteration
        return task

    def add_rest(self, task: Task, receipt: Receipt) -> Task:
        """Add the chunks of `task` that were not tried; returns the task of the others."""
        if receipt.tried == len(task):
            return task
        self._added.append(iter([task[receipt.tried :]]))
        return task[: receipt.tried]

    def add_each(self, task: Task) -> None:
        """Add each chunk of `task` as a task."""
        self._added.append(task[position : position + 1] for position in range(len(task)))


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
    package: str
    """The hash of this package, which determines what answers look like."""


def perform(task: Task, order: Order, memory: float | None = None) -> Receipt:
    """Compute the chunks of `task`; runs in the run's process or on a worker.

    `memory` is the memory of the worker in bytes, if it has less than its machine. Raises
    SourceError if the source here differs from the run's.
    """
    if order.package != of_package():
        raise SourceError(
            f"{process_name()} has another version of sweepstake; install the same on all hosts"
        )
    order.code.load()
    computation = _Computation(task, order.code, order.limits.here(memory))
    return computation.receipt()


@dataclass
class _Computation:
    """Computes the chunks of a task, and collects their answers."""

    task: Task
    code: Code
    limits: Limits
    answers: dict[int, pa.RecordBatch] = field(default_factory=dict)
    """Answers by the position of their first chunk in the task."""
    bytes: int = 0
    tried: int = 0
    """How many chunks were tried, from the first on."""
    worker: str = ""
    """The process that computes them."""

    def receipt(self) -> Receipt:
        """Compute the chunks, those that fail once more."""
        started = datetime.now(UTC).isoformat(timespec="milliseconds")
        failures = list[Failure]()
        for failure in self._computed(0, len(self.task)):
            is_final = failure.is_final
            failures += [failure] if is_final else self._computed(failure.position, 1, again=True)
        batches = [self.answers[position] for position in sorted(self.answers)]
        whole = pa.Table.from_batches(batches).combine_chunks() if batches else None
        printed = child.printed()
        worker = self.worker or child.name()
        return Receipt(worker, started, whole, tuple(failures), printed, self.tried)

    def _computed(self, position: int, count: int, *, again: bool = False) -> list[Failure]:
        """Compute `count` chunks from `position` on, until answers are large; the failures."""
        failures, chunks = [], self.task[position : position + count]
        with closing(child.outcomes(self.code, chunks, self.limits)) as outcomes:
            for outcome in outcomes:
                self.bytes += outcome.nbytes
                if isinstance(outcome, Failure):
                    failures.append(replace(outcome, position=position, attempts=1 + again))
                else:
                    self.answers[position], self.worker = outcome, child.name()
                position += child.count(outcome)
                self.tried = max(self.tried, position)
                if self.bytes > MAX_BYTES and self.tried < len(self.task) and not again:
                    break
        return failures
