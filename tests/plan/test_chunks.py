"""Points are cut into chunks that depend on the point alone."""

import pickle
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from computing import sweep
from sweepstake.config.points import Point, alone
from sweepstake.plan import chunks
from sweepstake.plan.chunks import CHUNK_BYTES, GAME_BYTES, chunk_sizes, cut
from sweepstake.puzzle import register
from sweepstake.run.task import Task

TRIALS = st.lists(st.integers(1, 10**8), min_size=1, max_size=4)
SAMPLED = Point("toy_won", "simulate", {"coins": 13, "sides": 4}, trials=10**8, seed=1)


def asked(trials):
    parts = [
        {"list": [{"coins": 13, "sides": 4, "wait": k}], "methods": {"simulate": {"trials": one}}}
        for k, one in enumerate(trials)
    ]
    exact = {"list": [{"coins": 2, "sides": 1, "wait": 0}], "methods": ["chain"]}
    return sweep("toy_rolls", exact, *parts, exact, seed=3).points


def test_what_is_asked_has_one_hash_until_anything_of_it_changes(monkeypatch):
    points, simulate = asked([1000]), register.question("toy_rolls").methods["simulate"]
    assert chunks.identity(points) == chunks.identity(asked([1000]))
    others = [asked([1001]), asked([1000, 1000]), replace(points, seed=4)]
    found = {chunks.identity(one) for one in (points, *others)}
    monkeypatch.setitem(
        register.question("toy_rolls").methods, "simulate", replace(simulate, cost=lambda **_: 1.0)
    )
    assert len(found | {chunks.identity(asked([1000]))}) == 5  # a chunk has less trials now


def test_a_cost_that_fails_is_named_with_its_parameters(monkeypatch):
    methods = register.question("toy_rolls").methods
    failing = replace(methods["simulate"], cost=lambda **params: 1 / abs(params["wait"] - 1))
    monkeypatch.setitem(methods, "simulate", failing)
    with pytest.raises(ValueError, match=r"toy_rolls simulate fails at .* wait=1: ZeroDivision"):
        cut(asked([1000, 1000]))


def of(trials):
    return cut(alone(Point(**{**SAMPLED.__dict__, "trials": trials})))


@given(TRIALS)
def test_the_chunks_of_many_points_are_those_of_each(trials):
    points = asked(trials)
    every = pa.concat_tables([cut(alone(point)) for point in points])
    assert cut(points).drop_columns(["_place"]).equals(every.drop_columns(["_place"]))


@given(st.integers(1, 10**10))
def test_chunks_add_up_and_only_the_last_is_short(trials):
    chunks = of(trials)
    sizes = chunks["trials"].to_pylist()
    [size] = chunk_sizes(np.array([SAMPLED.by.seconds(**SAMPLED.params)])).tolist()
    assert sum(sizes) == trials
    assert chunks["chunk"].to_pylist() == list(range(len(chunks)))
    assert all(one == size for one in sizes[:-1])


@given(st.integers(1, 10**9), st.integers(0, 10**9))
def test_raising_trials_keeps_every_whole_chunk(trials, more):
    before, after = ({*zip(*(t[n].to_pylist() for n in ("chunk", "trials")), strict=True)}
                     for t in (of(trials), of(trials + more)))  # fmt: skip
    assert len(before - after) <= 1


@given(st.floats(1e-9, 1e3))
def test_the_games_of_a_chunk_fit_in_memory_and_in_a_second_or_so(seconds):
    [size] = chunk_sizes(np.array([seconds])).tolist()
    assert size.bit_count() == 1
    assert size * GAME_BYTES <= CHUNK_BYTES
    assert size == 1024 or size * seconds <= 1


def test_only_its_own_rows_travel_with_a_task():
    chunks = cut(asked([10**8] * 4))
    task = Task("toy_rolls", "simulate", 3, chunks)[len(chunks) - 1 :]
    travelled = pickle.dumps(task)
    assert len(travelled) < 4_000 < chunks.nbytes
    assert pickle.loads(travelled).chunks.equals(task.chunks)
