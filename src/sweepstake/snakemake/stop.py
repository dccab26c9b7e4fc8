"""How a run is stopped: by a signal to any of its processes, or by the end of its Snakemake.

Told by SIGTERM, or by SIGINT alone, Snakemake starts no more jobs and waits for those that are
running, perhaps for whole sweeps. So its scripts are told as well, and each closes its cluster.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import NoReturn

import psutil

STOPS = (signal.SIGINT, signal.SIGTERM)
EVERY = 0.5
"""Seconds until a script looks for its Snakemake again, or Snakemake tells its scripts again."""


def interrupt_when_told() -> None:
    """Have this script raise KeyboardInterrupt when it is told to stop or its Snakemake is gone."""
    for number in STOPS:
        signal.signal(number, _interrupt)
    Thread(target=_stop_with_snakemake, daemon=True).start()


def tell_scripts_when_told() -> None:
    """Have this Snakemake tell its scripts when it is told to stop; called as its run starts."""
    with suppress(ImportError):
        import_module("polars")  # as Snakemake would, if it is there; it takes Ctrl-C for itself
    waiting = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        Thread(target=_tell_scripts, daemon=True).start()
        if number == signal.SIGINT:
            signal.default_int_handler(number, frame)
        elif callable(waiting):  # it takes a lock, which the code that it interrupts may hold
            Thread(target=waiting, args=(number, frame), daemon=True).start()

    with suppress(ValueError):  # not the main thread: Snakemake gets no signals here
        for number in STOPS:
            signal.signal(number, stop)


def _interrupt(*_: object) -> NoReturn:
    """Raise KeyboardInterrupt, so that the cluster is closed; further signals do nothing.

    One may be on its way: Python prints a traceback if it finds SIG_IGN when it comes to it.
    """
    for number in STOPS:
        signal.signal(number, lambda *_: None)
    raise KeyboardInterrupt


def _stop_with_snakemake() -> None:
    """Interrupt this process when the Snakemake that started it is gone, killed perhaps."""
    above = _up_to_snakemake()
    while above and above == _up_to_snakemake():
        time.sleep(EVERY)
    os.kill(os.getpid(), signal.SIGINT)


def _up_to_snakemake() -> list[int]:
    """The ids of the parent processes up to Snakemake; none if it is not among them."""
    parents = psutil.Process().parents()
    with suppress(psutil.NoSuchProcess):
        for k, parent in enumerate(parents):
            if _is_snakemake(parent.cmdline()):
                return [each.pid for each in parents[: k + 1]]
    return []


def _is_snakemake(words: Sequence[str]) -> bool:
    """Is it Snakemake's command line, and not that of a shell that runs one of its scripts?"""
    return any(Path(word).name == "snakemake" for word in words)


def _tell_scripts() -> None:
    """Tell them repeatedly, because another script may just be starting."""
    while True:
        for child in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if any("/.snakemake/scripts/" in word for word in child.cmdline()):
                    child.terminate()
        time.sleep(EVERY)
