"""What the workflow's sweep script calls: one sweep, with its log and its exit code."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path

from sweepstake.sweep import engine, spec
from sweepstake.sweep.cluster import ClusterError, pool
from sweepstake.sweep.lock import HeldError

RESULTS = Path("results")


def run(config: spec.Config, name: str, workers: int, log: str) -> int:
    """Run the sweep called `name`; 1, and one line that says why, if it could not be finished.

    Progress goes to the terminal and to `log`; whatever workers print goes to `log` only.
    """
    terminal = os.fdopen(os.dup(2), "w", buffering=1)
    to_log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(to_log, 1)
    os.dup2(to_log, 2)

    def tell(line: str) -> None:
        terminal.write(f"{line}\n")
        sys.stderr.write(f"{time.strftime('%H:%M:%S')} {line}\n")

    try:
        engine.run(spec.sweep(config, name), RESULTS, partial(pool, workers), tell)
    except (engine.FailedPointsError, ClusterError, HeldError, OSError, ValueError) as error:
        tell(f"sweepstake: {name}: {error}")
        return 1
    return 0
