"""The one Dask client for all sweeps of a process, opened when a sweep first needs it.

Dask's configuration says where tasks run: on a scheduler that runs already, on a cluster of a class
that Dask can start (mostly that of a batch system), or, if it says nothing, on threads of this
process. Each thread has a child in which methods compute, so nothing listens beyond this process
and no keys are needed. For the cluster of a batch system, options for safety are set unless the
configuration sets them.
"""

from __future__ import annotations

import atexit
import importlib
import logging
import re
import signal
import threading
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import psutil

from sweepstake.cluster import settings
from sweepstake.errors import ClusterError
from sweepstake.text.shown import in_a_line, listed, shown

Settings = Mapping[str, Any]

HERE = "127.0.0.1:0"
"""The address for pages, which only this machine can reach."""
EVERY = "5s"
"""How often a cluster checks whether it has its workers."""
LOCAL = {
    "distributed.scheduler.http.routes": [],  # pages have no password
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,  # it wakes each thread a hundred times a second
    # threads of one process don't lose each other, however busy the machine is, or however long
    # Ctrl-Z stops them; by default Dask gives up a connection after 30 s, a worker after 5 minutes
    "distributed.comm.timeouts.connect": "10 minutes",
    "distributed.scheduler.worker-ttl": None,
}
SHARED = {
    "distributed.scheduler.worker-saturation": 1.0,  # a worker that dies had one task a thread
    "distributed.admin.low-level-log-length": 10,  # log entries contain whole tasks
}

_open = ExitStack()
_clients: list[Any] = []
_failed: dict[str, str] = {}
"""Why a cluster could not be reached, by its settings: later sweeps do not wait for it again."""
_lock, _closing = threading.Lock(), threading.Lock()


def is_needed() -> bool:
    """True if even short tasks must go to a cluster: one is open, or Dask is configured for one."""
    return bool(_clients) or bool({*settings.WHERE} & {*settings.cluster()})


def client(workers: int) -> Any:
    """The client of this process: of the configured cluster, or of `workers` threads of its own.

    ClusterError in one line if no cluster can be reached.
    """
    with _lock:
        if not _clients:
            config = settings.cluster()
            if message := _failed.get(repr(config)):
                raise ClusterError(message)
            try:
                new_client = _new_client(config, workers)
            except Exception as error:  # whatever a third-party cluster raises
                close()
                is_clear = isinstance(error, ClusterError)
                message = (
                    str(error)
                    if is_clear
                    else f"no cluster with {_in_words(config)}: {_why(error)}"
                )
                _failed[repr(config)] = message
                raise ClusterError(message) from error
            _open.callback(new_client.close)  # to enter it would bind it to this thread's context
            atexit.register(close)  # after Dask's own, so it comes first
            _clients.append(new_client)
        return _clients[0]


def be_quiet() -> None:
    """Have Dask report no more: the end of its workers is intended."""
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def close() -> None:
    """End the cluster; sweeps that wait for it raise."""
    be_quiet()
    with _closing, suppress(Exception):
        _failed.clear()
        _open.close()
        _clients.clear()


def _new_client(config: Mapping[str, Any], workers: int) -> Any:
    """A client of the cluster that `config` names, or of workers in this process."""
    import dask
    from distributed import Client, LocalCluster

    _open.enter_context(dask.config.set(SHARED))
    wait = settings.wait(config)
    if address := settings.address(config):
        with dask.config.set(_encrypted(address, config)):
            return _checked(Client(address, timeout=wait))
    if "class" in config:
        return Client(new_cluster(_open, config), timeout=wait)
    _open.enter_context(dask.config.set(LOCAL))
    scratch = _open.enter_context(TemporaryDirectory(prefix="sweepstake-"))
    return Client(
        _open.enter_context(
            LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=False,
                memory_limit=0,  # methods compute in children, which have limits of their own
                dashboard_address=HERE,
                worker_dashboard_address=HERE,
                scheduler_kwargs={"dashboard": False},
                local_directory=scratch,
            )
        )
    )


def _checked(client: Any) -> Any:
    """`client`, if all workers have this package: a task would kill a worker without it."""
    from distributed.comm import CommClosedError

    for address, answer in client.run(_answer, on_error="return").items():
        # since the client asked
        is_gone = isinstance(answer, CommClosedError | ConnectionError | TimeoutError)
        if isinstance(answer, BaseException) and not is_gone:
            client.close()
            raise ClusterError(
                f"worker {address} can't run sweepstake: {in_a_line(answer)}; install the same "
                f"version there"
            )
    return client


def _answer() -> str:
    return __name__


def _encrypted(address: str, config: Mapping[str, Any]) -> dict[str, bool]:
    """The setting by which Dask refuses plain TCP, over which others can read data or send code."""
    host = urlsplit(address if "://" in address else f"tcp://{address}")  # as Dask reads it
    if config.get("insecure") or _is_loopback(host.hostname or ""):
        return {}
    if host.scheme == "tcp":
        raise ClusterError(
            f"the scheduler at {address} speaks plain TCP, so whoever reaches it can run code as "
            f"you; use TLS, or set sweepstake.cluster.insecure: true in a network that you trust"
        )
    return {"distributed.comm.require-encryption": True}


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _in_words(config: Mapping[str, Any]) -> str:
    parts = [f"{name} {config[name]}" for name in (*settings.WHERE, "options") if name in config]
    return ", ".join(parts) or "this machine"


def _why(error: Exception) -> str:
    """An error of Dask in plain words, or the message of a batch system's command."""
    command = re.search(r"^\s*(\w+: error: .*)$", str(error), re.MULTILINE)
    message = command[1] if command else in_a_line(error)
    if "expects a `ssl_context`" in message or "SSL" in type(error).__name__:
        return (
            f"it speaks TLS and no certificate that it accepts is configured; set "
            f"distributed.comm.tls in Dask's configuration ({message})"
        )
    return message


def new_cluster(stack: ExitStack, config: Settings) -> Any:
    """A cluster of the class that `config` names, whose workers are being started."""
    kind, options = class_of(str(config["class"])), dict(config.get("options") or {})
    if hasattr(kind, "job_cls"):
        options = _for_batch(stack, kind, options, bool(config.get("insecure")))
    cluster = stack.enter_context(kind(**options))
    if bounds := settings.bounds(config):
        _submit(cluster, bounds["minimum"])
        cluster.adapt(**bounds, interval=EVERY, target_duration="100 ms")
    elif not cluster.plan:
        raise ClusterError(
            f"{config['class']} starts no workers of its own; give sweepstake.cluster.workers, a "
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
        handler = signal.getsignal(signal.SIGINT)
        try:
            class_of(str(name))
        finally:
            signal.signal(signal.SIGINT, handler)


def class_of(name: str) -> Any:
    """The class with this full name; ClusterError in one line if it can't be imported."""
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
    import dask

    defaults = dask.config.get(f"jobqueue.{kind.job_cls.default_config_name()}", {})
    scheduler = dict(options.get("scheduler_options") or {})
    if not {"host", "interface"} & {*scheduler} and not (
        options.get("interface") or defaults.get("interface")
    ):
        options["interface"] = _interface()
    options["scheduler_options"] = {"dashboard_address": HERE} | scheduler
    if not insecure and not {"security", "protocol"} & {*options}:
        # readable by its owner only, in a folder that jobs see; removed with the cluster
        keys = stack.enter_context(TemporaryDirectory(prefix=".sweepstake-", dir=Path.cwd()))
        options["security"] = settings.certificates(Path(keys))
    if "cores" in options:
        options.setdefault("processes", options["cores"])
    # a job starts in the folder of the results, from which it must import nothing
    options["job_script_prologue"] = ["export PYTHONSAFEPATH=1", *_prologue(options, defaults)]
    arguments = list(options.get("worker_extra_args") or defaults.get("worker-extra-args") or [])
    if "--dashboard-address" not in arguments:
        arguments += ["--dashboard-address", HERE]
    return options | {"worker_extra_args": arguments}


def _prologue(options: dict[str, Any], defaults: Settings) -> list[str]:
    """The lines that a job begins with, under the present or the former name of the option."""
    former = options.pop("env_extra", None) or defaults.get("env-extra")
    return list(
        options.get("job_script_prologue") or defaults.get("job-script-prologue") or former or []
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
