"""A progress bar on standard error for work that takes more than two seconds."""

from __future__ import annotations

import sys
import threading
import time

from sweepstake.text.shown import duration

PATIENCE = 2.0
"""Seconds after which the bar appears."""
EVERY = 0.2
"""Seconds between two updates."""
NEARLY = 0.95
"""The largest share of the remaining work that the clock alone may count as done."""


class Bar:
    """Shows how far work called `what` is, on a terminal only.

    Progress is the predicted seconds of the computed chunks, which also tell how long a predicted
    second takes; within a chunk, and before the first, it goes by the clock.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._ended, self._thread = threading.Event(), threading.Thread(target=self._draw)
        self._total = self._done = 0.0
        self._began = self._landed = time.monotonic()

    def advance(self, done: float, total: float) -> None:
        """Show that so many predicted seconds of `total` are done; the first call begins."""
        if not done:
            self._began, self._total = time.monotonic(), total
            if sys.stderr.isatty():
                self._thread.start()
        self._done, self._landed = done, time.monotonic()

    def end(self) -> None:
        """Remove the bar."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def share(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        sure = self._done / self._total
        since = (time.monotonic() - self._landed) / self._rate
        return min(sure + since / self._total, sure + NEARLY * (1 - sure))

    @property
    def seconds_left(self) -> float:
        """The estimated seconds of the rest."""
        return max(self._total * (1 - self.share), 0.0) * self._rate

    @property
    def _rate(self) -> float:
        """The seconds that a predicted second takes."""
        return (self._landed - self._began) / self._done if self._done else 1.0

    def _draw(self) -> None:
        if self._ended.wait(PATIENCE):
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
            task = progress.add_task(self.what, total=1.0, left="")
            while not self._ended.wait(EVERY):
                left = f"{self.share:4.0%}, about {duration(round(self.seconds_left))} left"
                progress.update(task, completed=self.share, left=left, refresh=True)
