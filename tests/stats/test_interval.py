import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sweepstake.stats.interval import of_counts, of_means

counted = st.integers(1, 10**9).flatmap(
    lambda trials: st.tuples(st.integers(0, trials), st.just(trials))
)


def ends(count, trials):
    low, high = of_counts(np.array([count]), np.array([trials]))
    return low[0], high[0]


@given(counted)
def test_an_interval_holds_the_estimate_and_stays_a_probability(sample):
    count, trials = sample
    low, high = ends(count, trials)
    assert 0 <= low <= count / trials <= high <= 1
    assert low < high


@pytest.mark.parametrize(("count", "trials"), [(0, 1), (1, 1), (0, 1000), (7, 1000), (999, 1000)])
def test_it_is_what_scipy_gives_for_one_count(count, trials):
    its = stats.binomtest(count, trials).proportion_ci(0.95, method="exact")
    assert ends(count, trials) == pytest.approx((its.low, its.high), rel=1e-9)


@given(counted)
def test_failures_are_successes_seen_in_a_mirror(sample):
    count, trials = sample
    low, high = ends(count, trials)
    assert ends(trials - count, trials) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@pytest.mark.parametrize("p", [0.001, 0.01, 0.1, 0.5, 0.7])
def test_at_least_95_of_100_intervals_hold_the_truth(p):
    counts = np.arange(2001)
    low, high = of_counts(counts, np.full(2001, 2000))
    held = stats.binom.pmf(counts, 2000, p)[(low <= p) & (p <= high)].sum()
    assert 0.95 <= held <= 0.985


def test_a_mean_has_the_interval_of_student():
    low, high = of_means(np.array([0.2]), np.array([0.01]), np.array([5]))
    assert (low[0], high[0]) == pytest.approx(stats.t.interval(0.95, 4, 0.2, 0.01))
