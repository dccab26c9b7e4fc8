"""Simulating until the estimate is good enough, on a real cluster."""

from functools import partial
from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake import puzzles
from sweepstake.core.distribution import Distribution, event
from sweepstake.store import tables
from sweepstake.sweep import engine, spec
from sweepstake.sweep.cluster import pool
from sweepstake.sweep.plan import plan
from sweepstake.sweep.precision import MEAN, Until

SWEEP, LENGTH = puzzles.question("war_sweep"), puzzles.question("war_length")
SWEPT = (("swept", True),)


@given(st.integers(1, 999))
def test_the_error_of_a_probability_is_the_binomial_one(count):
    p = count / 1000
    error = Until(1, False, SWEPT, 1).error(SWEEP, event(count, 1000))
    assert error == pytest.approx(sqrt(p * (1 - p) / 1000))
    relative = Until(1, True, SWEPT, 1).error(SWEEP, event(count, 1000))
    assert relative == pytest.approx(error / p)


def test_the_error_of_a_mean_is_that_of_its_lengths():
    sample = Distribution({(2, "A"): 1, (4, "B"): 2, (6, "tie"): 1}, 4)
    assert Until(1, False, MEAN, 1).error(LENGTH, sample) == pytest.approx(sqrt(2 / 4))
    assert Until(1, True, MEAN, 1).error(LENGTH, sample) == pytest.approx(sqrt(2 / 4) / 4)


@pytest.mark.parametrize("count", [0, 1000])
def test_an_outcome_not_seen_or_always_seen_is_not_known_well(count):
    assert Until(1, True, SWEPT, 1).error(SWEEP, event(count, 1000)) == inf


def sweep(**until):
    points = [
        {"list": [{"ranks": 13, "suits": 4, "down": 3}], "methods": {"simulate": {"until": until}}}
    ]
    config = {"sweeps": {"s": {"question": "war_length", "points": points}}}
    return spec.sweeps(config)["s"]


def keys(asked, results):
    return {piece.key for piece in plan(asked, results).pieces}


def run(asked, results):
    engine.run(asked, results, partial(pool, 2), print)
    return tables.load("s", results)


@pytest.mark.usefixtures("cluster")
class TestRounds:
    def test_trials_double_until_the_bound_is_met_and_no_further(self, tmp_path):
        asked = sweep(standard_error=0.25, of=MEAN, max_trials=10**9)
        frame = run(asked, tmp_path)
        [trials] = set(frame["trials"])
        mean = (frame["plays"] * frame["count"]).sum() / trials
        variance = ((frame["plays"] - mean) ** 2 * frame["count"]).sum() / trials
        assert sqrt(variance / trials) <= 0.25 < sqrt(2 * variance / trials)
        assert len(plan(asked, tmp_path).missing) == 0

    def test_a_tighter_bound_goes_on_from_what_is_stored(self, tmp_path):
        loose = sweep(standard_error=0.4, of=MEAN, max_trials=10**9)
        tight = sweep(standard_error=0.25, of=MEAN, max_trials=10**9)
        run(loose, tmp_path / "a")
        before = keys(loose, tmp_path / "a")
        run(tight, tmp_path / "a")
        assert before < keys(tight, tmp_path / "a")
        run(tight, tmp_path / "b")
        name = "data/s.parquet"
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()

    def test_max_trials_is_the_end(self, tmp_path):
        frame = run(sweep(standard_error=1e-9, of=MEAN, max_trials=3_000), tmp_path)
        assert set(frame["trials"]) == {3_000}

    def test_a_rare_outcome_is_found_until_its_share_is_known(self, tmp_path):
        until = {"relative_error": 0.1, "of": {"winner": "tie"}, "max_trials": 2_000_000}
        frame = run(sweep(**until), tmp_path)
        ties = frame.query("winner == 'tie'")["count"].sum()
        [trials] = set(frame["trials"])
        assert trials == 2_000_000 or 1 / sqrt(ties) <= 0.1001
