import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.core.distribution import Distribution, event, log10, measured

counts = st.dictionaries(st.integers(0, 20), st.integers(0, 10**30), min_size=1).filter(
    lambda c: sum(c.values())
)


@given(counts)
def test_probabilities_sum_to_one(c):
    one = Distribution(c, sum(c.values()))
    assert sum(one[outcome] for outcome in one) == 1


@given(counts, st.integers(1, 1000))
def test_equality_does_not_see_a_common_factor(c, k):
    total = sum(c.values())
    assert Distribution(c, total) == Distribution({o: k * n for o, n in c.items()}, k * total)


@given(st.integers(1, 10**6), st.integers(0, 10**6))
def test_an_event_and_its_complement_are_both_rows(total, ways):
    one = event(min(ways, total), total)
    assert set(one) == {False, True}
    assert one[False] + one[True] == 1


def test_the_logarithm_is_good_where_floats_end():
    tiny = event(Fraction(3, 10**5000), 1)
    assert float(tiny[True]) == 0.0
    assert log10(tiny[True]) == pytest.approx(math.log10(3) - 5000, abs=1e-9)


def test_the_logarithm_near_one_keeps_its_digits():
    nearly = event(10**12 - 1, 10**12)
    assert log10(nearly[True]) == pytest.approx(-1e-12 / 2.302585092994046, rel=1e-3)
    assert log10(nearly["never"]) is None


@given(st.integers(1, 10**400), st.integers(0, 10**400))
def test_what_is_measured_of_whole_counts_is_the_ratio_s(total, ways):
    ratio = Fraction(min(ways, total), total)
    assert measured(min(ways, total), total) == (float(ratio), str(ratio), log10(ratio))
