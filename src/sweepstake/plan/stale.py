"""Tables of sweeps that answer something else than a config asks now.

Snakemake compares a config with what it has noted in `.snakemake`. Results that came without that
folder, or into which a run of another folder wrote, it would take as they are.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from sweepstake.store import parquet
from sweepstake.store.schema import ASKED

AHEAD = 1.0
"""Seconds that clocks may differ by."""
OLD = 10**9
"""The time of a file that nothing is older than: in 2001."""


def marks(asked: Mapping[str, str], results: Path, folder: Path) -> dict[str, list[str]]:
    """Of each sweep a file in `folder` that is newer than its table, if that has to be made anew.

    `asked` has the hash of each sweep's points. The files are empty: only their times count.
    """
    found = {}
    for name, its in asked.items():
        mark = folder / name
        with suppress(OSError):  # what can't be written can't be made anew either
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
            if _answered(results / "data" / f"{name}.parquet") in (None, its):
                os.utime(mark, (OLD, OLD))
        found[name] = [str(mark)] if mark.exists() else []
    return found


def settle(results: Path) -> None:
    """Give files that are dated ahead of the clock, another machine's perhaps, dates that are past.

    Snakemake would take them for newer than what is made of them, or before them, from now on. All
    are put back by the same time, so they stay in their order.
    """
    with suppress(OSError):  # what can't be dated can't be made anew either
        made = [path for path in results.iterdir() if path.name not in (".points", ".cluster")]
        found = [path for one in made for path in (one, *one.rglob("*")) if path.is_file()]
        dates = {path: path.stat().st_mtime for path in found}
        ahead = max(dates.values(), default=0.0) - time.time()
        if ahead > AHEAD:
            for path, date in dates.items():
                os.utime(path, (date - ahead - AHEAD, date - ahead - AHEAD))


def _answered(table: Path) -> str | None:
    """The hash of the points of which a table was made; None if nothing says so."""
    if not table.exists():
        return None
    with parquet.opened(table) as file:
        said = parquet.declared(file).metadata or {}
    return said[ASKED].decode() if ASKED in said else None
