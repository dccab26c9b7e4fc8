"""How far a run is, in lines that a person and a log file can both read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from sweepstake.sweep.task import Task

if TYPE_CHECKING:
    from sweepstake.sweep.engine import Plan

EVERY = 2.0
"""Seconds between two lines."""


class Progress:
    """Counts what lands and tells at most every `EVERY` seconds, and at the end."""

    def __init__(self, name: str, planned: Plan, tasks: int, tell: Callable[[str], None]) -> None:
        self.name, self.tell = name, tell
        self.total = len(planned.sweep.points)
        self.done = planned.points_done
        self.left = Counter(piece.point.id for piece in planned.missing)
        self.cost = self.cost_left = planned.cost
        self.tasks = self.tasks_left = tasks
        self.start = self.told = time.monotonic()

    def begun(self) -> str:
        """What is to do, in words."""
        todo = self.total - self.done
        return f"{self.total} points, {self.done} stored, {todo} to compute"

    def landed(self, task: Task) -> None:
        """A task is finished, well or not; a task that was taken apart counts once."""
        self.cost_left -= task.cost
        self.tasks_left -= 1
        for piece in task.pieces:
            self.left[piece.point.id] -= 1
            self.done += self.left[piece.point.id] == 0
        now = time.monotonic()
        if now - self.told >= EVERY or self.done == self.total:
            self.told = now
            landed = self.tasks - self.tasks_left
            self.tell(
                f"{self.name}: {self.done} of {self.total} points, "
                f"{landed} of {self.tasks} tasks, {self._time_left(now)}"
            )

    def _time_left(self, now: float) -> str:
        spent = now - self.start
        share = 1 - self.cost_left / self.cost
        if share <= 0 or self.done == self.total:
            return f"{spent:.0f} s"
        return f"{spent:.0f} s, about {spent * (1 - share) / share:.0f} s left"
