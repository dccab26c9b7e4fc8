"""A cluster that several runs use: started, found, used and ended as a user does it."""

import json
import os
import shutil
import stat
import subprocess
import sys
import time

import psutil
import pyarrow.parquet as pq
import pytest

import waiting
from running import snakemake
from sweepstake.cluster import connection, shared

FILES = ("results/data/small.parquet", "results/data/large.parquet")


def cluster(*words, cwd, **environment):
    return subprocess.run(
        [sys.executable, "-m", "sweepstake.cli", "cluster", *words],
        cwd=cwd, capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, **environment},
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    """A folder with a config; a cluster that was started there is ended afterwards."""
    (tmp_path / "config.yaml").write_text(json.dumps(waiting.config(16, "small", "large")))
    yield tmp_path
    cluster("stop", cwd=tmp_path)


def run(folder):
    ran = snakemake(*FILES, "--configfile", "config.yaml", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    return ran


def workers(folder):
    return {
        worker
        for name in FILES
        for worker in pq.read_table(folder / name.replace("data", "runs"))["worker"].to_pylist()
    }


def test_the_sweeps_of_a_run_share_one_cluster_that_ends_with_it(folder):
    run(folder)
    assert len(workers(folder)) <= len(os.sched_getaffinity(0))
    time.sleep(0.5)
    assert not [p for p in psutil.process_iter(["cwd"]) if p.info["cwd"] == str(folder)]


def test_a_cluster_that_was_started_serves_several_runs(folder):
    started = cluster("start", "--workers", "2", cwd=folder)
    assert started.returncode == 0, started.stderr
    run(folder)
    first = workers(folder)
    for name in (*FILES, *(name.replace("data", "runs") for name in FILES)):
        (folder / name).unlink()
    for path in (folder / "results/.points/waiting_heads").iterdir():
        path.unlink()
    run(folder)
    assert workers(folder) | first <= first | workers(folder)
    assert len(first | workers(folder)) <= 2
    said = cluster("status", cwd=folder).stdout
    assert "workers" in said
    assert "tls://127.0.0.1" in said
    held = connection.process(shared.place(folder / "results"))
    assert held
    assert psutil.pid_exists(held[1])
    assert cluster("stop", cwd=folder).returncode == 0
    assert not psutil.pid_exists(held[1])
    assert not shared.place(folder / "results").exists()


def test_its_keys_are_for_its_user_only(folder):
    cluster("start", "--workers", "1", cwd=folder)
    private = shared.place(folder / "results")
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert stat.S_IMODE((private / "connection.json").stat().st_mode) == 0o600


def test_a_cluster_ends_if_its_folder_is_removed(folder):
    cluster("start", "--workers", "1", cwd=folder)
    first = psutil.Process(connection.process(shared.place(folder / "results"))[1])
    family = [first, *first.children(recursive=True)]
    shutil.rmtree(folder / "results")
    cluster("start", "--workers", "1", cwd=folder)
    assert psutil.wait_procs(family, 20)[1] == []
    assert cluster("status", cwd=folder).returncode == 0


def test_a_cluster_that_does_not_listen_is_ended_all_the_same(folder):
    cluster("start", "--workers", "1", cwd=folder)
    held = psutil.Process(connection.process(shared.place(folder / "results"))[1])
    family = [held, *held.children(recursive=True)]
    held.suspend()
    assert cluster("stop", cwd=folder).returncode == 0
    assert psutil.wait_procs(family, 10)[1] == []
    assert "has no cluster" in cluster("status", cwd=folder).stderr


def test_a_cluster_whose_process_was_killed_is_not_used(folder):
    cluster("start", "--workers", "1", cwd=folder)
    held = connection.process(shared.place(folder / "results"))
    killed = psutil.Process(held[1])
    family = [killed, *killed.children(recursive=True)]
    for process in family:
        process.kill()
    psutil.wait_procs(family, 10)
    run(folder)
    assert "has no cluster" in cluster("status", cwd=folder).stderr


@pytest.mark.parametrize(
    ("words", "environment", "says"),
    [
        (("status",), {}, "results has no cluster; start one by sweepstake cluster start"),
        (("stop",), {}, "results has no cluster; start one by"),
        (("start", "--workers", "none"), {}, "--workers is 'none'; allowed: whole numbers"),
        (
            ("start",),
            {"DASK_SWEEPSTAKE__CLUSTER__ADDRESS": "tls://127.0.0.1:1"},
            "names a cluster that runs already; runs use it",
        ),
        (
            ("start",),
            {"DASK_SWEEPSTAKE__CLUSTER__CLASS": "nowhere.Cluster"},
            "nowhere is not installed; pip install nowhere",
        ),
        (("certificates", "."), {}, ". is there already; name a new folder"),
    ],
)
def test_what_can_not_be_done_is_said_in_one_line(folder, words, environment, says):
    said = cluster(*words, cwd=folder, **environment)
    assert said.returncode == 2
    assert says in said.stderr
    assert len(said.stderr.splitlines()) == 1
    assert not shared.place(folder / "results").exists()


def test_certificates_of_ones_own_serve_a_scheduler_and_workers(folder):
    assert cluster("certificates", "keys", cwd=folder).returncode == 0
    assert {stat.S_IMODE(p.stat().st_mode) for p in (folder / "keys").glob("*.pem")} == {0o600}
    ours = {**os.environ, "DASK_CONFIG": str(folder / "keys" / "dask.yaml")}
    dask = [sys.executable, "-m", "dask"]
    file = ("--scheduler-file", "scheduler.json")
    started = [
        subprocess.Popen(
            [*dask, kind, *words, *file], cwd=folder, env=ours, stderr=subprocess.DEVNULL
        )
        for kind, words in (
            ("scheduler", ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")),
            ("worker", ("--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard")),
        )
    ]
    try:
        settings = {"DASK_SWEEPSTAKE__CLUSTER__SCHEDULER_FILE": str(folder / "scheduler.json")}
        known = {**settings, "DASK_CONFIG": ours["DASK_CONFIG"]}
        ran = snakemake(FILES[0], "--configfile", "config.yaml", cwd=folder, **known)
        assert ran.returncode == 0, ran.stderr
        assert "tls://" in (folder / "scheduler.json").read_text()
        stranger = snakemake(FILES[1], "--configfile", "config.yaml", cwd=folder, **settings)
        assert stranger.returncode == 1
        [said] = [line for line in stranger.stderr.splitlines() if line.startswith("sweepstake:")]
        assert "it speaks TLS and no certificate that it accepts is configured" in said
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(30)
