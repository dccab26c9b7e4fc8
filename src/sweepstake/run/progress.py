"""The progress of a run: lines for people and logs, and a small file for `sweepstake status`."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from sweepstake.plan.chunks import predicted
from sweepstake.store.columns import counted
from sweepstake.text.shown import duration

if TYPE_CHECKING:
    from sweepstake.plan.plan import Plan
    from sweepstake.run.compute import Listener

EVERY = 2.0
"""Seconds between two lines."""


class Progress:
    """Counts finished tasks and reports at most every `EVERY` seconds, and at the end."""

    def __init__(self, plan: Plan, todo: pa.Table, tasks: int, listener: Listener) -> None:
        """Report how much there is to compute: the chunks `todo`, in so many tasks."""
        self.tell, self.tasks = listener.progress or listener.tell, tasks
        self.advance, self.watch = listener.advance, listener.watch
        self.file = status_file(plan.store.results, plan.sweep.name)
        self.total, self.done = len(plan.sweep.points), plan.points_done
        self.stored = self.done
        """The points that were stored at the beginning."""
        self.left = counted(todo["_place"].to_numpy(), self.total)
        self.cost = self.cost_left = predicted(todo)
        self.first: tuple[float, float] | None = None
        self.tasks_done = self.failed = 0
        self.start = self.last_line = time.monotonic()
        self.advance(0.0, self.cost)
        self.watch(self)
        self._note()
        to_do, chunks = self.total - self.done, len(todo)
        in_chunks = "" if chunks == to_do else f" in {chunks:,} chunks"
        self.tell(f"{self.total:,} points, {self.done:,} stored, {to_do:,} to compute{in_chunks}")

    def landed(self, chunks: pa.Table, failed: int) -> None:
        """Count a finished task with its chunks, and how many chunks have failed so far."""
        self.cost_left -= predicted(chunks)
        self.tasks_done = min(self.tasks_done + 1, self.tasks)  # lost ones come in parts
        self.failed = failed
        self.advance(self.cost - self.cost_left, self.cost)
        points = chunks["_place"].to_numpy()
        np.subtract.at(self.left, points, 1)
        self.done += int((self.left[np.unique(points)] == 0).sum())
        self.watch(self)
        now = time.monotonic()
        self.first = self.first or (now, self.cost_left)
        if now - self.last_line >= EVERY or self.done == self.total:
            self.last_line = now
            self._note()
            self.tell(self._so_far())

    @property
    def seconds_left(self) -> float | None:
        """The seconds left, estimated from the predicted cost of what is done and what is left.

        Time counts from the first finished task, because workers import and compile before it.
        """
        if self.first is None or self.first[1] <= self.cost_left:
            return None
        began, cost = self.first
        cost_left = max(0.0, self.cost_left)  # rounding may make it slightly negative
        return (time.monotonic() - began) * cost_left / (cost - cost_left)

    def _so_far(self) -> str:
        failed = f", {self.failed} failed" if self.failed else ""
        spent, seconds_left = duration(time.monotonic() - self.start), self.seconds_left
        estimate = (
            ""
            if seconds_left is None or self.done == self.total
            else f", about {duration(seconds_left)} left"
        )
        tasks = f"{self.tasks_done:,} of {self.tasks:,} tasks"
        return f"{self.done:,} of {self.total:,} points{failed}, {tasks}, {spent}{estimate}"

    def _note(self) -> None:
        """Write a note for `status`; a full disk does not stop the run here."""
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps({"seconds_left": self.seconds_left}))


def status_file(results: Path, sweep: str) -> Path:
    """The file to which a run writes its progress."""
    return results / ".points" / ".status" / f"{sweep}.json"
