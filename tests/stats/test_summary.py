import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.stats.summary import pooled, quantiles, survival

samples = st.lists(st.integers(-50, 50), min_size=1, max_size=60)


@given(samples)
def test_quantiles_of_a_sample_are_what_the_statistics_module_says(sample):
    low, median, high = quantiles(sample, np.ones(len(sample)), [0, 0.5, 1])
    assert (low, high) == (min(sample), max(sample))
    assert median == statistics.median_low(sample)


@given(samples, st.data())
def test_a_weight_is_so_many_repetitions(sample, data):
    weights = data.draw(
        st.lists(st.integers(0, 5), min_size=len(sample), max_size=len(sample)).filter(any)
    )
    repeated = [x for x, w in zip(sample, weights, strict=True) for _ in range(w)]
    for weighted, counted in zip(
        pooled(sample, weights), pooled(repeated, np.ones(len(repeated))), strict=True
    ):
        assert weighted.tolist() == counted.tolist()


@given(samples)
def test_survival_is_the_share_that_is_greater(sample):
    values, share = survival(sample, np.ones(len(sample)))
    assert values.tolist() == sorted(set(sample))
    for value, greater in zip(values, share, strict=True):
        assert greater == pytest.approx(sum(x > value for x in sample) / len(sample), abs=1e-12)


def test_small_shares_survive_at_the_end_of_a_tail():
    values, share = survival(range(40), [10.0**-k for k in range(40)])
    assert share[37] / share[0] == pytest.approx(1.1e-38 / sum(10.0**-k for k in range(1, 40)))
    assert values[-1] == 39


def test_values_without_weight_are_left_out():
    values, shares = pooled([3, 1, 3, 2], [1, 2, 1, 0])
    assert values.tolist() == [1, 3]
    assert shares.tolist() == [0.5, 0.5]
