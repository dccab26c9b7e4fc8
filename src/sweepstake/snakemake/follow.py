"""The progress of sweeps that run elsewhere, as jobs of a batch system: read from their logs."""

from __future__ import annotations

import atexit
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

EVERY = 1.0
"""Seconds between two looks at the logs."""
TOLD = re.compile(r"^\d\d:\d\d:\d\d (.*)$", re.MULTILINE)
"""A line of a sweep's own; whatever workers print has no time before it."""


class Follower:
    """Tells what sweeps add to their `logs`, in a thread of its own."""

    def __init__(self, logs: Iterable[Path], tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.read = {log: _size(log) for log in logs}
        """How far each log was told."""
        self._ended = Event()
        self._thread = Thread(target=self._follow, daemon=True)

    def start(self) -> None:
        """Follow until this process ends."""
        self._thread.start()
        atexit.register(self.stop)

    def stop(self) -> None:
        """Tell what is still to be told."""
        self._ended.set()
        self._thread.join()
        self.look()

    def look(self) -> None:
        """Tell the whole lines that are new."""
        for log, read in self.read.items():
            with suppress(OSError):
                if _size(log) < read:  # another file
                    read = 0
                with log.open("rb") as lines:
                    lines.seek(read)
                    new = lines.read()
                new = new[: new.rfind(b"\n") + 1]
                self.read[log] = read + len(new)
                for said in TOLD.findall(new.decode(errors="replace")):
                    self.tell(said)

    def _follow(self) -> None:
        while not self._ended.wait(EVERY):
            self.look()


def _size(log: Path) -> int:
    return log.stat().st_size if log.exists() else 0
