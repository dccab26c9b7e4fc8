"""The processes of a run by their role, and signals to them."""

import os
import signal
import time
from contextlib import suppress

import psutil


def family(*folders):
    """Every process that works in one of `folders`."""
    names = [str(folder) for folder in folders]
    found = []
    for process in psutil.process_iter():
        try:
            if process.cwd() in names and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def role(process):
    """What a process of a run is; none if it is gone, or only helps."""
    try:
        words = " ".join(process.cmdline())
    except psutil.Error:
        return None
    for name, sign in (
        ("child", "from sweepstake.run.serve import serve"),
        ("worker", "spawn_main"),
        ("snakemake", "-m snakemake"),
        ("scheduler", "-m dask scheduler"),
        ("nanny", "-m dask worker"),
    ):
        if sign in words:
            return name
    return None


def members(name, *folders):
    """The processes that are a `name`, in the order of their ids."""
    found = [process for process in family(*folders) if role(process) == name]
    return sorted(found, key=lambda process: process.pid)


def gone(*folders, seconds=30):
    """Does every process in `folders` end within `seconds`?"""
    until = time.monotonic() + seconds
    while family(*folders):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def end(*folders):
    """End whatever still runs in `folders`, and what that starts meanwhile."""
    until = time.monotonic() + 30
    while (left := family(*folders)) and time.monotonic() < until:
        for process in left:
            with suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(left, 1)


def send(process, name, rng):
    """Send a signal; a process that is stopped goes on a random while after."""
    os.kill(process.pid, signal.Signals[f"SIG{name}"])
    if name == "STOP":
        time.sleep(rng.uniform(0.1, 2))
        with suppress(psutil.NoSuchProcess):  # somebody may have ended it
            process.resume()
