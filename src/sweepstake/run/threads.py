"""Tasks on threads of this process, each with its child: where no cluster is configured.

Dask would do the same, but it changes the process that it is opened in: its client becomes the
default one, and it starts an event loop. That is for a run's process, not for a user's.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from threading import Event
from typing import Any

from sweepstake import stop
from sweepstake.run import child

LOOK = 0.5
"""Seconds between two checks whether this process is told to stop."""


def results(
    perform: Callable[..., Any],
    tasks: Iterator[Any],
    order: object,
    workers: int,
    tell: Callable[[str], object],
) -> Generator[tuple[Any, Any] | None, None, None]:
    """Call `perform(task, order)` on `workers` threads for each task; yields each task as it ends.

    Yields None if none ends within half a second. Errors of `perform` are raised here, after the
    results that have come with them. The children end with the threads.
    """
    pending, end = dict[Future[Any], Any](), Event()
    pool = ThreadPoolExecutor(workers, "sweepstake", stop.stop_with, (end,))
    try:
        while True:
            stop.check()
            for task in islice(tasks, 2 * workers - len(pending)):
                pending[pool.submit(perform, task, order)] = task
            if not pending:
                return
            if not (ended := wait(pending, LOOK, FIRST_COMPLETED).done):
                yield None
            for future in sorted(ended, key=lambda future: future.exception() is not None):
                yield pending.pop(future), future.result()
    finally:
        end.set()  # if it is Ctrl-C or an error, nobody waits for the other results
        pool.shutdown(cancel_futures=True)
        child.end_orphans()
