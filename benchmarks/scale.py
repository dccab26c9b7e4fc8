"""How one scheduler scales: tasks and bytes a second, and hundreds of workers that only sleep.

`python benchmarks/scale.py` takes some minutes and prints what docs/scale.md quotes. Tasks are real
ones of the planner's, and so is the way that they are sent and come back; only what a worker does
is replaced: it sleeps for the predicted time, or not at all, and returns so many bytes.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dask
import numpy as np
import psutil
import pyarrow as pa
from distributed import Worker
from distributed.protocol import pickle

from sweepstake.cluster import client
from sweepstake.cluster.tasks import results
from sweepstake.config import spec
from sweepstake.plan.chunks import cut
from sweepstake.run.task import Receipt, Task, Tasks

PROCESSES = 8
ANSWER = 2_000
"""Bytes of the answer to a chunk of a simulation, about."""
IDLE = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
}
"""What a worker does while it has nothing to do, some 150 times a second: of hundreds on few cores
that would be all that is measured."""


def planned(trials: float) -> list[Task]:
    """The tasks of one sampled point of a 52-card War with so many games."""
    point = {"grid": {"ranks": 13, "suits": 4, "down": 3}}
    block = {**point, "methods": {"simulate": {"trials": f"{trials:g}"}}}
    sweep = spec.sweep({"sweeps": {"s": {"question": "war_length", "points": [block]}}}, "s")
    return [*Tasks(sweep.points, cut(sweep.points))]


@contextmanager
def workers(count: int) -> Iterator[None]:
    """A scheduler, and `count` workers of one thread in at most `PROCESSES` processes."""
    processes = min(PROCESSES, count)
    shares = [count // processes + (k < count % processes) for k in range(processes)]
    ours = {**os.environ, **IDLE, "PYTHONPATH": os.pathsep.join(sys.path)}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        command = [sys.executable, "-m", "dask", "scheduler", "--no-dashboard"]
        where = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": ours}
        started = [subprocess.Popen([*command, *where], **quiet)]
        while not file.exists():
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        for share in shares:
            command = [sys.executable, __file__, "workers", address, str(share)]
            started.append(subprocess.Popen(command, **quiet))
        try:
            with dask.config.set({"sweepstake.cluster": {"address": address}}):
                yield
        finally:
            for process in started:
                process.kill()
                process.wait()


async def serve(address: str, count: int) -> None:
    """Be `count` workers of one thread each."""
    async with asyncio.TaskGroup() as group:
        its = [Worker(address, nthreads=1, dashboard=False) for _ in range(count)]
        for worker in its:
            group.create_task(worker.start())
    await asyncio.gather(*(worker.finished() for worker in its))


def slept(task: Task, order: tuple[float, int], memory: float | None) -> Receipt:
    """Sleep `scale` times as long as a task is predicted to take, and return `size` bytes."""
    scale, size = order
    time.sleep(scale * task.cost)
    answers = pa.table({"answer": np.zeros(size, np.uint8)})
    return Receipt("worker", "", answers, tried=len(task))


@dataclass(frozen=True)
class Measured:
    """A run of some tasks."""

    seconds: float
    tasks: int
    predicted: float
    """Seconds of one core."""
    client: float
    """Processor seconds of the run's own process."""


def measured(count: int, tasks: list[Task], scale: float, size: int = ANSWER) -> Measured:
    """Run `tasks` on `count` workers that sleep `scale` times their predicted time.

    Each task returns `size` bytes.
    """
    with workers(count):
        client.client(count).wait_for_workers(count)
        own = psutil.Process().cpu_times()
        began = time.perf_counter()
        order = (scale, size)
        done = sum(1 for back in results(slept, iter(tasks), order, count, print) if back)
        seconds = time.perf_counter() - began
        spent = psutil.Process().cpu_times()
        client.close()
    assert done == len(tasks)
    cost = scale * sum(task.cost for task in tasks)
    return Measured(seconds, done, cost, spent.user + spent.system - own.user - own.system)


def main() -> None:
    """Print the figures."""
    games = planned(1e10)
    print(f"10^10 games: {len(games):,} tasks of {games[0].cost:.2f} s", flush=True)
    print(f"a task sent: {len(pickle.dumps(games[0])):,} bytes", flush=True)
    for count in (1, 8, 64):
        found = measured(count, games[:2_000], 0)
        print(
            f"{count} workers that do nothing: {found.tasks / found.seconds:,.0f} tasks a second; "
            f"the run's process {found.client / found.tasks * 1e3:.2f} ms a task",
            flush=True,
        )
    for size, number in ((10_000, 2_000), (1_000_000, 1_000), (32_000_000, 100)):
        found = measured(2, games[:number], 0, size)
        print(
            f"2 workers that return {size:,} bytes a task: {found.tasks / found.seconds:,.0f} "
            f"tasks and {found.tasks * size / found.seconds / 1e6:,.0f} MB a second",
            flush=True,
        )
    longer = planned(1e12)
    for count, queue in (
        (10, games[:200]),
        (100, games[:2_000]),
        (400, games[:8_000]),
        (400, longer[:800]),
    ):
        found = measured(count, queue, 1.0)
        ideal = found.predicted / count
        print(
            f"{count} workers that sleep {queue[0].cost:.2f} s a task: {found.tasks:,} tasks in "
            f"{found.seconds:.1f} s, {ideal:.1f} s at best: efficiency {ideal / found.seconds:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["workers"]:
        asyncio.run(serve(sys.argv[2], int(sys.argv[3])))
    else:
        main()
