"""Stopping a run by Ctrl-C or SIGTERM, in any process in which Snakemake runs our rules.

Snakemake waits for the jobs that are running, perhaps for whole sweeps, and sets its own handlers
after it has read the Snakefile. So Python writes the number of each signal to a socket, whoever
handles it, and a thread that reads the socket ends the sweeps.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress

import psutil

from sweepstake import stop
from sweepstake.cluster.client import import_early

JOB = "--target-jobs"
"""The option with which Snakemake starts another Snakemake for a job."""
EVERY = 0.5
"""Seconds between two searches for such processes."""
STUCK = 6
"""If more searches in a row find Snakemake's signal handler waiting, it never ends."""
LOGGED = 1.0
"""Seconds that Snakemake needs to log SIGTERM; it drops signals that come meanwhile."""
STOPS = (signal.SIGINT, signal.SIGTERM)
_sockets: list[socket.socket] = []


def stop_when_told() -> None:
    """Make Ctrl-C and SIGTERM end the sweeps of this process; called while Snakemake parses."""
    import_early()
    if _sockets or threading.current_thread() is not threading.main_thread():
        return  # Snakemake runs in a thread of another program, which gets the signals
    ours, python = socket.socketpair()
    python.setblocking(False)
    _sockets.extend((ours, python))
    signal.set_wakeup_fd(python.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(ours,), daemon=True).start()


def _wait(signals: socket.socket) -> None:
    while number := signals.recv(1):
        if number[0] in STOPS and not stop.is_stopped():
            if number[0] == signal.SIGTERM and JOB not in sys.argv:
                time.sleep(LOGGED)
                os.kill(os.getpid(), signal.SIGINT)  # else Snakemake waits for jobs elsewhere
            stop.stop()
            _end_jobs()


def _end_jobs() -> None:
    """End jobs in processes of their own, as our rules are without `force-use-threads`."""
    stuck = 0
    while True:  # another job may just be starting
        stuck = stuck + 1 if _is_stuck() else 0
        if stuck > STUCK:
            os._exit(1)
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if JOB in process.cmdline():
                    process.terminate()
        time.sleep(EVERY)


def _is_stuck() -> bool:
    """True while Snakemake's signal handler runs.

    It takes a lock, and waits forever if the signal came while the main thread held that lock.
    """
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    return frame is not None and frame.f_code.co_name == "exit_gracefully"
