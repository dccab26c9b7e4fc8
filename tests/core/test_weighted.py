"""Weighted trials: their sums, their errors, and the resampling of particles."""

from math import isinf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.core import weighted
from sweepstake.core.particles import choose, unequal, uniform
from sweepstake.core.stream import stream

weights = st.lists(
    st.floats(0.0, 1.0).filter(lambda w: not 0 < w < 1e-100), min_size=2, max_size=50
).map(np.array)


@given(weights)
def test_the_error_of_a_mean_weight_is_the_textbook_one(its):
    found = weighted.event(its)
    assert found.probability(True) == pytest.approx(its.mean())
    if its.any():
        textbook = its.std(ddof=1) / np.sqrt(len(its))
        assert found.standard_error(True) == pytest.approx(textbook, abs=1e-7 * its.mean())


@given(weights, st.randoms())
def test_parts_come_to_the_same_in_any_order(its, shuffled):
    parts = [("x", (len(part), *weighted.sums(part))) for part in np.array_split(its, 2)]
    other = parts[:]
    shuffled.shuffle(other)
    assert weighted.merged(parts, len(its)) == weighted.merged(other, len(its))
    whole = weighted.Weighted({"x": weighted.sums(its)}, len(its))
    merged = weighted.merged(parts, len(its))
    assert merged.sums["x"] == pytest.approx(whole.sums["x"], abs=1e-12)


def test_a_part_that_did_not_meet_the_outcome_counts():
    its = np.array([0.5, 0.25, 0.0, 0.0])
    merged = weighted.merged([("x", (2, *weighted.sums(its[:2])))], 4)
    assert merged.sums["x"] == pytest.approx(weighted.sums(its))


def test_what_is_left_of_1_is_as_well_known_as_the_event():
    found = weighted.event(np.array([1e-8, 3e-8, 2e-8, 5e-8]))
    assert found.standard_error(False) == pytest.approx(found.standard_error(True), rel=1e-6)


def test_weights_whose_squares_underflow_have_an_error():
    found = weighted.event(np.array([1e-290, 3e-290]))
    assert found.probability(True) == pytest.approx(2e-290)
    assert found.standard_error(True) == pytest.approx(1e-290)


def test_what_was_not_met_has_no_known_error():
    found = weighted.event(np.zeros(5))
    assert found.probability(True) == 0.0
    assert isinf(found.standard_error(True))


def test_uniform_numbers_are_below_1():
    state = stream(1, "uniform")
    drawn = np.array([uniform(state) for _ in range(10_000)])
    assert drawn.min() >= 0.0
    assert drawn.max() < 1.0
    assert abs(drawn.mean() - 0.5) < 5 / np.sqrt(12 * 10_000)


def test_particles_are_copied_as_their_weights_ask():
    its = np.array([0.5, 0.0, 2.0, 1.0, 0.5])
    state, sources, copies = stream(1, "copies"), np.empty(5, np.int64), np.zeros(5)
    for _ in range(4_000):
        choose(sources, its, state)
        counts = np.bincount(sources, minlength=5)
        assert (abs(counts - 5 * its / its.sum()) < 1).all()  # systematic: never off by a whole one
        copies += counts
    assert copies / 4_000 == pytest.approx(5 * its / its.sum(), abs=5 * 0.5 / np.sqrt(4_000))


def test_particles_are_unequal_when_fewer_than_half_count():
    assert not unequal(np.ones(8))
    assert not unequal(np.array([1.0, 1.0, 1.0, 0.0]))
    assert unequal(np.array([1.0, 0.0, 0.0, 0.0]))
