"""One real run of the workflow in a round's folder, and how it ended."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from faults.campaign import processes
from running import ROOT

CONFIG = """
puzzles: [tossed.py]
sweeps:
  wars:
    question: war_length
    points:
      - grid: {ranks: [5, 8, 11, 13], suits: 4, down: [0, 1, 2, 3]}
        methods: {simulate: {trials: 600_000}}
      - grid: {ranks: [2, 3, 4], suits: 2, down: [0, 1, 2]}
        methods: [chain]
  heads:
    question: tossed_heads
    points:
      - grid: {coins: 8}
        methods: {exact: , simulate: {trials: 1_000_000_000}}
  faces:
    question: tossed_face
    points:
      - grid: {faces: 50_000}
        methods: {exact: , simulate: {trials: 4_000_000}}
"""
SOURCE = Path(__file__).with_name("tossed.py").read_text()
EDITED = SOURCE.replace("FIRST = 0", "FIRST = 1")
SWEEPS = ("wars", "heads", "faces")
TARGETS = (*(f"results/data/{sweep}.parquet" for sweep in SWEEPS), "results/checks.csv")
SWEEPSTAKE = (sys.executable, "-m", "sweepstake.cli")
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


def write(folder, config=CONFIG, source=SOURCE):
    """Write what a run in `folder` reads."""
    (folder / "config.yaml").write_text(config)
    (folder / "tossed.py").write_text(source)


def started(folder, number, environment, words):
    """Begin a run by the command `words`, with the config and the puzzle as they were first."""
    write(folder)
    with (folder / f"said-{number}").open("w") as said:
        return Run(
            folder,
            subprocess.Popen(
                words, cwd=folder, stdout=said, stderr=said, start_new_session=True,
                env={**os.environ, **environment},
            ),
        )  # fmt: skip


def forced(folder):
    """What makes the tables and checks anew; a killed Snakemake's lock counts as lifted."""
    return [
        sys.executable, "-m", "snakemake", "-s", ROOT / "Snakefile", "--directory", folder,
        *TARGETS, "--force", "--nolock", "--configfile", "config.yaml",
    ]  # fmt: skip


def whole():
    """What makes all that the config asks for and that is missing."""
    return [*SWEEPSTAKE, "run", "config.yaml", "-d", "."]


def beside(folder, *words):
    """Another program in `folder`, to its end; none if it does not end."""
    with (folder / "said-beside").open("a") as said, suppress(subprocess.TimeoutExpired):
        ran = subprocess.run(
            words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=BOUND, check=False,
        )  # fmt: skip
        said.write(ran.stdout)
        return ran
    return None
