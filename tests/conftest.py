"""What several tests share: the published values, and a real cluster of two processes."""

import fcntl
import json
import signal
from contextlib import contextmanager
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster

from running import ROOT, snakemake
from sweepstake.puzzle import register

SLOW = (
    "cli", "cluster", "config/test_doors", "config/test_precision", "faults", "puzzles/test_rare",
    "report/test_checks", "run/test_determinism", "run/test_watch", "run/test_writable", "s3",
    "test_cli", "test_documents", "test_examples", "test_kernels", "test_notebook", "test_wheel",
    "test_workflow",
)  # fmt: skip
"""Tests that run workflows or the command line, start clusters, or compile every kernel."""


def pytest_collection_modifyitems(items):
    """The slow ones are marked, so that `make test-fast` leaves them out, and begin first."""
    slow = {item for item in items if _slow(item)}
    for item in slow:
        item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item not in slow)


def _slow(item):
    folder, _, path = item.path.relative_to(ROOT).as_posix().partition("/")
    fixtures = getattr(item, "fixturenames", ())
    return (folder == "tests" and path.startswith(SLOW)) or {"tiny", "cluster"} & {*fixtures}


def pytest_configure():
    """What a script starts in the background ignores Ctrl-C; the programs under test must not."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path, config):
    """Leave out what needs more than .venv has, unless it is named.

    A Slurm or several hosts: `make test-cluster`. A browser: `make test-browser`.
    """
    for name in ("real", "browser"):
        asked = any(name in argument for argument in config.args)
        if collection_path == ROOT / "tests" / name and not asked:
            return True
    return None


@pytest.fixture(scope="session")
def golden():
    return json.loads((ROOT / "tests" / "golden.json").read_text())


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def cluster():
    """Two worker processes that every test in the session shares, found through Dask's config."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as local,
        dask.config.set({"sweepstake.cluster.address": local.scheduler_address}),
    ):
        yield local


@pytest.fixture(scope="session")
def tiny(tmp_path_factory, worker_id):
    """A folder in which the tiny workflow has run, with Snakemake's own report.

    Of several processes that run tests, the first makes it for all.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "tiny"
    with Path(f"{folder}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _run_tiny(folder)
    return folder


def _run_tiny(folder):
    folder.mkdir()
    config = ("--configfile", ROOT / "config" / "tiny.yaml")
    ran = snakemake(*config, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    reported = snakemake(*config, "--report", "results/workflow.html", cwd=folder)
    assert reported.returncode == 0, reported.stderr


@contextmanager
def _forgotten():
    before = dict(register._named)
    yield
    register._named.clear()
    register._named.update(before)
    register._registered.cache_clear()
    register._versions.append(None)


@pytest.fixture
def unregistered():
    """Puzzles that a test registers are forgotten after it."""
    with _forgotten():
        yield


@pytest.fixture(scope="module")
def unregistered_after_module():
    """Puzzles that a fixture registers are forgotten after the last test of its module."""
    with _forgotten():
        yield
