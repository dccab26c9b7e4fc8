"""Simulating until the estimate is good enough, on a real cluster."""

from functools import partial
from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stored import flipped
from sweepstake import puzzles
from sweepstake.core.distribution import Distribution, event
from sweepstake.store import keys, tables
from sweepstake.store.pieces import PointStore
from sweepstake.sweep import clean, engine, spec
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


def config(**until):
    points = [
        {"list": [{"ranks": 13, "suits": 4, "down": 3}], "methods": {"simulate": {"until": until}}}
    ]
    return {"sweeps": {"s": {"question": "war_length", "points": points}}}


ANOTHER = config(standard_error=0.25, of=MEAN, max_trials=10**9) | {"seed": 2}


def sweep(**until):
    return spec.sweep(config(**until), "s")


def asked_keys(asked, results):
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
        before = asked_keys(loose, tmp_path / "a")
        run(tight, tmp_path / "a")
        assert before < asked_keys(tight, tmp_path / "a")
        run(tight, tmp_path / "b")
        name = "data/s.parquet"
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()

    def test_max_trials_is_the_end(self, tmp_path):
        asked, said = sweep(standard_error=1e-9, of=MEAN, max_trials=3_000), []
        engine.run(asked, tmp_path, partial(pool, 2), said.append)
        assert set(tables.load("s", tmp_path)["trials"]) == {3_000}
        assert "1 of 1 points took their max_trials without meeting the bound" in said[-1]
        assert "war_length ranks=13 suits=4 down=3 simulate" in said[-1]

    def test_a_damaged_round_is_computed_again(self, tmp_path):
        asked = sweep(standard_error=0.25, of=MEAN, max_trials=10**9)
        before = run(asked, tmp_path)
        for path in (tmp_path / ".points" / "war_length").glob("*.parquet"):
            flipped(path)
        assert len(plan(asked, tmp_path).missing) > 0
        assert run(asked, tmp_path).equals(before)

    def test_no_round_is_cleaned_away_because_another_is_missing(self, tmp_path):
        asked = sweep(standard_error=0.25, of=MEAN, max_trials=10**9)
        run(asked, tmp_path)
        [first] = [piece for piece in plan(asked, tmp_path).pieces if piece.chunk == 0]
        PointStore(tmp_path, LENGTH).remove(keys.packed([first.key]))
        asking = config(standard_error=0.25, of=MEAN, max_trials=10**9)
        assert not any(len(one.keys) for one in clean.unasked([asking], tmp_path))
        assert any(len(one.keys) for one in clean.unasked([ANOTHER], tmp_path))

    def test_a_rare_outcome_is_found_until_its_share_is_known(self, tmp_path):
        until = {"relative_error": 0.1, "of": {"winner": "tie"}, "max_trials": 2_000_000}
        frame = run(sweep(**until), tmp_path)
        ties = frame.query("winner == 'tie'")["count"].sum()
        [trials] = set(frame["trials"])
        assert trials == 2_000_000 or 1 / sqrt(ties) <= 0.1001
