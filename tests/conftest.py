"""What several tests share: the published values, and a real cluster of two processes."""

import json
import shutil

import dask
import pytest
from distributed import LocalCluster

from running import ROOT, snakemake


def pytest_ignore_collect(collection_path, config):
    """Leave out what needs a Slurm or several hosts, unless it is named: `make test-cluster`."""
    asked = any("real" in argument for argument in config.args)
    return True if collection_path == ROOT / "tests" / "real" and not asked else None


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
def tiny(tmp_path_factory):
    """A folder in which the tiny workflow has run, with its report."""
    folder = tmp_path_factory.mktemp("tiny")
    config = ("--configfile", ROOT / "config" / "tiny.yaml")
    ran = snakemake(*config, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    reported = snakemake(*config, "--report", "results/report.html", cwd=folder)
    assert reported.returncode == 0, reported.stderr
    return folder


@pytest.fixture
def house(tmp_path):
    """A copy of the whole house to which a test may add a puzzle: `house(name, source)`."""
    for name in ("Snakefile", "workflow", "profiles", "src", "config"):
        kept = shutil.ignore_patterns("__pycache__", "*.egg-info")
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=kept)
        else:
            shutil.copy(ROOT / name, tmp_path / name)

    def add(name, source):
        puzzles = tmp_path / "src" / "sweepstake" / "puzzles"
        (puzzles / name).mkdir()
        (puzzles / name / "__init__.py").write_text(source)
        register = tmp_path / "src" / "sweepstake" / "puzzle" / "register.py"
        said = register.read_text()
        assert said.count("BUILT_IN = (") == 1
        register.write_text(said.replace("BUILT_IN = (", f'BUILT_IN = ("{name}", '))
        return tmp_path

    return add
