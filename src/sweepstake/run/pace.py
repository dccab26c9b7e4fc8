"""How long work still takes, from its predicted seconds."""

from __future__ import annotations

import time

LATE = 20
"""Work that takes longer than predicted has this part of its time left."""


class Pace:
    """Estimates the time that work has left from its predicted seconds, done and in all.

    What is done tells how long a predicted second takes; before anything is done, it is `pace`.
    Between two steps the time left goes by the clock.
    """

    def __init__(self, pace: float = 1.0) -> None:
        self._pace = pace
        self.done = self.total = 0.0
        self.began = self._landed = time.monotonic()

    def advance(self, done: float, total: float) -> None:
        """So many predicted seconds of `total` are done."""
        self.done, self.total, self._landed = done, total, time.monotonic()

    def seconds(self) -> tuple[float, float]:
        """The seconds since the beginning, and the estimated seconds left."""
        now = time.monotonic()
        pace = (self._landed - self.began) / self.done if self.done else self._pace
        seconds_left = (self.total - self.done) * pace - (now - self._landed)
        return now - self.began, max(seconds_left, (now - self.began) / LATE)

    def share(self) -> float:
        """The share of the time that has passed, from 0 to 1."""
        took, left = self.seconds()
        return took / (took + left) if took else 0.0
