"""What several tests share: the published values, and a real cluster of two processes."""

import json
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster

ROOT = Path(__file__).parent.parent


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
