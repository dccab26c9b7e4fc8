"""What the jobs of sweeps ask a batch system for."""

from functools import partial

import dask
import pytest

from sweepstake.cluster.pool import pool
from sweepstake.config import spec
from sweepstake.run import engine
from sweepstake.snakemake import request
from sweepstake.snakemake.request import Work

TRIALS = 2_000_000_000
CONFIG = {
    "sweeps": {
        "s": {
            "question": "war_length",
            "points": [
                {
                    "grid": {"ranks": 13, "suits": 4, "down": 3},
                    "methods": {"simulate": {"trials": TRIALS}},
                }
            ],
        }
    }
}


def asked(results, attempt=1, threads=2, most=600.0):
    made = request.resources(CONFIG, results, most)
    return [made[name]({"sweep": "s"}, attempt, threads) for name in ("runtime", "mem_mb")]


def test_time_is_that_of_the_work_on_so_many_threads_with_room_to_spare(tmp_path):
    work = request.work(CONFIG, "s", tmp_path, 600.0)
    runtime, _ = asked(tmp_path)
    assert 60 * runtime > request.SAFETY * work.seconds / 2
    assert 60 * runtime < 2 * request.SAFETY * work.seconds / 2


def test_another_attempt_asks_for_more(tmp_path):
    assert asked(tmp_path, attempt=2) == [2 * each for each in asked(tmp_path)]


def test_more_threads_ask_for_less_time_and_more_memory(tmp_path):
    (long, small), (short, large) = asked(tmp_path), asked(tmp_path, threads=8)
    assert short < long
    assert small < large


@pytest.mark.parametrize("threads", [1, 64])
def test_there_is_always_time_for_the_longest_chunk_and_for_a_start(threads):
    assert request.minutes(Work(600, 600, 1), threads) >= 30
    assert request.minutes(Work(0, 0, 0), threads) == request.LEAST


def test_nothing_is_asked_for_chunks_that_are_refused(tmp_path):
    assert asked(tmp_path, most=1e-9)[0] == request.LEAST


@pytest.mark.usefixtures("cluster")
def test_what_is_stored_elsewhere_is_not_asked_for(tmp_path):
    block = {"grid": {"ranks": [2, 4], "suits": 1}, "methods": ["formula"]}
    config = {"sweeps": {"s": {"question": "war_sweep", "points": [block]}}}
    with dask.config.set({"sweepstake.store": str(tmp_path / "elsewhere")}):
        engine.run(spec.sweep(config, "s"), tmp_path / "results", partial(pool, 1), print)
    place = tmp_path / "elsewhere"
    assert request.work(config, "s", tmp_path / "results", 600.0, place).seconds == 0
    assert request.work(config, "s", tmp_path / "results", 600.0).seconds > 0
