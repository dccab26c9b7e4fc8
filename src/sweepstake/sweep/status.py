"""How far each sweep of a config is, from what stands on disk."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from sweepstake.core.report.artefact import Listing
from sweepstake.store import tables
from sweepstake.sweep import lock, spec
from sweepstake.sweep.plan import plan
from sweepstake.sweep.progress import status_file

HEADER = ("sweep", "points", "done", "failed", "left", "state", "time left", "last activity")


def listing(config: Path, results: Path) -> Listing:
    """One row a sweep; works while a run is on and after a crash."""
    rows = [_row(sweep, results) for sweep in spec.sweeps(spec.read_config(config)).values()]
    return Listing(f"{config} in {results}", HEADER, rows)


def _row(sweep: spec.Sweep, results: Path) -> tuple[object, ...]:
    planned = plan(sweep, results)
    done, total = planned.points_done, len(sweep.points)
    running = lock.is_held(results, sweep.name)
    failed = tables.failures(results, sweep.name)
    finished = (results / "data" / f"{sweep.name}.parquet").exists() and done == total
    state = "running" if running else "finished" if finished else "stopped" if done else "not begun"
    left = _noted(results, sweep.name).get("seconds_left") if running else None
    touched = [path.stat().st_mtime for path in planned.files]
    last = datetime.fromtimestamp(max(touched)).isoformat(" ", "seconds") if touched else "never"
    said = "" if left is None else f"{left:.0f} s"
    return sweep.name, total, done, failed, total - done, state, said, last


def _noted(results: Path, sweep: str) -> dict[str, Any]:
    try:
        noted: dict[str, Any] = json.loads(status_file(results, sweep).read_text())
    except (OSError, ValueError):
        return {}
    return noted
