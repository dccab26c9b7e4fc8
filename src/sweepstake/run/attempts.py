"""What went wrong in a run, and what is worth another attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np

from sweepstake.cluster.limits import Limits
from sweepstake.cluster.pool import Lost
from sweepstake.config.point import Piece
from sweepstake.core.shown import in_a_line
from sweepstake.plan.chunks import Pieces
from sweepstake.run.task import Failure, Receipt, Task

MOST = 2
"""How often a point that raises is tried in one run."""


@dataclass(frozen=True)
class Failed:
    """A piece that failed last time, its point's place in the sweep, and why."""

    piece: Piece
    point: int
    why: Failure


@dataclass
class Attempts:
    """The failed pieces of a run by key, and how often each was tried."""

    failed: dict[bytes, Failed] = field(default_factory=dict)
    tried: Counter[bytes] = field(default_factory=Counter)

    def refuse(self, pieces: Pieces, limits: Limits) -> None:
        """Remember the pieces that are predicted to take too long: none of them is tried."""
        over = pieces.taken(pieces.rows["cost"] > limits.seconds)
        for piece, point, key, cost in zip(
            over, over.point, over.keys, over.rows["cost"], strict=True
        ):
            if error := limits.refusal(cost):
                why = Failure(0, in_a_line(error), "", "")
                self.failed[key.tobytes()] = Failed(piece, int(point), why)

    def landed(self, task: Task, outcome: Receipt | Lost) -> tuple[Pieces, list[Task]]:
        """Of a task that came back: what is stored now, and what to try again."""
        if isinstance(outcome, Lost) and len(task.pieces) > 1:  # one of them did it: take it apart
            return task.pieces.taken(np.empty(0, int)), [
                task.alone(k) for k in range(len(task.pieces))
            ]
        if isinstance(outcome, Lost):
            failures: tuple[Failure, ...] = (Failure(0, outcome.error, "", "unknown"),)
            times = outcome.attempts
        else:
            failures, times = outcome.failures, 1
        stored = np.ones(len(task.pieces), bool)
        stored[[failure.place for failure in failures]] = False
        self._forget(task.pieces.taken(stored))
        again = [failure for failure in failures if self._note(task, failure, times)]
        return task.pieces.taken(stored), [task.alone(failure.place) for failure in again]

    def worthwhile(self, pieces: Pieces) -> Pieces:
        """The pieces of points that have not failed for good."""
        return pieces.taken(~np.isin(pieces.point, self.points)) if self.failed else pieces

    @property
    def points(self) -> list[int]:
        """The places of the points that failed."""
        return sorted({failed.point for failed in self.failed.values()})

    def records(self) -> Iterator[dict[str, Any]]:
        """The failures as they are stored, a record a piece."""
        for key, failed in self.failed.items():
            point = failed.piece.point
            yield {
                "point": str(point),
                **dict(point.params),
                "method": point.method,
                "trials": point.trials,
                "chunk": failed.piece.chunk,
                "error": failed.why.error,
                "traceback": failed.why.traceback,
                "attempts": self.tried[key],
                "worker": failed.why.worker,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
            }

    def _note(self, task: Task, failure: Failure, times: int) -> bool:
        """Remember a failure; is another attempt due?"""
        [key] = task.alone(failure.place).pieces.keys
        place = int(task.pieces.point[failure.place])
        self.failed[key.tobytes()] = Failed(task.pieces[failure.place], place, failure)
        self.tried[key.tobytes()] += times
        return self.tried[key.tobytes()] < MOST

    def _forget(self, stored: Pieces) -> None:
        """What has gone well since is no failure."""
        if self.failed:
            for key in stored.keys:
                self.failed.pop(key.tobytes(), None)
