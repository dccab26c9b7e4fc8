"""What a run shows while it works.

On a terminal it shows a bar for each sweep that runs, and one for all work with the time left, in
place; elsewhere, a line for each finished sweep, and for the check, table or plot that is made then
(at most one in ten seconds). Warnings and failures scroll. Snakemake's own lines are in its log
file only. This is for runs whose option `quiet` is that of the default profile (`MARK`); others
print Snakemake's lines, and ours on the progress of each sweep, or are quiet.
"""

from __future__ import annotations

import atexit
import logging
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from snakemake.logging import LogEvent, logger
from snakemake.settings.enums import Quietness

from sweepstake import stop
from sweepstake.run.pace import Pace
from sweepstake.text.shown import duration

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    from sweepstake.run.progress import Progress
    from sweepstake.snakemake.steps import Size

Shows = Literal["bars", "finished", "lines", "nothing"]
MARK = {Quietness.ALL, Quietness.HOST}
"""The option `quiet` of the default profile; `--quiet all` alone makes a run show nothing."""
STEP = 4.0
"""Seconds that the checks, the tables and plots of a puzzle, or the report may take."""
NAME, BAR = 24, 24
"""Most characters of a row's name, and those of its bar."""
EVERY = 10.0
"""Seconds between two lines on steps other than sweeps; the first has one in any case."""
PER_SECOND = 4
"""How often bars are drawn in a second."""


@dataclass
class Tally:
    """The points of a sweep: all, those stored when the run began, and those stored now.

    `stored` is None until the run has looked, or if the sweep has nothing to compute.
    """

    points: int
    seconds: float
    """Predicted seconds of what is to compute."""
    is_due: bool
    stored: int | None = None
    done: int = 0
    failed: int = 0
    is_running: bool = False
    is_finished: bool = False
    is_elsewhere: bool = False
    """A job of another process, as on a Slurm cluster: it doesn't say how far it is."""
    seconds_done: float = 0.0

    @property
    def new(self) -> int:
        """The points that this run has stored."""
        return 0 if self.stored is None else self.done - self.stored


@dataclass
class Screen:
    """A run's tallies by sweep, and how they are shown."""

    shows: Shows
    tallies: Mapping[str, Tally]
    steps: int
    """How many steps follow the sweeps."""
    cores: int
    step: str = ""
    """The step that runs now, other than sweeps."""
    steps_done: int = 0
    wrote: float = -inf
    """When the last step had its line, in seconds of the monotonic clock."""
    pace: Pace = field(default_factory=Pace)
    live: Live | None = None
    sweeps: Mapping[int, str] = field(default_factory=dict)
    """The name of the sweep that a job of Snakemake's computes, by the number of the job."""

    def watch(self, name: str, progress: Progress) -> None:
        """Note how far the sweep called `name` is."""
        tally = self.tallies[name]
        if tally.stored is None:
            tally.stored = progress.stored
        tally.done, tally.failed = progress.done, progress.failed
        tally.seconds, tally.seconds_done = progress.cost, progress.cost - progress.cost_left
        tally.is_running = True
        self.advance()

    def finish(self, name: str, error: str = "") -> None:
        """The sweep called `name` is finished, or has failed with an `error`."""
        tally = self.tallies[name]
        tally.is_running, tally.is_finished = False, not error
        tally.seconds_done = tally.seconds
        if not error:
            tally.done = tally.points
        self.advance()
        if self.shows == "finished" and not error:
            due = [other for other in self.tallies.values() if other.is_due]
            finished = sum(other.is_finished for other in due)
            write(f"{name}: {tally.points:,} answers; {finished} of {len(due)} sweeps finished")

    def finish_job(self, job: int) -> None:
        """A job of Snakemake's is finished; if it ran elsewhere, nothing else says so."""
        if (name := self.sweeps.get(job)) and not self.tallies[name].is_finished:
            self.tallies[name].is_elsewhere = True
            self.finish(name)

    def begin_step(self, name: str) -> None:
        """A step called `name` begins. Without bars it has a line if the last one is old."""
        self.step, now = name, time.monotonic()
        if self.shows == "finished" and now - self.wrote > EVERY:
            self.wrote = now
            write(f"now: {name}")

    def advance(self) -> None:
        """Note how much of all work is done."""
        due, step = [t for t in self.tallies.values() if t.is_due], STEP * self.cores
        done = sum(t.seconds_done for t in due) + step * min(self.steps_done, self.steps)
        self.pace.advance(done, sum(t.seconds for t in due) + step * self.steps)

    def start(self) -> None:
        """Begin to draw bars, if the run shows them."""
        self.pace = Pace(1 / self.cores)
        self.advance()
        if self.shows == "bars":
            from rich.live import Live

            self.live = Live(
                get_renderable=self._rows,
                console=_console(),
                transient=True,
                refresh_per_second=PER_SECOND,
            )
            self.live.start()

    def end(self) -> None:
        """Remove the bars."""
        if self.live:
            self.live.stop()
            self.live = None

    def _rows(self) -> Table:
        """The rows on the terminal: the sweeps that run, or a step, and all work."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        wide = min(max(map(len, self.tallies), default=0), NAME)
        table.add_column(no_wrap=True, min_width=wide, max_width=NAME)
        table.add_column()
        table.add_column(no_wrap=True)
        bar = partial(ProgressBar, total=1.0, width=BAR)
        most = max(_console().height - 3, 1)  # the last row must not be cut off
        running = [(name, t) for name, t in [*self.tallies.items()] if t.is_running]
        for name, tally in running[:most]:
            text = f"{tally.done:,} of {tally.points:,} answers"
            table.add_row(name, bar(completed=tally.seconds_done / (tally.seconds or 1.0)), text)
        if self.step:
            table.add_row(self.step, bar(pulse=True), "")
        seconds_left = self.pace.seconds()[1]
        left = "stopping" if stop.is_stopped() else f"about {duration(round(seconds_left))} left"
        share = self.pace.share()
        table.add_row("all", bar(completed=share), f"{share:.0%}, {left}", style="bold")
        return table


_current: Screen | None = None
_shows: Shows = "lines"
_told: set[str] = set()


def current() -> Screen | None:
    """The screen of this process's run; None in the process of one of its jobs, or in a module."""
    return _current


def choose(quiet: Collection[Quietness] | None) -> Shows:
    """How a run with this option `quiet` is shown."""
    global _shows
    options = {*(quiet or ())}
    if Quietness.ALL not in options:
        _shows = "lines"
    elif not options >= MARK:
        _shows = "nothing"
    else:
        is_terminal = sys.stderr.isatty() and not _console().is_dumb_terminal
        _shows = "bars" if is_terminal else "finished"
    return _shows


def replaces_lines() -> bool:
    """True if this run shows bars, or finished sweeps, in place of Snakemake's lines."""
    return _shows in ("bars", "finished")


def is_silent() -> bool:
    """True if this run shows nothing but failures."""
    return _shows == "nothing"


def begin(sizes: Mapping[str, Size], jobs: Iterable[Any], cores: int) -> None:
    """Show a run of Snakemake's `jobs`; `sizes` are those of all sweeps of its config."""
    global _current
    rules = [(job.rule.name, job.wildcards.get("sweep"), job.jobid) for job in jobs]
    sweeps = {number: sweep for _, sweep, number in rules if sweep}
    due, others = {*sweeps.values()}, {rule for rule, sweep, _ in rules if not sweep}
    tallies = {
        name: Tally(size.points, size.seconds * (name in due), name in due)
        for name, size in sizes.items()
    }
    _current = Screen(_shows, tallies, len(others - {"all", "agree"}), cores, sweeps=sweeps)
    logger.addFilter(_notice)
    atexit.register(_current.end)  # shows the cursor again, whatever ends the run
    _current.start()


def _notice(record: logging.LogRecord) -> bool:
    if _current and getattr(record, "event", None) == LogEvent.JOB_FINISHED:
        _current.finish_job(getattr(record, "job_id", 0))
    return True


@contextmanager
def step(name: str) -> Iterator[None]:
    """Show that a step called `name` runs."""
    if screen := _current:
        screen.begin_step(name)
    yield
    if screen:
        screen.step = ""


def finish_step() -> None:
    """One of the steps that follow the sweeps is finished."""
    if _current:
        _current.steps_done += 1
        _current.advance()


def write(line: str) -> None:
    """Write a line to standard error, above the bars."""
    sys.stderr.write(f"{line}\n")


def write_failure(line: str) -> None:
    """Write why a sweep has failed; Snakemake reports the same later."""
    _told.add(line)
    write(f"sweepstake: {line}")


def is_told(message: str) -> bool:
    """True if a message of Snakemake's says what `write_failure` has written."""
    return any(line in message for line in _told)


def end() -> None:
    """Remove the bars."""
    if _current:
        _current.end()


def keep_log() -> None:
    """Have Snakemake's log file get all lines, though the terminal gets none of them."""
    files = [one for one in logger.handlers if isinstance(one, logging.FileHandler)]
    quieting = [one for file in files for one in file.filters if hasattr(one, "quiet")]
    if replaces_lines():
        for one in quieting:
            one.quiet = set()


def _console() -> Console:
    from rich.console import Console

    return Console(stderr=True)
