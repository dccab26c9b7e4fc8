"""Answers from the user's cache folder; missing ones are computed and cached there.

The folder is a store like that of a results folder: after a change of source, answers are computed
anew. It may be removed at any time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sweepstake.source.read import user_cache
from sweepstake.text.shown import is_encodable

if TYPE_CHECKING:
    import pandas as pd

    from sweepstake.config.spec import Sweep
    from sweepstake.run.chunk import Limits

Advance = Callable[[float, float], None]
VARIABLE = "SWEEPSTAKE_CACHE"
"""The environment variable that names another folder; `none` turns the cache off."""


def answers(sweep: Sweep, within: Limits, advance: Advance) -> pd.DataFrame:
    """The rows of all answers of `sweep`, with the columns of a sweep's table.

    `advance` gets the predicted seconds done so far, and the predicted seconds of all chunks.
    OverLimitError if the chunks take longer than `within` on all cores, or are predicted to;
    otherwise FailedPointsError if some points can't be computed. Computed answers are cached.
    """
    from sweepstake.cluster import client
    from sweepstake.cluster import tasks as cluster
    from sweepstake.errors import DamagedFileError
    from sweepstake.run import lock, threads
    from sweepstake.run.compute import Listener, compute
    from sweepstake.store.export import Gathering, frame
    from sweepstake.store.shards import Store

    began = time.monotonic()

    def check(done: float, total: float) -> None:
        if not done and (error := within.refusal(total / cores())):
            raise error
        if error := within.excess(time.monotonic() - began, 0):
            raise error
        advance(done, total)

    with _usable_folder() as cache:
        store = Store(cache, sweep.question)
        results = cluster.results if client.is_needed() else threads.results
        listener = Listener(printed=sys.stderr.write, advance=check)
        with lock.used(store.root):
            while True:
                plan = compute(sweep, store, within, cores(), listener, results)
                with suppress(DamagedFileError):  # missing chunks are computed anew
                    gathering = Gathering(store, plan.shards)
                    return frame(sweep.question, map(gathering.rows, plan.parts()))


@contextmanager
def _usable_folder() -> Iterator[Path]:
    """The cache folder; a temporary folder if it can't be written or the cache is off."""
    path = folder()
    if path is not None and _is_writable(path):
        yield path
        return
    with TemporaryDirectory(prefix="sweepstake-") as temporary:
        yield Path(temporary)


def folder() -> Path | None:
    """The cache folder; None if the cache is off, or there is no home folder."""
    if path := os.environ.get(VARIABLE):
        return None if path == "none" else Path(path).expanduser().absolute()
    return user_cache()


def _is_writable(path: Path) -> bool:
    if not is_encodable(str(path)):
        return False
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return False
    return os.access(path, os.W_OK | os.X_OK)


def cores() -> int:
    """The cores of this machine that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
