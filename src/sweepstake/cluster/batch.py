"""Clusters of a class that Dask's configuration names, mostly those of batch systems.

Options for safety are set unless the configuration sets them.
"""

from __future__ import annotations

import importlib
import logging
import signal
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dask
import psutil

from sweepstake.cluster import settings
from sweepstake.cluster.client import HERE
from sweepstake.cluster.settings import ClusterError
from sweepstake.text.shown import in_a_line, listed, shown

EVERY = "5s"
"""How often a cluster checks whether it has its workers."""

Settings = Mapping[str, Any]


def started(stack: ExitStack, where: Settings) -> Any:
    """A cluster of the class that `where` names, whose workers are being started."""
    kind, options = class_of(str(where["class"])), dict(where.get("options") or {})
    if hasattr(kind, "job_cls"):
        options = _for_batch(stack, kind, options, bool(where.get("insecure")))
    cluster = stack.enter_context(kind(**options))
    if bounds := settings.bounds(where):
        _submit(cluster, bounds["minimum"])
        cluster.adapt(**bounds, interval=EVERY, target_duration="100 ms")
    elif not cluster.plan:
        raise ClusterError(
            f"{where['class']} starts no workers of its own; give sweepstake.cluster.workers, a "
            f"number, or sweepstake.cluster.adapt with minimum and maximum"
        )
    return cluster


def _submit(cluster: Any, workers: int) -> None:
    """Submit the first jobs; raises the batch system's error if it refuses one."""

    async def submitted() -> None:
        await cluster
        for job in [*cluster.workers.values()]:
            await job

    for name in ("asyncio", "tornado.application"):  # they would print what is raised here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    cluster.scale(workers)
    cluster.sync(submitted)


def import_early() -> None:
    """Import the class that Dask's configuration names, if any, while signals can be restored.

    Importing dask_jobqueue makes SIGINT call `sys.exit`, and fails outside the main thread.
    """
    name = settings.cluster().get("class")
    if name and threading.current_thread() is threading.main_thread():
        before = signal.getsignal(signal.SIGINT)
        try:
            class_of(str(name))
        finally:
            signal.signal(signal.SIGINT, before)


def class_of(name: str) -> Any:
    """The class of that full name; ClusterError in one line if it can't be imported."""
    module, _, last = name.rpartition(".")
    try:
        return getattr(importlib.import_module(module), last)
    except (ImportError, AttributeError, ValueError) as error:
        raise ClusterError(
            f"sweepstake.cluster.class is {shown(name)}: {in_a_line(error)}; write its module too, "
            f"such as dask_jobqueue.SLURMCluster, and install its package"
        ) from None


def _for_batch(
    stack: ExitStack, kind: Any, options: dict[str, Any], insecure: bool
) -> dict[str, Any]:
    """The options of a batch system's cluster, with safe values for those that are not set."""
    own = dask.config.get(f"jobqueue.{kind.job_cls.default_config_name()}", {})
    scheduler = dict(options.get("scheduler_options") or {})
    if not {"host", "interface"} & {*scheduler} and not (
        options.get("interface") or own.get("interface")
    ):
        options["interface"] = _interface()
    options["scheduler_options"] = {"dashboard_address": HERE} | scheduler
    if not insecure and not {"security", "protocol"} & {*options}:
        from sweepstake.cluster import certificates

        # readable by its owner only, in a folder that jobs see; removed with the cluster
        keys = stack.enter_context(TemporaryDirectory(prefix=".sweepstake-", dir=Path.cwd()))
        options["security"] = certificates.written(Path(keys))
    if "cores" in options:
        options.setdefault("processes", options["cores"])
    # a job starts in the folder of the results, from which it must import nothing
    options["job_script_prologue"] = ["export PYTHONSAFEPATH=1", *_prologue(options, own)]
    arguments = list(options.get("worker_extra_args") or own.get("worker-extra-args") or [])
    if "--dashboard-address" not in arguments:
        arguments += ["--dashboard-address", HERE]
    return options | {"worker_extra_args": arguments}


def _prologue(options: dict[str, Any], own: Settings) -> list[str]:
    """The lines that a job begins with, by their present or their former name."""
    former = options.pop("env_extra", None) or own.get("env-extra")
    return list(
        options.get("job_script_prologue") or own.get("job-script-prologue") or former or []
    )


def _interface() -> str:
    """The network interface of this machine, if there is only one to choose."""
    up = psutil.net_if_stats()
    names: list[str] = sorted(
        name
        for name, addresses in psutil.net_if_addrs().items()
        if name != "lo" and up[name].isup and any(a.family.name == "AF_INET" for a in addresses)
    )
    if len(names) == 1:
        return names[0]
    raise ClusterError(
        f"this machine has {len(names)} network interfaces; set interface under "
        f"sweepstake.cluster.options to the one that workers can reach, of {listed([*names, 'lo'])}"
    )
