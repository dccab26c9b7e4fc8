"""The same config gives the same bytes, however many workers there are, and of whichever kind."""

from functools import partial

import dask
import pytest
from distributed import LocalCluster

from sweepstake.cluster.pool import pool
from sweepstake.config import spec
from sweepstake.run import engine

CONFIG = {
    "sweeps": {
        "wars": {
            "question": "war_length",
            "points": [
                {
                    "grid": {"ranks": 13, "suits": 4, "down": [0, 3]},
                    "methods": {"simulate": {"trials": 2_100_000}},
                },
                {"grid": {"ranks": [2, 3], "suits": 2, "down": [0, 3]}, "methods": ["chain"]},
            ],
        },
        "streaks": {
            "question": "guess_streak",
            "points": [{"grid": {"cards": [9, 60]}, "methods": {"rare": {"trials": 20_000}}}],
        },
    }
}


def content(folder, workers, **options):
    """The bytes that so many workers make, which all sweeps share."""
    with (
        LocalCluster(n_workers=workers, dashboard_address="127.0.0.1:0", **options) as local,
        dask.config.set({"sweepstake.cluster": {"address": local.scheduler_address}}),
    ):
        for name in CONFIG["sweeps"]:
            engine.run(spec.sweep(CONFIG, name), folder, partial(pool, workers), print)
    return [(folder / "data" / f"{name}.parquet").read_bytes() for name in CONFIG["sweeps"]]


@pytest.fixture(scope="module")
def by_one_worker(tmp_path_factory):
    return content(tmp_path_factory.mktemp("one"), 1, threads_per_worker=1)


@pytest.mark.parametrize("workers", [2, 5])
def test_any_number_of_worker_processes(tmp_path, by_one_worker, workers):
    assert content(tmp_path, workers, threads_per_worker=1) == by_one_worker


def test_threads(tmp_path, by_one_worker):
    assert content(tmp_path, 1, threads_per_worker=3, processes=False) == by_one_worker


def test_any_order(tmp_path, by_one_worker, monkeypatch):
    tasks = engine.tasks
    monkeypatch.setattr(engine, "tasks", lambda *given: tasks(*given)[::-1])
    assert content(tmp_path, 2, threads_per_worker=1) == by_one_worker
