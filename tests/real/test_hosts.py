"""A scheduler on one host and workers on others, over TLS; no worker sees the run's folder."""

import os
import re
import subprocess
import sys
import time
from contextlib import suppress

import psutil
import pytest

from real import hosts as namespaces
from real.running import Run
from sweepstake.cluster.settings import certificates

PORT = 8786
HIDDEN = 'mount -t tmpfs -o ro none "$0" && exec "$@"'
"""Runs a command that sees an empty folder, where nothing can be written, in place of another."""


@pytest.fixture(scope="module")
def hosts(had):
    had(namespaces.obstacle())
    with namespaces.Hosts(3) as its:
        yield its


class Cluster:
    """A scheduler on the first host, and workers where they are started."""

    def __init__(self, hosts, folder):
        self.hosts, self.folder, self.processes = hosts, folder, []
        self.security, self.stranger = (self.certified(name) for name in ("own", "stranger"))
        (folder / "run").mkdir()
        self.start_scheduler()

    def certified(self, name):
        (self.folder / name).mkdir()
        return certificates(self.folder / name)

    def start_scheduler(self):
        self.scheduler = self.start(
            1, "scheduler", self.security, "--port", str(PORT), "--dashboard-address",
            "127.0.0.1:0", "--no-dashboard", "--protocol", "tls",
        )  # fmt: skip

    def worker(self, number, security=None, **environment):
        return self.start(
            number, "worker", security or self.security, self.address, "--nthreads", "1",
            "--dashboard-address", "127.0.0.1:0", "--local-directory", str(self.folder / "scratch"),
            **environment,
        )  # fmt: skip

    def start(self, number, role, security, *words, **environment):
        own = security.get_tls_config_for_role(role)
        tls = [f"--tls-{name.replace('_', '-')}={own[name]}" for name in ("ca_file", "cert", "key")]
        host = ("--host", self.hosts.address(number))
        hidden = ("unshare", "-m", "sh", "-c", HIDDEN, str(self.folder / "run"))
        command = (*self.hosts.inside(number), *hidden, sys.executable, "-m", "dask", role)
        with (self.folder / f"{role}-{len(self.processes)}").open("w") as said:
            process = subprocess.Popen(
                [*command, *words, *host, *tls], stdout=said, stderr=said, cwd=self.folder,
                env={**os.environ, **environment},
            )  # fmt: skip
        self.processes.append(process)
        return process

    @property
    def address(self):
        return f"tls://{self.hosts.address(1)}:{PORT}"

    def run(self, folder, *asked, security=None, wait="30s"):
        """A run on this machine that uses the cluster."""
        own = (security or self.security).get_tls_config_for_role("client")
        tls = "DASK_DISTRIBUTED__COMM__TLS__"
        told = {f"{tls}CA_FILE": own["ca_file"], f"{tls}CLIENT__CERT": own["cert"]}
        told |= {f"{tls}CLIENT__KEY": own["key"]}
        settings = {"cluster": {"address": self.address, "wait": wait}}
        return Run(folder, *asked, settings=settings, **told)

    def stop(self, *some):
        for process in some:
            kill(process)


def kill(process):
    """Kill a process and those below it."""
    with suppress(psutil.NoSuchProcess):
        its = psutil.Process(process.pid)
        for one in (its, *its.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                one.kill()
    process.wait(30)


@pytest.fixture
def cluster(hosts, tmp_path):
    made = Cluster(hosts, tmp_path)
    yield made
    made.stop(*made.processes)


def test_workers_of_two_hosts_make_the_bytes_of_a_local_run(cluster, few, tmp_path, same):
    cluster.worker(2)
    cluster.worker(3)
    with cluster.run(tmp_path / "run", *few.asked) as run:
        assert run.finish() == 0, run.text
    same(run, few)
    assert run.hosts == {"h2", "h3"}


def test_a_worker_that_is_killed_loses_nothing(cluster, short, tmp_path, same):
    cluster.worker(2)
    victim = cluster.worker(3)
    with cluster.run(tmp_path / "run", *short.asked) as run:
        run.stored(2)
        kill(victim)
        assert run.finish() == 0, run.text
    same(run, short)


@pytest.mark.parametrize("seconds", [20, pytest.param(60, marks=pytest.mark.long)])
def test_a_link_that_is_cut_loses_nothing(seconds, cluster, hosts, short, tmp_path, same):
    cluster.worker(2)
    cluster.worker(3)
    with cluster.run(tmp_path / "run", *short.asked) as run:
        run.stored(2)
        hosts.cut(3)
        try:
            time.sleep(seconds)
        finally:
            hosts.mend(3)
        assert run.finish() == 0, run.text
    same(run, short)


def test_after_the_scheduler_is_killed_only_what_is_missing_is_computed(
    cluster, short, tmp_path, same
):
    cluster.worker(2)
    with cluster.run(tmp_path / "run", *short.asked) as run:
        run.stored(2)
        kill(cluster.scheduler)
        assert run.finish() == 1
    [said] = {line for line in run.text.splitlines() if line.startswith("sweepstake: wars:")}
    assert re.search(r"its scheduler is lost: \d of 4 points are missing; run again$", said)
    cluster.stop(*cluster.processes)
    cluster.start_scheduler()
    cluster.worker(2)
    cluster.worker(3)
    with cluster.run(tmp_path / "run", *short.asked) as again:
        assert again.finish() == 0, again.text
    first, second = run.shards.chunks(), again.shards.chunks()
    assert first
    assert all(first[chunk] == second[chunk] for chunk in first.keys() & second.keys())
    again.shards.kept |= run.shards.kept
    same(again, short, f"{len(first)} chunks before the scheduler was killed")


def test_strangers_are_refused(cluster, few, tmp_path):
    cluster.worker(2)
    with cluster.run(tmp_path / "run", *few.asked, security=cluster.stranger, wait="5s") as run:
        assert run.finish() == 1
    [said] = {line for line in run.text.splitlines() if line.startswith("sweepstake: wars:")}
    assert f"no cluster with address {cluster.address}" in said
    assert not run.shards.kept


def test_a_strangers_worker_gets_no_work(cluster, few, tmp_path):
    cluster.worker(2, cluster.stranger)
    with cluster.run(tmp_path / "run", *few.asked, wait="8s") as run:
        assert run.finish() == 1
    assert "sweepstake: wars: no worker came within 8s" in run.text
    assert not run.shards.kept
