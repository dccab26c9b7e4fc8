"""The status of each sweep of a config, from its files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

import pyarrow.compute as pc

from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.plan.chunks import identity
from sweepstake.plan.plan import Plan, plan
from sweepstake.puzzle.display import Listing
from sweepstake.run import lock
from sweepstake.run.progress import status_file
from sweepstake.store import tables
from sweepstake.text.shown import duration

HEADER = ("sweep", "points", "done", "work", "failed", "state", "time left", "last stored")


@dataclass(frozen=True)
class Status:
    """The status of one sweep. `seconds_left` is None unless it runs and has begun to compute."""

    sweep: str
    points: int
    done: int
    percent_done: int
    """The share of the work that is done, by predicted cost."""
    failed: int
    state: Literal["running", "finished", "stopped", "not begun"]
    seconds_left: float | None
    last_stored: str | None
    """When a chunk was last stored, in local time, as ISO 8601 has it."""


def statuses(config: Path, results: Path) -> list[Status]:
    """The status of each sweep; works during a run and after a crash."""
    return [_status(sweep, results) for sweep in spec.sweeps(read_config(config)).values()]


def listing(config: Path, results: Path) -> Listing:
    """The statuses as a table for people."""
    rows = [_row(status) for status in statuses(config, results)]
    return Listing(f"{config} in {results}", HEADER, rows)


def _row(of: Status) -> tuple[object, ...]:
    time_left = "" if of.seconds_left is None else duration(round(of.seconds_left))
    work, last = f"{of.percent_done}%", _hour(of.last_stored)
    return of.sweep, of.points, of.done, work, of.failed, of.state, time_left, last


def _hour(moment: str | None) -> str:
    """The time of day if it was today, else the date; `never` for None."""
    if moment is None:
        return "never"
    last = datetime.fromisoformat(moment)
    return f"{last:%H:%M:%S}" if last.date() == datetime.now().date() else f"{last:%Y-%m-%d}"


def _status(sweep: spec.Sweep, results: Path) -> Status:
    planned = plan(sweep, results)
    done, total = planned.points_done, len(sweep.points)
    is_running = lock.is_held(results, sweep.name)
    is_finished = done == total and tables.is_made_of(results, sweep.name, identity(sweep.points))
    has_begun = len(planned.missing) < len(planned.chunks)
    return Status(
        sweep=sweep.name,
        points=total,
        done=done,
        percent_done=planned.percent_done,
        failed=tables.failures(results, sweep.name),
        state="running" if is_running
        else "finished" if is_finished
        else "stopped" if has_begun
        else "not begun",
        seconds_left=_seconds_left(results, sweep.name) if is_running else None,
        last_stored=_last(planned),
    )  # fmt: skip


def _last(planned: Plan) -> str | None:
    """When a chunk of the sweep was last stored."""
    numbers = pc.unique(planned.chunks["_shard"]).to_pylist()
    paths = (planned.shards[number].path for number in numbers if number >= 0)
    touched = max(map(_touched, paths), default=0.0)
    return datetime.fromtimestamp(touched).isoformat(timespec="seconds") if touched else None


def _touched(shard: Path) -> float:
    """When a shard was written; 0 if it was removed."""
    try:
        return shard.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _seconds_left(results: Path, sweep: str) -> float | None:
    """The seconds left as the run noted them, 0 or more; None if unknown."""
    try:
        left = json.loads(status_file(results, sweep).read_text())["seconds_left"]
        return None if left is None else max(0.0, left)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
