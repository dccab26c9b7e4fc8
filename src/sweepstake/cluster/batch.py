"""Clusters that somebody else's class starts: those of batch systems above all.

What makes them safe is set where their options are silent. A job of a batch system ends after its
time, so its workers leave before that.
"""

from __future__ import annotations

import importlib
import re
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import dask
import psutil
from distributed.core import Status
from distributed.deploy import Cluster

from sweepstake.cluster import certificates
from sweepstake.cluster.jobs import Keeper
from sweepstake.cluster.settings import ClusterError
from sweepstake.text.shown import listed, shown

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
    stack.callback(_close_jobs, made)
    if "workers" in settings or "adapt" in settings:
        return made, stack.enter_context(Keeper(made, settings))
    if not made.plan:
        raise ClusterError(
            f"{settings['class']} starts no workers of its own; give sweepstake.cluster.workers, "
            f"a number, or sweepstake.cluster.adapt with minimum and maximum"
        )
    return made, None


def _close_jobs(made: Cluster) -> None:
    """Close the jobs that are being submitted while `made` is to be closed.

    Dask does not know of them yet: it would leave them in the queue, and fail because of them.
    """

    async def close() -> None:
        for job in [job for job in getattr(made, "_created", ()) if job.status == Status.created]:
            with suppress(Exception):  # the cluster is of no use any more
                await job
            await job.close()

    made.sync(close)


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
