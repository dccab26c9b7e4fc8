"""Snakemake's Slurm executor: `snakemake --profile profiles/slurm`."""

import re
import signal

import pandas as pd
import psutil
import pytest

from faults.campaign.processes import family, gone
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


def test_a_job_computes_with_as_many_workers_as_it_has_threads(free, short, tmp_path, same):
    with Run(tmp_path, *short.asked, *PROFILE, *POLLING, "--set-threads", "sweep=2") as run:
        assert run.finish() == 0, run.text
    same(run, short)
    chunks = pd.read_parquet(tmp_path / "results" / "runs" / "wars.parquet")
    assert chunks["worker"].nunique() == 2


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_job_that_is_told_to_stop_ends_soon_and_leaves_no_process(free, longer, tmp_path, sent):
    with Run(tmp_path, *longer.asked, *PROFILE, *POLLING, "--set-threads", "sweep=2") as run:
        run.stored(2)
        jobs = [one for one in family(tmp_path) if "--target-jobs" in one.cmdline()]
        assert jobs
        run.process.send_signal(sent)
        _, left = psutil.wait_procs(jobs, 15)  # Slurm looks at its jobs now and then
        assert left == []
        assert run.finish(60) == 1
        assert gone(tmp_path, seconds=5)


def test_a_job_asks_for_what_the_profile_says(ran):
    (log,) = (ran.folder / ".snakemake" / "log").glob("*.log")
    rule = r"\nrule sweep:\n(?: .*\n)*? +threads: 2\n +resources: (.*)"
    asked = re.findall(rule, log.read_text())
    assert len(asked) == len(ran.jobs)
    assert all("runtime=120" in said and "mem_mb=6000" in said for said in asked)


def test_the_run_shows_each_finished_job_and_its_answers(ran):
    finished = re.findall(r"\w+: [\d,]+ answers; (\d+) of (\d+) sweeps finished", ran.text)
    count = len(ran.jobs)
    assert finished == [(str(number), str(count)) for number in range(1, count + 1)]
    for label in ("checks", "computed", "report", "pandas"):
        assert re.search(rf"^{label} ", ran.text, re.M), ran.text
