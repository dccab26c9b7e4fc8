"""Runs of the workflow that a test looks at, and interferes with, while they are under way."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from threading import Event, Thread

import pyarrow.parquet as pq
import yaml

from real.slurm import wait_for
from running import ROOT

WRITTEN = 0.05
"""Seconds between two looks for new shards."""


def configured(folder, settings):
    """The variable by which Dask finds `settings`, which are written below `folder`."""
    own = folder / "dask"
    own.mkdir(exist_ok=True)
    (own / "sweepstake.yaml").write_text(yaml.safe_dump({"sweepstake": settings or {}}))
    return {"DASK_CONFIG": str(own)}


class Run:
    """Snakemake in `folder`, which a test has prepared, with Dask's settings for the cluster."""

    def __init__(self, folder, config, *words, settings=None, before=(), **environment):
        folder.mkdir(parents=True, exist_ok=True)
        number = len([*folder.glob("terminal*")])
        self.folder, self.said = folder, folder / f"terminal{number}"
        told = {"PYTHONUNBUFFERED": "1", **configured(folder, settings), **environment}
        command = [*before, sys.executable, "-m", "snakemake", "-s", ROOT / "Snakefile"]
        command += ["--configfile", config, "--directory", folder, *words]
        self.shards = Shards(folder / "results" / ".points", folder / f"kept{number}")
        self.began = time.monotonic()
        with self.said.open("w") as terminal:
            self.process = subprocess.Popen(
                [*map(str, command)], cwd=folder, stdout=terminal, stderr=terminal,
                stdin=subprocess.DEVNULL, env={**os.environ, **told}, start_new_session=True,
            )  # fmt: skip

    def __enter__(self):
        self.shards.start()
        return self

    def __exit__(self, *_):
        self.shards.stop()
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(120)

    @property
    def text(self):
        """What it said so far."""
        return self.said.read_text()

    def says(self, words, within=180):
        """Wait until it says `words`; returns the line."""

        def line():
            found = next((line for line in self.text.splitlines() if words in line), None)
            if found is None and self.process.poll() is not None:
                raise AssertionError(f"it ended and did not say {words!r}:\n{self.text}")
            return found

        return wait_for(line, within)

    def stored(self, count, within=300):
        """Wait until so many shards are stored."""
        wait_for(lambda: len(self.shards.kept) >= count or self.process.poll() is not None, within)
        assert self.process.poll() is None, f"it ended too soon:\n{self.text}"

    def finish(self, within=900):
        """Wait until it ends; returns its exit code, after `seconds`."""
        code = self.process.wait(within)
        self.seconds = time.monotonic() - self.began
        self.shards.stop()
        return code

    @property
    def tables(self):
        """The bytes of each file of `results/data` by its name."""
        return {path.name: path.read_bytes() for path in (self.folder / "results/data").glob("*")}

    @property
    def hosts(self):
        """The hosts whose workers have computed something."""
        return {
            worker.partition("/")[0]
            for copy in self.shards.kept.values()
            for worker in pq.read_table(copy, columns=["worker"])["worker"].to_pylist()
        }


class Shards:
    """Every shard that is written below `points`, however soon it is replaced or merged away.

    It is linked into `folder` as soon as it is seen. What is there at the beginning is left out.
    """

    def __init__(self, points, folder):
        self.points, self.folder = points, folder
        self.kept = {}
        self.earlier = {_which(path) for path in points.glob("[a-z]*/*/*.parquet")}
        self._ended, self._thread = Event(), Thread(target=self._look_on, daemon=True)
        folder.mkdir(exist_ok=True)

    def start(self):
        self._thread.start()

    def stop(self):
        if self._thread.is_alive():
            self._ended.set()
            self._thread.join()

    def chunks(self):
        """Of each chunk, where and when it was computed and stored; each time is another."""
        seen = {}
        for (question, *_), copy in self.kept.items():
            for chunk, origin in _rows(question, copy):
                seen.setdefault(chunk, set()).add(origin)
        return seen

    def stored(self):
        """How often each chunk is in the store."""
        seen = Counter()
        for path in self.points.glob("[a-z]*/*/*.parquet"):
            seen.update(chunk for chunk, _ in _rows(path.parent.parent.name, path))
        return dict(seen)

    def _look_on(self):
        while not self._ended.wait(WRITTEN):
            self._look()
        self._look()

    def _look(self):
        for path in self.points.glob("[a-z]*/*/*.parquet"):
            with suppress(FileNotFoundError):
                which = _which(path)
                if which not in self.earlier and which not in self.kept:
                    copy = self.folder / f"{len(self.kept)}.parquet"
                    os.link(path, copy)
                    self.kept[which] = copy


def _which(path):
    about = path.stat()
    return path.parent.parent.name, path.name, about.st_ino, about.st_mtime_ns


def _rows(question, path):
    """The chunks of a shard, each with where and when it was computed."""
    table = pq.read_table(path)
    names = table.column_names[: table.column_names.index("_answer")]
    method = table.schema.metadata[b"method"].decode()
    for row in table.select([*names, "task", "worker", "started"]).to_pylist():
        *named, task, worker, started = row.values()
        yield (question, method, *named), (task, worker, started)
