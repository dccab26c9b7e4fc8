"""Workers with a lifetime end what they compute before they leave.

When its lifetime is over, Dask has a worker's tasks sent to other workers, also the one that
it is computing. It goes on computing that all the same, and so it is computed twice.
"""

from __future__ import annotations

import asyncio
import time

import psutil
from distributed import Worker

EARLY = 5.0
"""Seconds before its lifetime is over that a worker begins to leave."""
FETCHED = 10.0
"""Seconds for which a worker keeps results for those who have not fetched them."""
POLL = 0.05
LEAVES = "sweepstake_leaves"
"""The attribute of a worker that has been told to."""


def leave_in_time(worker: Worker) -> None:
    """Have `worker` leave in good order shortly before its lifetime is over, if it has one."""
    if not worker.lifetime or hasattr(worker, LEAVES):
        return
    setattr(worker, LEAVES, True)
    age = time.time() - psutil.Process().create_time()
    worker.loop.call_later(max(worker.lifetime - age - EARLY, 0), _leave, worker)


async def _leave(worker: Worker) -> None:
    """Close `worker` when what it computes is done and fetched; it is sent nothing more."""
    retire = worker.scheduler.retire_workers
    while not await retire(workers=[worker.address], close_workers=False, remove=False):
        await asyncio.sleep(POLL)  # nobody else can keep its results, which are about to be fetched
    while worker.state.executing_count:
        await asyncio.sleep(POLL)
    until = time.monotonic() + FETCHED
    while worker.data and time.monotonic() < until:
        await asyncio.sleep(POLL)
    await worker.close(reason="worker-lifetime-reached")
