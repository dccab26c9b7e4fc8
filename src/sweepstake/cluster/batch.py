"""Clusters that somebody else's class starts: those of batch systems above all.

A job of a batch system waits in a queue, may be cancelled, and ends after its time. So its workers
leave in good order before that, and jobs that are gone are submitted again.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any

import dask
import psutil
from distributed.deploy import Cluster

from sweepstake.cluster import certificates
from sweepstake.cluster.settings import ClusterError
from sweepstake.core.shown import in_a_line, listed, shown

EVERY = 5.0
"""Seconds between two looks at the jobs."""
SOON = "100 ms"
"""In what time an adaptive cluster is to end the tasks that it has. A run sends only some tasks for
each worker that it sees, so a longer time would never have it grow."""
HERE = "127.0.0.1:0"
"""Where pages are served: to nobody beyond this machine."""
MARGIN, LEAST_MARGIN = 0.1, 20.0
"""The part of a job's time that its workers leave early, and the seconds that it is at least."""

Settings = Mapping[str, Any]


def started(stack: ExitStack, settings: Settings) -> tuple[Cluster, Keeper | None]:
    """A cluster of the class that `settings` name, and what sees to it that it has its workers."""
    kind, options = _class(str(settings["class"])), dict(settings.get("options") or {})
    if hasattr(kind, "job_cls"):
        options = _for_batch(stack, kind, options, bool(settings.get("insecure")))
    made: Cluster = stack.enter_context(kind(**options))
    if "workers" in settings or "adapt" in settings:
        return made, stack.enter_context(Keeper(made, settings))
    if not made.plan:
        raise ClusterError(
            f"{settings['class']} starts no workers of its own; give sweepstake.cluster.workers, "
            f"a number, or sweepstake.cluster.adapt with minimum and maximum"
        )
    return made, None


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


def _class(name: str) -> Any:
    module, _, last = name.rpartition(".")
    if not module:
        raise ClusterError(
            f"sweepstake.cluster.class is {shown(name)}; write its module too, such as "
            f"dask_jobqueue.SLURMCluster"
        )
    try:
        return getattr(importlib.import_module(module), last)
    except ModuleNotFoundError as error:
        package = (error.name or module).partition(".")[0].replace("_", "-")
        raise ClusterError(
            f"sweepstake.cluster.class is {name}, and {error.name} is not installed; "
            f"pip install {package}"
        ) from None
    except AttributeError:
        raise ClusterError(f"sweepstake.cluster.class is {name}; {module} has no {last}") from None


def _for_batch(
    stack: ExitStack, kind: Any, options: dict[str, Any], insecure: bool
) -> dict[str, Any]:
    """The options of a batch system's cluster, with what makes it safe where they are silent."""
    own = dask.config.get(f"jobqueue.{kind.job_cls.default_config_name()}", {})
    scheduler = dict(options.get("scheduler_options") or {})
    if not {"host", "interface"} & {*scheduler} and not (
        options.get("interface") or own.get("interface")
    ):
        options["interface"] = _interface()
    scheduler.setdefault("dashboard_address", HERE)
    options["scheduler_options"] = scheduler
    if not insecure and not {"security", "protocol"} & {*options}:
        folder = tempfile.TemporaryDirectory(prefix=".sweepstake-", dir=".")
        options["security"] = certificates.written(Path(stack.enter_context(folder)).absolute())
    if "cores" in options:
        options.setdefault("processes", options["cores"])
    given = list(options.get("worker_extra_args") or own.get("worker-extra-args") or [])
    if "--dashboard-address" not in given:
        given += ["--dashboard-address", HERE]
    if "--lifetime" not in given:
        given += _lifetime(options.get("walltime") or own.get("walltime"))
    return options | {"worker_extra_args": given}


def _interface() -> str:
    """The network interface of this machine, if there is only one to choose."""
    up = psutil.net_if_stats()
    found: list[str] = sorted(
        name
        for name, addresses in psutil.net_if_addrs().items()
        if name != "lo" and up[name].isup and any(a.family.name == "AF_INET" for a in addresses)
    )
    if len(found) == 1:
        return found[0]
    raise ClusterError(
        f"this machine has {len(found)} network interfaces; set interface under "
        f"sweepstake.cluster.options to the one that workers can reach, of {listed([*found, 'lo'])}"
    )


def _lifetime(walltime: object) -> list[str]:
    """The arguments by which a worker leaves before its job is ended."""
    if (seconds := _seconds(str(walltime or ""))) is None:
        return []
    margin = min(max(MARGIN * seconds, LEAST_MARGIN), seconds / 2)
    return [
        *("--lifetime", f"{seconds - margin:.0f}s"),
        *("--lifetime-stagger", f"{margin / 2:.0f}s"),
    ]


def _seconds(walltime: str) -> float | None:
    """A time as batch systems write it, days-hours:minutes:seconds or minutes; None if unknown."""
    if not re.fullmatch(r"(\d+-)?\d+(:\d+){0,2}", walltime):
        return None
    days, _, rest = walltime.rpartition("-")
    parts = [int(part) for part in rest.split(":")]
    if days:  # days-hours:minutes:seconds, of which the last may be left out
        hours, minutes, seconds = [*parts, 0, 0][:3]
    else:  # minutes, minutes:seconds or hours:minutes:seconds
        hours, minutes, seconds = {1: [0, *parts, 0], 2: [0, *parts], 3: parts}[len(parts)]
    return ((int(days or 0) * 24 + hours) * 60 + minutes) * 60.0 + seconds


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
