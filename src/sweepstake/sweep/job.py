"""What the workflow's sweep script calls: one sweep, with its log and its exit code."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import NoReturn

import psutil

from sweepstake.sweep import engine, spec
from sweepstake.sweep.cluster import pool
from sweepstake.sweep.config import Config
from sweepstake.sweep.lock import HeldError
from sweepstake.sweep.settings import ClusterError

RESULTS = Path("results")
STOPS = (signal.SIGINT, signal.SIGTERM)


def run(config: Config, name: str, workers: int, log: str) -> int:
    """Run the sweep called `name`; 1, and one line that says why, if it could not be finished.

    Progress goes to the terminal and to `log`; whatever workers print goes to `log` only.
    """
    terminal = os.fdopen(os.dup(2), "w", buffering=1)
    to_log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(to_log, 1)
    os.dup2(to_log, 2)

    def tell(line: str) -> None:
        with suppress(OSError):  # the terminal may be gone and the disk full
            terminal.write(f"{line}\n")
        with suppress(OSError):
            os.write(to_log, f"{time.strftime('%H:%M:%S')} {line}\n".encode())

    for stop in STOPS:
        signal.signal(stop, _stop)
    Thread(target=_stop_with_snakemake, daemon=True).start()
    try:
        engine.run(spec.sweep(config, name), RESULTS, partial(pool, workers), tell)
    except (engine.FailedPointsError, ClusterError, HeldError, OSError, ValueError) as error:
        tell(f"sweepstake: {name}: {error}")
        return 1
    except KeyboardInterrupt:
        tell(f"sweepstake: {name}: stopped; what was computed is stored")
        return 130
    return 0


def _stop(*_: object) -> NoReturn:
    """Leave in good order, closing the cluster; being told twice is no reason to leave in none."""
    for stop in STOPS:
        signal.signal(stop, signal.SIG_IGN)
    raise KeyboardInterrupt


def _stop_with_snakemake() -> None:
    """Interrupt this process when the Snakemake that started it is gone, killed perhaps.

    Between them stands a shell, so it is the whole line of ancestors that is watched.
    """
    line = psutil.Process().parents()
    above = [k for k, parent in enumerate(line) if "snakemake" in " ".join(parent.cmdline())]
    watched = line[: above[0] + 1] if above else []
    while all(parent.is_running() for parent in watched):
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)
