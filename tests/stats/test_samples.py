"""Tails of samples, beside those of scipy.stats."""

import numpy as np
import pytest
from scipy import stats

from sweepstake.stats.goodness import alike, tails

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
        assert alike(one, other) == pytest.approx(stats.norm.isf(p / 2), rel=0.02, abs=0.01)


@pytest.mark.parametrize("sizes", [(1_000, 1_000), (1_000, 50_000)])
def test_two_samples_of_one_law_differ_as_seldom_as_is_said(sizes):
    law = np.array([0.9, *[0.005] * 20])
    found = [alike(*(GENERATOR.multinomial(n, law) for n in sizes)) for _ in range(3_000)]
    assert np.sum(np.array(found) > stats.norm.isf(0.005)) <= stats.binom(3_000, 0.01).isf(1e-4)
