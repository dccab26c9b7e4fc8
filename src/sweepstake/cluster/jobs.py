"""The jobs of a batch system that are a cluster's workers: looked up, and submitted again."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from threading import Event, Thread
from typing import Any

from distributed.deploy import Cluster

from sweepstake.text.shown import in_a_line, listed

EVERY = 5.0
"""Seconds between two looks at the jobs."""
SOON = "100 ms"
"""In what time an adaptive cluster is to end the tasks that it has. A run sends only some tasks for
each worker that it sees, so a longer time would never have it grow."""

Settings = Mapping[str, Any]


class Keeper:
    """Sees to it that a cluster has the workers that it was asked for, in a thread of its own."""

    def __init__(self, cluster: Cluster, settings: Settings) -> None:
        self.cluster, self.count = cluster, settings.get("workers")
        self.waiting = ""
        """What the queue says of jobs that have not begun; empty if there are none."""
        self.trouble = ""
        """Why jobs could not be submitted when that was last tried; empty if they could."""
        self._ended = Event()
        self._thread = Thread(target=self._keep, daemon=True)
        if self.count is None:
            cluster.adapt(**settings["adapt"], interval=f"{EVERY:g}s", target_duration=SOON)

    def __enter__(self) -> Keeper:
        self._look()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _keep(self) -> None:
        while not self._ended.wait(EVERY):
            try:
                self._look()
                self.trouble = ""
            except Exception as error:  # it may work next time
                self.trouble = plainly(error)

    def _look(self) -> None:
        """Submit jobs for the workers that are missing."""
        queue = _queue(self.cluster)
        if queue is not None:
            for name in [name for name, job in self._jobs().items() if job not in queue]:
                self.cluster.worker_spec.pop(name, None)
                self.cluster.workers.pop(name, None)
        before = self._jobs()
        if self.count is not None:
            self.cluster.scale(self.count)

        async def correct() -> None:
            await self.cluster
            for job in [*self.cluster.workers.values()]:
                await job  # if it could not be submitted, this says why

        self.cluster.sync(correct)
        if queue is not None and self._jobs() != before:
            queue = _queue(self.cluster)
        self.waiting = _waiting(queue or {}, self._jobs().values())

    def _jobs(self) -> dict[Any, str]:
        """The job of each of the cluster's workers, by the name of the worker."""
        return {name: str(getattr(job, "job_id", "")) for name, job in self.cluster.workers.items()}


def plainly(error: Exception) -> str:
    """An error of a batch system's: what its command said, if it said anything."""
    said = re.findall(r"^\s*(\w+: error: .*)$", str(error), re.MULTILINE)
    return in_a_line(said[0] if said else error)


def _queue(cluster: Cluster) -> dict[str, str | None] | None:
    """The user's jobs in the queue and why each waits, None if it does not; None if unknown."""
    submit = getattr(getattr(cluster, "job_cls", None), "submit_command", None)
    if submit != "sbatch":  # of other batch systems we have seen none
        return None
    said = subprocess.run(
        ["squeue", "--me", "--noheader", "--format=%i|%T|%r"],  # noqa: S607
        capture_output=True, text=True, check=True, timeout=30,
    )  # fmt: skip
    rows = [line.split("|", 2) for line in said.stdout.splitlines()]
    return {job: why if state == "PENDING" else None for job, state, why in rows}


def _waiting(queue: Mapping[str, str | None], jobs: Iterable[str]) -> str:
    """Which of `jobs` are pending, and why as far as Slurm knows; empty if none is.

    >>> _waiting({"9": "None", "11": None, "12": "Resources"}, ["9", "11", "12"])
    'pending, Resources: jobs 9, 12'
    """
    pending = {job: why for job in jobs if (why := queue.get(job)) is not None}
    reasons = sorted({*pending.values()} - {"", "None"})
    named = sorted(pending, key=lambda job: (len(job), job))
    return f"{listed(['pending', *reasons])}: jobs {listed(named)}" if pending else ""
