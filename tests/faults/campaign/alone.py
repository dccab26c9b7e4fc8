"""A sweep made in this very process: quick, and enough to tell which damage a store can't bear."""

import signal
from collections import deque
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import yaml

from faults.campaign import run
from sweepstake.config import spec
from sweepstake.config.limits import Limits
from sweepstake.run import engine


@dataclass(frozen=True)
class Here:
    """A pool of no workers: this process performs the tasks."""

    dashboard: None = None
    stores: bool = True

    def each(self, perform, queue: deque, *given):
        while queue:
            task = queue.popleft()
            yield task, perform(task, Limits().here(), *given)


def made(results: Path) -> str:
    """What becomes of the sweep below `results`: `survived`, or the error that it ends with."""
    sweep = spec.sweep(yaml.safe_load(run.CONFIG), "wars")
    try:
        with _bound():
            engine.run(sweep, results, lambda *_: nullcontext(Here()), lambda line: None)
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
