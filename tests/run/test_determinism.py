"""The same config gives the same bytes, however many workers there are, and of whichever kind."""

import dask
import pytest
from distributed import LocalCluster

from computing import run
from running import some
from sweepstake.cluster import client
from sweepstake.config import spec
from sweepstake.plan import chunks
from sweepstake.run import compute, task
from sweepstake.run.task import Tasks

CONFIG = {
    "sweeps": {
        "wars": {
            "question": "toy_rolls",
            "points": [
                {
                    "grid": {"coins": 13, "sides": 4, "wait": [0, 3]},
                    "methods": {"simulate": {"trials": 140_000}},
                },
                {"grid": {"coins": [2, 3], "sides": 2, "wait": [0, 3]}, "methods": ["chain"]},
            ],
        },
        "streaks": {
            "question": "guess_streak",
            "points": [{"grid": {"cards": [9, 60]}, "methods": {"rare": {"trials": 2_500}}}],
        },
    }
}


def content(folder, workers):
    """The bytes that so many workers make, which all sweeps share."""
    with (
        LocalCluster(workers, threads_per_worker=1, dashboard_address="127.0.0.1:0") as local,
        dask.config.set({"sweepstake.cluster": {"address": local.scheduler_address}}),
    ):
        made = here(folder, workers)
        client.close()
    return made


def here(folder, workers):
    """The bytes that this process and its children make."""
    for name in CONFIG["sweeps"]:
        run(spec.sweep(CONFIG, name), folder, workers)
    return [(folder / "data" / f"{name}.parquet").read_bytes() for name in CONFIG["sweeps"]]


@pytest.fixture(scope="module", autouse=True)
def _small():
    """Chunks and tasks of a sixteenth of the usual seconds: three and more of each sample."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "CHUNK_SECONDS", chunks.CHUNK_SECONDS / 16)
        patch.setattr(task, "TASK_SECONDS", task.TASK_SECONDS / 16)
        yield


@pytest.fixture(scope="module")
def by_one_worker(tmp_path_factory):
    return content(tmp_path_factory.mktemp("one"), 1)


@pytest.mark.parametrize("workers", some([3, 5], [3]))
def test_any_number_of_worker_processes_in_any_order(tmp_path, by_one_worker, workers, monkeypatch):
    class Reversed(Tasks):
        def __iter__(self):
            return reversed([*super().__iter__()])

    monkeypatch.setattr(compute, "Tasks", Reversed)
    assert content(tmp_path, workers) == by_one_worker


def test_threads_of_this_process(tmp_path, by_one_worker, monkeypatch):
    monkeypatch.setattr(compute, "SHORT", 0.0)
    assert here(tmp_path, 2) == by_one_worker
    client.close()


def test_one_child_without_dask(tmp_path, by_one_worker, monkeypatch):
    monkeypatch.setattr(compute, "SHORT", 1e9)
    assert here(tmp_path, 1) == by_one_worker
    assert not client.is_needed()
