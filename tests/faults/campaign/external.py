"""A cluster that runs already: a scheduler and two workers, each a program of its own."""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

from faults.campaign import processes

ENVIRONMENT = {"DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT": "30s"}
BOUND = 60
"""Seconds within which a scheduler is there, or one that was told to end is gone."""


@dataclass
class External:
    """The cluster of one round, in a folder of its own; what has ended is started again."""

    folder: object
    scheduler: subprocess.Popen | None = None
    address: str = ""
    """Where the scheduler is; its file is gone before the scheduler is."""
    workers: list = field(default_factory=list)

    @property
    def environment(self):
        """What a run is told: where the scheduler is, and how long a sweep waits for it."""
        return {
            "DASK_SWEEPSTAKE__CLUSTER__ADDRESS": self.address,
            "DASK_SWEEPSTAKE__CLUSTER__WAIT": "20s",
        }

    def ensure(self):
        """Have a scheduler and two workers of it."""
        self.folder.mkdir(exist_ok=True)
        if self.scheduler is None or self.scheduler.poll() is not None:
            self.close()
            self._start_scheduler()
        self.ensure_workers()

    def ensure_workers(self):
        """Have two workers, if the scheduler is there."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while self.scheduler.poll() is None and len(self.workers) < 2:
            self.workers.append(
                self._started(
                    "worker", self.address, "--nthreads", "1", "--no-dashboard",
                    "--death-timeout", "20",
                )
            )  # fmt: skip

    def wait_for_end(self):
        """Wait until the scheduler, which was told to end, is gone: till then it seems to be on."""
        with suppress(subprocess.TimeoutExpired):
            self.scheduler.wait(BOUND)

    def close(self):
        """End all of it."""
        processes.end(self.folder)
        for process in (self.scheduler, *self.workers):
            if process is not None:
                process.kill()
                process.wait()
        self.scheduler, self.workers = None, []

    def _start_scheduler(self):
        file, until = self.folder / "scheduler.json", time.monotonic() + BOUND
        file.unlink(missing_ok=True)
        self.scheduler = self._started(
            "scheduler", "--scheduler-file", file, "--port", "0", "--no-dashboard"
        )
        while time.monotonic() < until and self.scheduler.poll() is None:
            with suppress(FileNotFoundError, ValueError):  # not there yet, or not all of it
                self.address = json.loads(file.read_text())["address"]
                return
            time.sleep(0.05)
        raise RuntimeError(f"no scheduler came in {self.folder}; see its file `said`")

    def _started(self, *words):
        with (self.folder / "said").open("a") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1"],
                cwd=self.folder, stdout=said, stderr=said, start_new_session=True,
                env={**os.environ, **ENVIRONMENT},
            )  # fmt: skip
