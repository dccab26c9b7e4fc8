import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sweepstake.core.stats.goodness import FEWEST, cells, chi_square

outcomes = st.lists(
    st.tuples(st.integers(0, 40), st.floats(0, 20, exclude_min=True)), min_size=1, max_size=50
)


@given(st.lists(st.integers(0, 100), min_size=2, max_size=12).filter(lambda c: sum(c) >= 60))
def test_without_rare_outcomes_it_is_the_textbook_test(counts):
    law = dict.fromkeys(range(len(counts)), 1 / len(counts))
    found = chi_square(dict(enumerate(counts)), law)
    assert found == pytest.approx(stats.chisquare(counts).pvalue, abs=1e-12)


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
