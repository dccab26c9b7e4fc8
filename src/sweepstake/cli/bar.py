"""A progress bar on standard error for work that takes more than two seconds."""

from __future__ import annotations

import sys
import threading
import time

from sweepstake.cli import terminal
from sweepstake.text.shown import duration

PATIENCE = 2.0
"""Seconds after which the bar appears."""
EVERY = 0.2
"""Seconds between two updates."""
LATE = 20
"""Work that takes longer than predicted has this part of its time left."""


class Bar:
    """Shows how far work called `what` is, on a terminal only.

    The computed chunks tell how long a predicted second takes; within a chunk, and before the
    first, the time left goes by the clock.
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

    def seconds(self) -> tuple[float, float]:
        """The seconds since the beginning, and the estimated seconds left."""
        now = time.monotonic()
        pace = (self._landed - self._began) / self._done if self._done else 1.0
        left = (self._total - self._done) * pace - (now - self._landed)
        return now - self._began, max(left, (now - self._began) / LATE)

    def _draw(self) -> None:
        if self._ended.wait(PATIENCE):
            return
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
        console = terminal.console(stderr=True)
        with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
            task = progress.add_task(self.what, total=1.0, left="")
            while not self._ended.wait(EVERY):
                took, left = self.seconds()
                share = took / (took + left)
                text = f"{share:4.0%}, about {duration(round(left))} left"
                progress.update(task, completed=share, left=text, refresh=True)
