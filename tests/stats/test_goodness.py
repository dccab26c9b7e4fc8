import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sweepstake.stats.goodness import FEWEST, alike, cells, chi_square, deviates, tails

outcomes = st.lists(
    st.tuples(st.integers(0, 40), st.floats(0, 20, exclude_min=True)), min_size=1, max_size=50
)


@given(st.lists(st.integers(10_000, 10_300), min_size=2, max_size=12))
def test_of_large_samples_near_their_law_it_is_the_textbook_test(counts):
    law = dict.fromkeys(range(len(counts)), 1 / len(counts))
    found = chi_square(dict(enumerate(counts)), law)
    assert found == pytest.approx(stats.chisquare(counts).pvalue, rel=0.05)


@given(st.integers(20, 1_000), st.floats(0.3, 0.7), st.floats(0, 1))
def test_two_outcomes_are_judged_by_the_binomial_law(trials, p, share):
    met = round(share * trials)
    law = stats.binom(trials, p)
    side = min(law.cdf(met), law.sf(met - 1)) - law.pmf(met) / 2
    found = chi_square({"yes": met, "no": trials - met}, {"yes": p, "no": 1 - p})
    assert found == pytest.approx(2 * side, rel=1e-6, abs=1e-250)


@pytest.mark.parametrize("expected", [[5.0] * 21, [2400.0] + [5.0] * 20, [996.0, 5.0]])
def test_a_right_sample_is_about_as_unlikely_as_is_said(expected):
    """Far from the mean too; of few counts, halves may make it twice as likely at most."""
    trials, law = sum(expected), np.array(expected) / sum(expected)
    found = np.random.default_rng(1).multinomial(trials, law, size=100_000)
    statistic = sum(
        (1 - p) * deviates(np.arange(trials + 1), trials, p)[its] ** 2
        for p, its in zip(law, found.T, strict=True)
    )
    for bound in (0.01, 1e-3, 1e-4, 1e-5):
        met = (statistic > stats.chi2(len(law) - 1).isf(bound)).sum()
        assert met <= stats.binom(len(found), 2 * bound).isf(1e-5)
        assert met >= stats.binom(len(found), bound / 20).ppf(1e-3)


@given(outcomes)
def test_cells_lose_nothing_and_none_is_too_small(pairs):
    found = list(cells(pairs))
    assert sum(seen for seen, _ in found) == sum(seen for seen, _ in pairs)
    total = sum(expected for _, expected in pairs)
    assert sum(expected for _, expected in found) == pytest.approx(total)
    assert all(expected >= FEWEST - 1e-9 for _, expected in found) or len(found) == 1


def test_samples_of_the_law_have_uniform_p_values():
    rng = np.random.default_rng(1)
    law = dict(enumerate(stats.geom(0.2).pmf(range(1, 200))))
    values = [
        chi_square(dict(enumerate(np.bincount(rng.geometric(0.2, 500) - 1).tolist())), law)
        for _ in range(400)
    ]
    assert stats.kstest(values, "uniform").pvalue > 1e-3


def test_a_heavier_tail_is_noticed():
    law = {k: 2.0 ** -(k + 1) for k in range(40)}
    counts = {k: round(10_000 * p) for k, p in law.items()}
    assert chi_square(counts, law) > 0.9
    assert chi_square(counts | {20: 25}, law) < 1e-4


def test_an_impossible_outcome_settles_it():
    assert chi_square({"heads": 50, "tails": 49, "edge": 1}, {"heads": 0.5, "tails": 0.5}) == 0
    assert chi_square({0: 3, 1: 0}, {0: 1.0, 1: 0.0}) == 1


GENERATOR = np.random.default_rng(7)


@pytest.mark.parametrize("trials", [1, 2, 10, 1_000, 10**6, 10**12])
@pytest.mark.parametrize("probability", [0.0, 1e-300, 1e-12, 1e-5, 0.3, 0.5, 1 - 1e-9, 1.0])
def test_tails_are_those_of_the_binomial_law(trials, probability):
    mean = trials * probability
    near = np.rint(mean + np.sqrt(mean) * np.linspace(-8, 8, 33))
    counts = np.unique(np.clip([0, 1, trials - 1, trials, *near], 0, trials)).astype(np.int64)
    law = stats.binom(trials, probability)
    expected = law.cdf(counts), law.sf(counts - 1)
    for found, tail in zip(tails(counts, trials, probability), expected, strict=True):
        assert found == pytest.approx(tail, rel=1e-8, abs=1e-290)


@pytest.mark.parametrize("sizes", [(100_000, 100_000), (50_000, 1_000_000)])
def test_two_large_samples_are_compared_as_by_a_contingency_table(sizes):
    law = np.array([0.4, 0.3, 0.2, 0.1])
    for _ in range(20):
        one, other = (GENERATOR.multinomial(size, law) for size in sizes)
        p = stats.chi2_contingency(np.array([one, other]), correction=False).pvalue
        assert alike(one, other)[0] == pytest.approx(stats.norm.isf(p / 2), rel=0.02, abs=0.01)


@pytest.mark.parametrize("sizes", [(1_000, 1_000), (1_000, 50_000)])
def test_two_samples_of_one_law_differ_as_seldom_as_is_said(sizes):
    law = np.array([0.9, *[0.005] * 20])
    found = [alike(*(GENERATOR.multinomial(n, law) for n in sizes))[0] for _ in range(1_000)]
    assert np.sum(np.array(found) > stats.norm.isf(0.005)) <= stats.binom(1_000, 0.01).isf(1e-4)
