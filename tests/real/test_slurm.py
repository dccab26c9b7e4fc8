"""SLURMCluster, on a Slurm of three nodes."""

import re
import subprocess
import sys
from contextlib import suppress

import psutil
import pytest
import yaml

from real.running import Run
from real.slurm import command, wait_for
from running import ROOT

PAGE = ROOT / "docs" / "cluster.md"
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(), re.M | re.S)


def settings(folder, wait="60s", **given):
    """What docs/cluster.md has for Slurm, with what is other here."""
    [its] = [block for block in BLOCKS if "SLURMCluster" in block]
    cluster = yaml.safe_load(its)["sweepstake"]["cluster"]
    here = {"cores": 1, "memory": "1 GB", "interface": "lo", "walltime": "00:10:00"}
    places = {"log_directory": folder / "jobs", "local_directory": folder / "scratch"}
    options = {**cluster["options"], **here, **{name: str(at) for name, at in places.items()}}
    cluster |= {"workers": 3, "wait": wait, "options": options | given.pop("options", {})}
    if "adapt" in given:
        del cluster["workers"]
    return {"cluster": cluster | given}


def test_it_makes_the_bytes_of_a_local_run(free, tiny, tmp_path, same):
    with Run(tmp_path, *tiny.asked, settings=settings(tmp_path)) as run:
        assert run.finish() == 0, run.text
    same(run, tiny)


HIDDEN = """\
#!/bin/sh
exec unshare -m sh -c 'mount -t tmpfs -o ro none "$0" && exec "$@"' {} {} "$@"
"""


def test_jobs_need_not_see_the_results(free, few, tmp_path, same):
    python, results = tmp_path / "python", tmp_path / "results"
    python.write_text(HIDDEN.format(results, sys.executable))
    python.chmod(0o755)
    results.mkdir()
    given = settings(tmp_path, options={"python": str(python)})
    with Run(tmp_path, *few.asked, settings=given) as run:
        assert run.finish() == 0, run.text
    same(run, few)


def test_a_job_that_is_cancelled_is_replaced(free, longer, tmp_path, same):
    with Run(tmp_path, *longer.asked, settings=settings(tmp_path)) as run:
        run.stored(2)
        begun = free.begun()
        command("scancel", free.queue("RUNNING")[0][0])
        wait_for(lambda: len({*free.begun()} - {*begun}) == 1, 30)
        assert run.finish() == 0, run.text
    same(run, longer)


def test_the_job_of_a_node_that_is_gone_is_replaced(free, longer, tmp_path, same):
    with Run(tmp_path, *longer.asked, settings=settings(tmp_path)) as run:
        run.stored(2)
        begun = free.begun()
        node = free.queue("RUNNING")[0][2]
        gone = [job for job, _, where, _ in free.queue("RUNNING") if where == node]
        free.kill_node(node)
        wait_for(lambda: len({*free.begun()} - {*begun}) >= len(gone), 60)
        assert run.finish() == 0, run.text
    free.start_node(node)
    same(run, longer)


def test_jobs_whose_time_is_over_are_replaced(free, longer, tmp_path, same):
    given = settings(tmp_path, workers=2, options={"walltime": "00:01:00"})
    with Run(tmp_path, *longer.asked, settings=given) as run:
        run.stored(1)
        begun = free.begun()
        assert run.finish() == 0, run.text
        replaced = {*free.begun()} - {*begun}
        assert len(replaced) >= 2, "the sweep is too short for this machine"
    same(run, longer)


def complaint(run):
    """The one line by which a run that failed says why."""
    assert run.finish() == 1
    assert "Traceback" not in run.text
    [said] = {line for line in run.text.splitlines() if line.startswith("sweepstake: ")}
    return said


def test_the_time_in_the_queue_is_not_counted(free, few, tmp_path, same):
    free.fill()
    with Run(tmp_path, *few.asked, settings=settings(tmp_path, wait="5s")) as run:
        run.says("wars: waiting for workers: their jobs have not begun")
        with pytest.raises(subprocess.TimeoutExpired):
            run.process.wait(10)
        free.clear("filler")
        assert run.finish() == 0, run.text
    same(run, few, "with more than 10 s in the queue")


def test_sbatch_has_the_last_word_on_a_partition(free, few, tmp_path):
    wrong = settings(tmp_path, workers=1, options={"queue": "nowhere"})
    with Run(tmp_path, *few.asked, settings=wrong) as run:
        assert "sbatch: error: invalid partition specified: nowhere" in complaint(run)


def test_an_adaptive_cluster_grows_with_its_work_and_shrinks_after_it(free, short, tmp_path, same):
    given = settings(tmp_path, adapt={"minimum": 0, "maximum": 3})
    with Run(tmp_path, *short.asked, settings=given) as run:
        wait_for(lambda: len(free.queue("RUNNING")) == 3, 90)
        assert run.finish() == 0, run.text
    wait_for(lambda: not free.queue(), 60)
    same(run, short)


def test_nothing_listens_beyond_loopback_and_all_connections_are_tls(free, few, tmp_path, same):
    with Run(tmp_path, *few.asked, settings=settings(tmp_path)) as run:
        run.stored(1)
        heard = listening(tmp_path)
        workers = len(free.queue("RUNNING"))
        assert run.finish() == 0, run.text
    same(run, few)
    assert len(heard) >= 2 + 2 * workers  # a scheduler and its pages; workers and their nannies
    assert {host for host, _ in heard} == {"127.0.0.1"}
    assert "tcp://" not in run.text
    assert not [*tmp_path.glob(".sweepstake-*")]  # keys go with the run
    jobs = "".join(path.read_text() for path in (tmp_path / "jobs").iterdir())
    assert "tls://127.0.0.1:" in jobs
    assert "tcp://" not in jobs


def listening(folder):
    """Where the processes of a run listen: all that work in its folder, jobs too."""
    found = set()
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.cwd() == str(folder):
                found |= {
                    one.laddr for one in process.net_connections("inet")
                    if one.status == psutil.CONN_LISTEN
                }  # fmt: skip
    return found
