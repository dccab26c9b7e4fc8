"""Which chunks failed in a run, and which are worth another attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.cluster.tasks import Lost
from sweepstake.config.points import Points
from sweepstake.plan.locations import KEY
from sweepstake.run.chunk import NO_WORKER, Failure
from sweepstake.run.limits import Limits
from sweepstake.run.task import Receipt, Task

MAX_ATTEMPTS = 2
"""Attempts per chunk and run."""

Key = tuple[Any, ...]


@dataclass
class Attempts:
    """By the key of a chunk: why it last failed in this run, and how often it was tried."""

    failed: dict[Key, Failure] = field(default_factory=dict)
    tried: Counter[Key] = field(default_factory=Counter)

    def refuse(self, chunks: pa.Table, limits: Limits) -> None:
        """Count the chunks that are predicted to take too long as failed, without trying them."""
        for row in chunks.filter(pc.greater(chunks["cost"], limits.seconds)).to_pylist():
            if error := limits.refusal(row["cost"]):
                self._fail(row, Failure(str(error), "", "", error.limit))

    def landed(self, task: Task, outcome: Receipt | Lost) -> tuple[pa.Table, list[Task]]:
        """The chunks of a finished task that are stored now, and the tasks to try again."""
        if isinstance(outcome, Lost) and len(task) > 1:  # smaller tasks show which chunk did it
            return task.chunks.slice(0, 0), task.parts()
        if isinstance(outcome, Lost):
            failures: tuple[Failure, ...] = (Failure(outcome.error, "", NO_WORKER),)
        else:
            failures = outcome.failures
        places = np.setdiff1d(np.arange(len(task)), [failure.place for failure in failures])
        stored = task.chunks.take(pa.array(places))
        for row in stored.select(KEY).to_pylist() if self.failed else ():
            self.failed.pop(tuple(row.values()), None)
        again = [failure.place for failure in failures if self._note(task, failure)]
        return stored, [task[place : place + 1] for place in again]

    def worthwhile(self, chunks: pa.Table) -> pa.Table:
        """The chunks of points that have not failed for good."""
        if not self.failed:
            return chunks
        lost = np.isin(chunks["place"].to_numpy(), self.places)
        return chunks.filter(pa.array(~lost))

    @property
    def places(self) -> list[int]:
        """The places of the points that failed."""
        return sorted({place for place, _, _ in self.failed})

    def records(self, points: Points) -> Iterator[dict[str, Any]]:
        """The records of failures to store, one for each failed chunk."""
        for key, failure in self.failed.items():
            place, chunk, _ = key
            point = points[place]
            yield {
                "point": str(point),
                **point.asks.stored(dict(point.params)),
                "method": point.method,
                "trials": point.trials,
                "chunk": chunk,
                "error": failure.error,
                "traceback": failure.traceback,
                "attempts": self.tried[key],
                "worker": failure.worker,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
            }

    def _note(self, task: Task, failure: Failure) -> bool:
        """Record a failure; True if another attempt is due."""
        [row] = task[failure.place : failure.place + 1].chunks.to_pylist()
        key = self._fail(row, failure)
        self.tried[key] += 1
        return self.tried[key] < MAX_ATTEMPTS and not failure.is_final

    def _fail(self, row: dict[str, Any], why: Failure) -> Key:
        key = tuple(row[name] for name in KEY)
        self.failed[key] = why
        return key
