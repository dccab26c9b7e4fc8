"""Simulating until the estimate is good enough, on a real cluster."""

import shutil
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import inf, sqrt

import numpy as np
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

import computing
from stored import flipped
from sweepstake.config.valid import MEAN, Until
from sweepstake.core import weighted
from sweepstake.core.distribution import Distribution, event
from sweepstake.plan import chunks
from sweepstake.plan.plan import PILOT, Round, next_round, plan
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Column
from sweepstake.store import compaction, tables
from sweepstake.store.shards import Store
from sweepstake.upkeep import clean

SWEEP, LENGTH = register.question("toy_won"), register.question("toy_rolls")
SWEPT = (("won", True),)


@given(st.integers(1, 999))
def test_the_error_of_a_probability_is_the_binomial_one(count):
    p = count / 1000
    error = Until(1, False, SWEPT, 1).estimate(SWEEP, event(count, 1000)).error
    assert error == pytest.approx(sqrt(p * (1 - p) / 1000))
    relative = Until(1, True, SWEPT, 1).estimate(SWEEP, event(count, 1000)).error
    assert relative == pytest.approx(error / p)


def test_the_error_of_a_mean_is_that_of_its_lengths():
    sample = Distribution({(2, "A"): 1, (4, "B"): 2, (6, "tie"): 1}, 4)
    assert Until(1, False, MEAN, 1).estimate(LENGTH, sample).error == pytest.approx(sqrt(2 / 4))
    assert Until(1, True, MEAN, 1).estimate(LENGTH, sample).error == pytest.approx(sqrt(2 / 4) / 4)


@pytest.mark.parametrize("count", [0, 1000])
def test_an_outcome_not_seen_or_always_seen_is_not_known_well(count):
    assert Until(1, True, SWEPT, 1).estimate(SWEEP, event(count, 1000)).error == inf


def test_the_error_of_weighted_trials_is_that_of_their_mean():
    sample = weighted.event(np.array([0.1, 0.2, 0.6, 0.3]))
    error = sample.standard_error(True)
    assert Until(1, False, SWEPT, 1).estimate(SWEEP, sample).error == error
    assert Until(1, True, SWEPT, 1).estimate(SWEEP, sample).error == pytest.approx(error / 0.3)
    assert Until(1, True, SWEPT, 1).estimate(SWEEP, sample).doubt == pytest.approx(sqrt(0.5) / 1.2)


def test_weights_of_which_few_trials_carry_all_are_not_good_enough():
    hits = np.zeros(1_000)
    for carry, enough in ((1, False), (20, False), (40, True)):
        hits[:carry] = 1e-6
        sample = weighted.event(hits)
        assert Until(1e-5, False, SWEPT, 1).met(SWEEP, sample) == enough
        assert Until(2, True, SWEPT, 1).met(SWEEP, sample) == enough


def test_weighted_trials_go_on_while_few_of_them_carry_all():
    def look(first, trials):  # each chunk is its own draw
        rng = np.random.default_rng(first + trials)
        return weighted.event(1e-6 * (rng.random(trials) < 0.01))

    last = next_round(Until(1e-5, False, SWEPT, 10**6), SWEEP, 100, look)
    assert last.met
    assert look(0, last.trials).effective(True) >= 30
    assert last.trials > 2_000


def test_weighted_trials_that_never_met_the_outcome_say_nothing():
    sample = weighted.event(np.zeros(4))
    assert Until(1, True, SWEPT, 1).estimate(SWEEP, sample).error == inf
    assert Until(1, True, SWEPT, 1).estimate(SWEEP, sample).doubt == inf


class Chunks:
    """Chunks of a point whose outcome has probability `p`, each drawn when it is first needed."""

    def __init__(self, p, rng, size=1024):
        self.p, self.rng, self.size, self.drawn = p, rng, size, {}

    def look(self, first, trials):
        chunks = [(first + k, min(self.size, trials - at))
                  for k, at in enumerate(range(0, trials, self.size))]  # fmt: skip
        return event(sum(map(self.ways, chunks)), trials)

    def ways(self, chunk):
        if chunk not in self.drawn:
            self.drawn[chunk] = int(self.rng.binomial(chunk[1], self.p))
        return self.drawn[chunk]

    @property
    def trials(self):
        return sum(trials for _, trials in self.drawn)


def after_a_pilot(until, chunks):
    last = next_round(until, SWEEP, chunks.size, chunks.look)
    assert last.first == 0
    return chunks.look(0, last.trials)


def off(p, until, runs=1_500):
    """How far the mean estimate of many points is off, in standard errors of that mean."""
    rng = np.random.default_rng(1)
    found = [float(after_a_pilot(until, Chunks(p, rng))[True]) for _ in range(runs)]
    return (np.mean(found) - p) / np.std(found) * sqrt(runs)


RELATIVE = (0.0018, Until(0.3, True, SWEPT, 10**9))
ABSOLUTE = (0.0018, Until(0.0005, False, SWEPT, 10**9))
ONE_CHUNK = (0.2, Until(0.1, True, SWEPT, 10**9))
TIGHT = (0.05, Until(0.02, True, SWEPT, 10**9))


@pytest.mark.parametrize(("p", "until"), [RELATIVE, ABSOLUTE, ONE_CHUNK, TIGHT])
def test_the_estimate_is_right_on_average(p, until):
    """It is off by more than 8 if a run stops once a sample looks good."""
    assert abs(off(p, until)) < 4


@given(st.floats(0, 1), st.floats(0.01, 1), st.booleans(), st.integers(2, 10**5))
def test_the_last_round_meets_the_bound_or_took_all_that_is_allowed(p, bound, relative, most):
    chunks, until = Chunks(p, np.random.default_rng(1)), Until(bound, relative, SWEPT, most)
    last = next_round(until, SWEEP, chunks.size, chunks.look)
    met = until.met(SWEEP, chunks.look(0, last.trials))
    pilot = sum(trials for first, trials in set(chunks.drawn) if first >= PILOT)
    assert last.met == met
    assert 0 < pilot <= max(most // 10, 1)
    assert pilot + last.trials <= most
    assert met or pilot + last.trials == most


def lengths(rare):
    """Samples of a mean: toy_rolls's, of which one game in so many takes 10 million plays."""
    rng = np.random.default_rng(1)

    @cache
    def look(first, trials):
        met = rng.binomial(trials, 1 / rare) if rare else 0
        games = {(2, "A"): trials - met, (10**7, "B"): met}
        return Distribution({game: count for game, count in games.items() if count}, trials)

    return look


def test_a_mean_does_not_end_before_its_pilot_has_seen_two_values():
    last = next_round(Until(0.1, True, MEAN, 10**9), LENGTH, 1024, lengths(rare=10**6))
    assert last.met
    assert 50 * 10**6 < last.trials < 500 * 10**6  # 100 of the long ones are enough
    assert Until(0.1, True, MEAN, 10**9).met(LENGTH, lengths(10**6)(0, last.trials))


def test_a_mean_of_equal_values_is_met_by_as_many_trials_as_the_pilot_may_take():
    last = next_round(Until(0.1, True, MEAN, 10**6), LENGTH, 1000, lengths(rare=None))
    assert last == Round(0, 10**5)


def test_equal_fractions_have_no_spread_although_their_sum_is_rounded():
    question = replace(LENGTH, outcomes=(Column("share", "rational", "a share"),))
    sample = Distribution({Fraction(1, 10): 3}, 3)
    assert Until(1, False, MEAN, 1).estimate(question, sample).error == 0
    assert Until(1, False, MEAN, 1).estimate(question, sample).doubt == inf


def test_what_is_counted_depends_on_the_pilot_alone():
    def counted(seed):
        chunks, pilot = (Chunks(0.01, np.random.default_rng(seed)) for seed in (seed, 1))

        def look(first, trials):
            return (pilot if first == PILOT else chunks).look(first, trials)

        return next_round(Until(0.1, True, SWEPT, 10**9), SWEEP, 1024, look).trials

    assert len({counted(seed) for seed in range(2, 20)}) == 1


def block(**until):
    deck = {"coins": 13, "sides": 4, "wait": 3}
    return {"list": [deck], "methods": {"simulate": {"until": until}}}


def sweep(**until):
    return computing.sweep("toy_rolls", block(**until))


ASKED = {"standard_error": 0.003, "of": MEAN, "max_trials": 10**9}
NARROW = sweep(**ASKED)


def asked_keys(asked, results):
    chunks = plan(asked, results).chunks
    return {tuple(row.values()) for row in chunks.select(["_place", "chunk", "trials"]).to_pylist()}


def run(asked, results):
    computing.run(asked, results)
    return tables.load("s", results)


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """The results of a mean that is to be known within 0.003 rolls; not to be changed."""
    folder = tmp_path_factory.mktemp("narrow")
    computing.run(NARROW, folder)
    return folder


class TestRounds:
    def test_the_bound_is_met_with_no_more_than_a_margin(self, narrow):
        frame = tables.load("s", narrow)
        [trials] = set(frame["trials"])
        mean = (frame["rolls"] * frame["count"]).sum() / trials
        variance = ((frame["rolls"] - mean) ** 2 * frame["count"]).sum() / trials
        assert sqrt(variance / trials) <= 0.003 < sqrt(2 * variance / trials)
        assert len(plan(NARROW, narrow).missing) == 0

    def test_a_tighter_bound_goes_on_from_what_is_stored(self, tmp_path, monkeypatch):
        monkeypatch.setattr(chunks, "CHUNK_SECONDS", chunks.CHUNK_SECONDS / 16)
        loose = sweep(standard_error=0.02, of=MEAN, max_trials=10**9)
        tight = sweep(standard_error=0.006, of=MEAN, max_trials=10**9)
        run(loose, tmp_path / "a")
        before = asked_keys(loose, tmp_path / "a")
        run(tight, tmp_path / "a")
        assert before < asked_keys(tight, tmp_path / "a")
        run(tight, tmp_path / "b")
        name = "data/s.parquet"
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()

    def test_max_trials_is_the_end(self, tmp_path):
        said = computing.run(sweep(standard_error=1e-9, of=MEAN, max_trials=3_000), tmp_path)
        assert set(tables.load("s", tmp_path)["trials"]) == {2_700}  # the pilot took 300
        assert "1 of 1 points took their max_trials" in said[-1]
        assert "toy_rolls coins=13 sides=4 wait=3 simulate" in said[-1]

    def test_a_damaged_round_is_computed_again(self, narrow, tmp_path):
        before = tables.load("s", narrow)
        shutil.copytree(narrow, tmp_path, dirs_exist_ok=True)
        for path in (tmp_path / ".points" / "toy_rolls").glob("*/*.parquet"):
            flipped(path)
        assert len(plan(NARROW, tmp_path).missing) > 0
        assert run(NARROW, tmp_path).equals(before)

    def test_no_round_is_cleaned_away_because_another_is_missing(self, narrow, tmp_path):
        shutil.copytree(narrow, tmp_path, dirs_exist_ok=True)
        assert 0 in plan(NARROW, tmp_path).chunks["chunk"].to_pylist()
        [own] = Store(tmp_path, LENGTH).partitions()
        first = [(shard.path, pc.equal(chunks["chunk"], 0)) for shard, chunks in own.contents()]
        compaction.remove(own, [(path, np.flatnonzero(rows.to_numpy())) for path, rows in first])
        for seed, goes in ((1, False), (2, True)):
            asked = computing.config("toy_rolls", block(**ASKED), seed=seed)
            assert any(one.chunks for one in clean.unasked([asked], tmp_path)) == goes

    def test_a_rare_outcome_is_found_until_its_share_is_known(self, tmp_path):
        until = {"relative_error": 0.1, "of": {"winner": "tie"}, "max_trials": 2_000_000}
        frame = run(sweep(**until), tmp_path)
        ties = frame.query("winner == 'tie'")["count"].sum()
        [trials] = set(frame["trials"])
        assert trials == 1_800_000 or 1 / sqrt(ties) <= 0.1001

    def test_weighted_trials_go_on_until_their_error_is_small_enough(self, tmp_path):
        until = {"relative_error": 0.002, "of": {"won": True}, "max_trials": 10**8}
        block = {"list": [{"coins": 13, "sides": 4}], "methods": {"rare": {"until": until}}}
        asked = computing.sweep("toy_won", block)
        [row] = run(asked, tmp_path).query("won").to_dict("records")
        assert 0.0005 < row["standard_error"] / row["probability"] <= 0.002
        assert abs(row["probability"] * 2**15 - 1) < 5 * 0.002
