"""A cluster that runs already: a scheduler and two workers, each a program of its own."""

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field

from faults.campaign import processes

ENVIRONMENT = {"DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT": "30s"}


@dataclass
class External:
    """The cluster of one round, in a folder of its own; what has ended is started again."""

    folder: object
    scheduler: subprocess.Popen | None = None
    workers: list = field(default_factory=list)

    @property
    def address(self):
        return json.loads(self.file.read_text())["address"]

    @property
    def file(self):
        return self.folder / "scheduler.json"

    def ensure(self):
        """Have a scheduler and two workers of it."""
        self.folder.mkdir(exist_ok=True)
        if self.scheduler is None or self.scheduler.poll() is not None:
            self.close()
            self.scheduler = self._started(
                "scheduler", "--scheduler-file", self.file, "--port", "0", "--no-dashboard"
            )
            while not self.file.exists():
                time.sleep(0.05)
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

    def close(self):
        """End all of it."""
        processes.end(self.folder)
        for process in (self.scheduler, *self.workers):
            if process is not None:
                process.wait()
        self.scheduler, self.workers = None, []
        self.file.unlink(missing_ok=True)

    def _started(self, *words):
        with (self.folder / "said").open("a") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1"],
                cwd=self.folder, stdout=said, stderr=said, start_new_session=True,
                env={**os.environ, **ENVIRONMENT},
            )  # fmt: skip
