"""A sweep made in this very process: quick, and enough to tell which damage a store can't bear."""

import signal
from contextlib import contextmanager
from pathlib import Path

import yaml

from computing import run as computed
from faults.campaign import run
from sweepstake.config import spec


def made(results: Path) -> str:
    """What becomes of the sweep below `results`: `survived`, or the error that it ends with."""
    sweep = spec.sweep(yaml.safe_load(run.CONFIG), "wars")
    try:
        with _bound():
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
