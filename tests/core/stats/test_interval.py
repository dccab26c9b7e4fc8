import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sweepstake.core.stats.interval import Z95, wilson

counted = st.integers(1, 10**9).flatmap(
    lambda trials: st.tuples(st.integers(0, trials), st.just(trials))
)


@given(counted)
def test_an_interval_holds_the_estimate_and_stays_a_probability(sample):
    count, trials = sample
    low, high = wilson(count, trials)
    assert 0 <= low <= count / trials <= high <= 1
    assert low < high


@given(counted)
def test_the_ends_are_where_the_count_is_z_standard_errors_off(sample):
    count, trials = sample
    for end in wilson(count, trials):
        if 0 < end < 1:
            off = (count - trials * end) ** 2
            assert off == pytest.approx(Z95**2 * trials * end * (1 - end), rel=1e-4)


@given(counted)
def test_failures_are_successes_seen_in_a_mirror(sample):
    count, trials = sample
    low, high = wilson(count, trials)
    assert wilson(trials - count, trials) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@pytest.mark.parametrize("p", [0.01, 0.1, 0.5, 0.7])
def test_about_95_of_100_intervals_hold_the_truth(p):
    trials = 2000
    held = sum(
        stats.binom.pmf(count, trials, p)
        for count in range(trials + 1)
        if wilson(count, trials)[0] <= p <= wilson(count, trials)[1]
    )
    assert held == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(("count", "trials"), [(-1, 5), (6, 5), (0, 0)])
def test_counts_that_cannot_be_are_refused(count, trials):
    with pytest.raises(ValueError, match="allowed"):
        wilson(count, trials)
