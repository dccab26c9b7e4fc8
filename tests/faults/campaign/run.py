"""One real run of the workflow in a round's folder, and how it ended."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass

from faults.campaign import processes
from running import ROOT

CONFIG = """
sweeps:
  wars:
    question: war_length
    points:
      - grid: {ranks: [5, 8, 11, 13], suits: 4, down: [0, 1, 2, 3]}
        methods: {simulate: {trials: 600_000}}
      - grid: {ranks: [2, 3, 4], suits: 2, down: [0, 1, 2]}
        methods: [chain]
"""
TARGET = "results/data/wars.parquet"
BOUND = 180
"""Seconds after which a run counts as one that never ends."""


@dataclass
class Run:
    """A run that is under way in `folder`."""

    folder: object
    process: subprocess.Popen

    @property
    def over(self):
        return self.process.poll() is not None

    def wait(self):
        """Its exit code; none if it does not end, or leaves a process behind."""
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(BOUND)
            if processes.gone(self.folder):
                return code
        processes.end(self.folder)
        self.process.wait()
        return None


def started(folder, number, environment):
    """Begin to make the sweep's table anew, as `snakemake --force` does."""
    (folder / "config.yaml").write_text(CONFIG)
    with (folder / f"said-{number}").open("w") as said:
        return Run(
            folder,
            subprocess.Popen(
                command(folder), cwd=folder, stdout=said, stderr=said, start_new_session=True,
                env={**os.environ, **environment},
            ),
        )  # fmt: skip


def command(folder):
    """What is run; a killed Snakemake's lock is as good as lifted by `--unlock`."""
    return [
        sys.executable, "-m", "snakemake", "-s", ROOT / "Snakefile", "--directory", folder,
        TARGET, "--force", "--nolock", "--configfile", "config.yaml",
    ]  # fmt: skip


def beside(folder, *words):
    """Another program of this Python in `folder`, to its end; does it end?"""
    with (folder / "said-beside").open("a") as said, suppress(subprocess.TimeoutExpired):
        subprocess.run(
            [sys.executable, *words], cwd=folder, stdout=said, stderr=said, timeout=BOUND,
            check=False,
        )  # fmt: skip
        return True
    return False
