"""Snakemake's Slurm executor: `snakemake --profile profiles/slurm`."""

import re

import pandas as pd
import pytest

from real.running import Run
from running import ROOT

PROFILE = ("--profile", ROOT / "profiles" / "slurm", "--slurm-no-account")
POLLING = (
    *("--slurm-status-command", "squeue", "--slurm-init-seconds-before-status-checks", "2"),
    *("--seconds-between-status-checks", "2"),
)
"""Slurm keeps no accounts here, and jobs are short."""


@pytest.fixture(scope="module")
def ran(slurm, tiny, tmp_path_factory):
    """The tiny workflow, every sweep a job of two threads."""
    slurm.clear()
    before = slurm.begun()
    folder = tmp_path_factory.mktemp("executor")
    with Run(folder, *tiny.asked, *PROFILE, *POLLING, "--set-threads", "sweep=2") as run:
        assert run.finish() == 0, run.text
    run.jobs = {*slurm.begun()} - {*before}
    return run


def test_it_makes_the_bytes_of_a_local_run(ran, tiny, same):
    same(ran, tiny, f"{len(ran.jobs)} jobs")


def test_only_sweeps_are_jobs(ran, tiny):
    assert len(ran.jobs) == len(tiny.tables)
    assert (ran.folder / "results" / "tables" / "findings.csv").exists()


def test_progress_of_every_sweep_is_in_its_log(ran, tiny):
    for file in tiny.tables:
        log = (ran.folder / "results/logs/sweep" / file).with_suffix(".log").read_text()
        assert re.search(r"\d+ points, 0 stored, \d+ to compute", log)


def test_a_job_computes_with_as_many_workers_as_it_has_threads(ran):
    files = (ran.folder / "results" / "runs").glob("*.parquet")
    found = sorted(map(pd.read_parquet, files), key=lambda chunks: chunks["seconds"].sum())
    workers = [chunks["worker"].nunique() for chunks in found]
    assert max(workers) == 2
    assert workers[-1] == 2  # in a second of work, the first to come may have done it all


def test_a_job_asks_for_what_the_profile_says(ran):
    asked = re.findall(r"threads: 2\n +resources: (.*)", ran.text)
    assert len(asked) == len(ran.jobs)
    assert all("runtime=120" in said and "mem_mb=6000" in said for said in asked)
