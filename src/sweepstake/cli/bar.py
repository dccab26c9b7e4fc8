"""How far an answer is, on standard error, if it takes more than two seconds.

A terminal has what the method says of itself, or else a bar of the chunks that are computed. Other
standard errors have a line every ten seconds, if the method says something.
"""

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
LINES = 10.0
"""Seconds between two lines where there is no terminal."""
LATE = 20
"""Work that takes longer than predicted has this part of its time left."""


class Bar:
    """Shows how far work called `what` is.

    The computed chunks tell how long a predicted second takes; within a chunk, and before the
    first, the time left goes by the clock.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._ended, self._thread = (
            threading.Event(),
            threading.Thread(target=self._draw, daemon=True),
        )
        self._total = self._done = 0.0
        self._began = self._landed = time.monotonic()

    def advance(self, done: float, total: float) -> None:
        """Show that so many predicted seconds of `total` are done; the first call begins."""
        if not done:
            self._began, self._total = time.monotonic(), total
            self.begin()
        self._done, self._landed = done, time.monotonic()

    def begin(self) -> None:
        """Show what the methods say of themselves, and the bar if a total is known."""
        if not self._thread.is_alive() and not self._ended.is_set():
            self._thread.start()

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
        if not sys.stderr.isatty():
            self._write_lines()
            return
        if self._ended.wait(PATIENCE):
            return
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
        console = terminal.console(stderr=True)
        with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
            task = progress.add_task(self.what, total=1.0, left="")
            while not self._ended.wait(EVERY):
                took, left = self.seconds()
                share = took / (took + left) if self._total else None
                text = f"{share:4.0%}, about {duration(round(left))} left" if share else ""
                if said := _said():  # the time left would only be the clock's
                    share, text = None, f"{said}, {duration(round(took))} so far"
                total = None if share is None else 1.0
                progress.update(task, total=total, completed=share or 0.0, left=text, refresh=True)

    def _write_lines(self) -> None:
        """Write a line every ten seconds, while a method says how far it is."""
        while not self._ended.wait(LINES):
            if said := _said():
                took = duration(round(self.seconds()[0]))
                print(f"sweepstake: {self.what}: {said}, {took} so far", file=sys.stderr)


def _said() -> str:
    """What the methods that compute now say of themselves; empty before the first one does."""
    child = sys.modules.get("sweepstake.run.child")  # imported if there is a child
    return child.report() if child else ""
