"""What the workflow's sweep script calls: one sweep, with its log and its exit code."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from sweepstake.cluster import shared
from sweepstake.cluster.pool import pool
from sweepstake.cluster.settings import ClusterError
from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.run import engine
from sweepstake.run.lock import HeldError
from sweepstake.snakemake import stop


def run(config: Config, name: str, output: str, workers: int, log: str) -> int:
    """Run the sweep called `name`; 1, and one line that says why, if it could not be finished.

    Its table is `output`, which is `data/{name}.parquet` below the results.
    Progress goes to the terminal and to `log`; whatever workers print goes to `log` only.
    """
    results = Path(output).parents[1]
    terminal = os.fdopen(os.dup(2), "w", buffering=1)
    to_log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(to_log, 1)
    os.dup2(to_log, 2)

    def tell(line: str) -> None:
        with suppress(OSError):  # the terminal may be gone and the disk full
            terminal.write(f"{line}\n")
        with suppress(OSError):
            os.write(to_log, f"{time.strftime('%H:%M:%S')} {line}\n".encode())

    try:
        stop.interrupt_when_told()
        shared.use(results)
        engine.run(spec.sweep(config, name), results, partial(pool, workers), tell)
    except (engine.FailedPointsError, ClusterError, HeldError, OSError, ValueError) as error:
        tell(f"sweepstake: {name}: {error}")
        return 1
    except KeyboardInterrupt:
        tell(f"sweepstake: {name}: stopped; what was computed is stored")
        return 130
    return 0
