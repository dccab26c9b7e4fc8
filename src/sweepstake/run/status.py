"""How far each sweep of a config is, from its files."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from sweepstake.cluster import settings
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.plan.plan import Plan, plan
from sweepstake.puzzle.display import Listing
from sweepstake.run import lock
from sweepstake.run.progress import status_file
from sweepstake.store import files, tables
from sweepstake.store.files import Place

HEADER = ("sweep", "points", "done", "work", "failed", "state", "time left", "last stored")


def listing(config: Path, results: Path) -> Listing:
    """One row a sweep; works while a run is on and after a crash."""
    place = settings.store()
    rows = [_row(sweep, results, place) for sweep in spec.sweeps(read_config(config)).values()]
    return Listing(f"{config} in {results}", HEADER, rows)


def _row(sweep: spec.Sweep, results: Path, place: Place | None) -> tuple[object, ...]:
    planned = plan(sweep, results, place)
    done, total = planned.points_done, len(sweep.points)
    running = lock.is_held(results, sweep.name)
    failed = tables.failures(results, sweep.name)
    finished = (results / "data" / f"{sweep.name}.parquet").exists() and done == total
    begun = len(planned.missing) < len(planned.chunks)
    state = (
        "running" if running else "finished" if finished else "stopped" if begun else "not begun"
    )
    left = _noted(results, sweep.name).get("seconds_left") if running else None
    said = "" if left is None else f"{left:.0f} s"
    work = f"{planned.percent_done}%"
    return sweep.name, total, done, work, failed, state, said, _last(planned)


def _last(planned: Plan) -> str:
    """When a chunk of the sweep was last stored: the hour if it was today, in local time."""
    used = (planned.shards[k] for k in pc.unique(planned.chunks["shard"]).drop_null().to_pylist())
    touched = max(files.each(_touched, used), default=0.0)
    if not touched:
        return "never"
    last = datetime.fromtimestamp(touched)
    return f"{last:%H:%M:%S}" if last.date() == datetime.now().date() else f"{last:%Y-%m-%d}"


def _touched(shard: Place) -> float:
    """When a shard was written; 0 if it is gone."""
    try:
        return shard.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _noted(results: Path, sweep: str) -> dict[str, Any]:
    try:
        noted: dict[str, Any] = json.loads(status_file(results, sweep).read_text())
    except (OSError, ValueError):
        return {}
    return noted
