"""How far each sweep of a config is, from what stands on disk."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sweepstake.core.artefact import Listing
from sweepstake.sweep import engine, spec

HEADER = ("sweep", "points", "done", "left", "finished", "last activity")


def listing(config: Path, results: Path) -> Listing:
    """One row a sweep; works while a run is on and after a crash."""
    rows = [_row(sweep, results) for sweep in spec.sweeps(spec.read_config(config)).values()]
    return Listing(f"{config} in {results}", HEADER, rows)


def _row(sweep: spec.Sweep, results: Path) -> tuple[object, ...]:
    plan = engine.plan(sweep, results)
    done, total = plan.points_done, len(sweep.points)
    finished = (results / "data" / f"{sweep.name}.parquet").exists() and done == total
    touched = [path.stat().st_mtime for path in set(plan.index.values())]
    last = datetime.fromtimestamp(max(touched)).isoformat(" ", "seconds") if touched else "never"
    return sweep.name, total, done, total - done, "yes" if finished else "no", last
