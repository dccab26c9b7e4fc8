"""Sweeps made in this very process: quick, and enough to tell which damage a store can't bear."""

import signal
from contextlib import contextmanager
from pathlib import Path

from computing import run as computed
from faults.campaign import run
from sweepstake.config import spec
from sweepstake.config.file import read_config
from sweepstake.puzzle import register


def made(results: Path, config: Path) -> str:
    """What becomes of the sweeps below `results`: `survived`, or the error that one ends with."""
    register._named.clear()  # each folder has a puzzle of that name
    try:
        with _bound():
            for sweep in spec.sweeps(read_config(config)).values():
                computed(sweep, results)
    except Exception as error:  # whatever a damaged store makes it raise
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return "survived"


@contextmanager
def _bound():
    def late(*_):
        raise RuntimeError("a run does not end")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(run.BOUND)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
