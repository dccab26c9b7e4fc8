"""A worker's part: it has the chunks of a task computed in a child, and stores their answers.

If a chunk fails, it is tried once more. If it fails again, its error is reported, and the other
chunks of the task are stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from sweepstake.run import child
from sweepstake.run.chunk import Code, Failure, SourceError
from sweepstake.run.limits import Limits
from sweepstake.run.provenance import process_name
from sweepstake.run.task import Receipt, Task
from sweepstake.source.identity import of_package
from sweepstake.store.files import Place
from sweepstake.store.shards import Partition, Store

OUTCOMES = 1_000_000
"""Answers are stored as soon as more outcomes than this are held."""


@dataclass(frozen=True)
class Order:
    """The data that all tasks of a sweep have in common."""

    code: Code
    limits: Limits
    results: Path
    place: Place | None
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
    store = Store(order.results, question, order.place)
    partition = store.partition(task.method, order.code.id, task.seed)
    answers = _Answers(task, order, order.limits.here(memory), partition)
    failures = list[Failure]()
    for failure in answers.compute(0, len(task)):
        failures += [failure] if failure.is_final else answers.compute(failure.place, 1, again=True)
    answers.store()
    return Receipt(process_name(), tuple(failures), tuple(answers.shards), child.printed())


@dataclass
class _Answers:
    """Computes the chunks of a task, and holds their answers until many are stored together."""

    task: Task
    order: Order
    limits: Limits
    partition: Partition
    started: str = field(
        default_factory=lambda: datetime.now(UTC).isoformat(timespec="milliseconds")
    )
    held: dict[int, pa.RecordBatch] = field(default_factory=dict)
    """Answers by the place of their first chunk in the task."""
    outcomes: int = 0
    shards: list[Place] = field(default_factory=list)

    def compute(self, place: int, count: int, *, again: bool = False) -> list[Failure]:
        """Compute `count` chunks from `place` on; returns why some failed."""
        failures, chunks = [], self.task[place : place + count]
        for outcome in child.outcomes(self.order.code, chunks, self.limits):
            if isinstance(outcome, Failure):
                failures.append(replace(outcome, place=place, attempts=1 + again))
            else:
                self.held[place] = outcome
                self.outcomes += len(outcome["answer"].values)
            if self.outcomes > OUTCOMES:
                self.store()
            place += child.count(outcome)
        return failures

    def store(self) -> None:
        """Store the answers that are held."""
        if not self.held:
            return
        origin = {
            "task": self.task.name,
            "worker": child.name(),
            "started": self.started,
            "versions": json.dumps(self.order.versions, sort_keys=True),
        }
        chunks = [self.task.chunks.slice(k, len(some)) for k, some in self.held.items()]
        answers = pa.Table.from_batches(self.held.values())
        try:
            self.shards += self.partition.write(pa.concat_tables(chunks), answers, origin)
        except OSError as error:
            raise OSError(
                f"worker {process_name()} can't store anything in {self.partition.store.root}: "
                f"{error}; make it writable or free some space, and run again"
            ) from error
        self.held, self.outcomes = {}, 0
