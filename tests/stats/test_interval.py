import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from running import some
from sweepstake.stats.interval import ENOUGH, of_counts, of_means

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


def test_a_mean_of_nearly_equal_weights_has_the_interval_of_student():
    low, high = of_means(np.array([0.2]), np.array([1e-5]), np.array([50]))
    assert (low[0], high[0]) == pytest.approx(stats.t.interval(0.95, 49, 0.2, 1e-5), rel=1e-6)


RARE = 1e-9
"""The probability that weights estimate: so small that none of these exceeds 1."""
SAMPLES = 1_000
WEIGHTS = {
    **{
        f"lognormal of sigma {sigma}": lambda rng, trials, sigma=sigma: np.exp(
            sigma * rng.standard_normal(trials) - sigma**2 / 2
        )
        for sigma in (1, 1.5, 2, 2.5, 3)
    },
    **{
        f"1 in {many:,} carries all": lambda rng, trials, many=many: (
            many * (rng.random(trials) * many < 1)
        )
        for many in (10, 100, 1_000)
    },
    "gamma of shape 0.1": lambda rng, trials: 10 * rng.standard_gamma(0.1, trials),
}


@pytest.fixture(scope="module", params=WEIGHTS)
def weights(request):
    return WEIGHTS[request.param]


@pytest.mark.parametrize("trials", some([10, 30, 100, 300, 1_000, 10_000], [10, 30, 100, 1_000]))
def test_an_interval_of_heavy_weights_is_wrong_in_5_of_100_samples_at_most(weights, trials):
    """Or in as many more as a method that is right exactly 95% of the time exceeds 1 in 1,000."""
    rng = np.random.default_rng(trials)
    drawn = (RARE * weights(rng, trials) for _ in range(SAMPLES))
    means, errors = np.array([(its.mean(), its.std(ddof=1) / trials**0.5) for its in drawn]).T
    low, high = of_means(means, errors, np.full(SAMPLES, trials))
    wrong = int(((low > RARE) | (high < RARE)).sum())
    assert wrong <= stats.binom.isf(1e-3, SAMPLES, 0.05), f"{wrong} of {SAMPLES}"
    if trials < ENOUGH:
        assert np.isnan(low).all()


@given(st.integers(0, 1024).map(lambda k: k / 1024), st.floats(0, 1), st.integers(2, 10**6))
def test_an_outcome_and_its_opposite_have_the_same_interval(mean, error, trials):
    """What is nearly certain is known no better than what is left."""
    ends = [
        of_means(np.array([its]), np.array([error]), np.array([trials]))
        for its in (mean, 1.0 - mean)
    ]
    (low, high), (least, most) = ends
    mirrored = (1.0 - most[0], 1.0 - least[0])
    assert mirrored == pytest.approx((low[0], high[0]), abs=1e-9, nan_ok=True)
