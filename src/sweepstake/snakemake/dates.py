"""The dates of results, by which Snakemake tells what has to be made anew."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

MADE = ("data", "runs", "failures", "tables", "plots", ".page", "checks.csv", "report.html")
"""What a run leaves below its results."""
AHEAD = 5.0
"""Seconds that the clocks of a machine and of its file server may differ by."""


def settle(results: Path) -> None:
    """Give files that are dated ahead of the clock, another machine's perhaps, dates that are past.

    Snakemake would take them for newer than what is made of them, or before them, from now on. All
    are put back by the same time, so they stay in their order.
    """
    with suppress(OSError):  # what can't be dated can't be made anew either
        made = [results / name for name in MADE]
        found = [path for one in made for path in (one, *one.rglob("*")) if path.is_file()]
        dates = {path: path.stat().st_mtime for path in found}
        ahead = max(dates.values(), default=0.0) - time.time()
        if ahead > AHEAD:
            for path, date in dates.items():
                os.utime(path, (date - ahead - AHEAD, date - ahead - AHEAD))
