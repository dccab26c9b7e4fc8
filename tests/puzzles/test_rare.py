"""Rare methods: right on average, with standard errors and intervals that say how far off."""

from functools import partial

import numpy as np
import pytest
from scipy import stats

from sweepstake.core.stream import stream
from sweepstake.puzzle import register
from sweepstake.stats.interval import of_means

SEEDS = 100
LONG = partial(pytest.param, marks=pytest.mark.long)
CASES = [  # question, parameters, trials, the outcome, the method that knows
    ("war_sweep", {"ranks": 13, "suits": 4}, 1_000, True, "formula"),
    ("war_sweep", {"ranks": 60, "suits": 4}, 100, True, "formula"),
    LONG(("war_rush", {"ranks": 13, "suits": 4, "down": 0}, 64, "war-0", "formula")),
    ("war_rush", {"ranks": 13, "suits": 4, "down": 3}, 64, "tie-2", "formula"),
    LONG(("war_rush", {"ranks": 20, "suits": 4, "down": 3}, 32, "battle", "formula")),
    ("guess_win", {"cards": 60}, 64, True, "forward"),
    ("guess_streak", {"cards": 60}, 64, 30, "forward"),
    ("hands_orderable", {"cards": 13}, 32, True, "formula"),
    ("hands_orderable", {"cards": 40}, 32, True, "formula"),
]


def named(case):
    return f"{case[0]} {' '.join(map(str, case[1].values()))} {case[3]}"


@pytest.fixture(scope="module", params=CASES, ids=named)
def estimates(request):
    """The truth, and from each of many seeds an estimate, its standard error and the trials."""
    name, params, trials, outcome, known = request.param
    question = register.question(name)
    truth = float(question.methods[known].answer(**params)[outcome])
    samples = [
        question.methods["rare"].answer(stream(seed, name), trials, **params)
        for seed in range(SEEDS)
    ]
    means = np.array([sample.probability(outcome) for sample in samples])
    errors = np.array([sample.standard_error(outcome) for sample in samples])
    return truth, means, errors, trials


def test_the_mean_over_many_seeds_is_the_truth(estimates):
    truth, means, _, _ = estimates
    assert abs(means.mean() - truth) < 5 * means.std(ddof=1) / np.sqrt(SEEDS)


def test_standard_errors_say_how_far_estimates_scatter(estimates):
    _, means, errors, _ = estimates
    assert np.sqrt((errors**2).mean()) == pytest.approx(means.std(ddof=1), rel=0.25)


def test_95_of_100_intervals_hold_the_truth(estimates):
    truth, means, errors, trials = estimates
    low, high = of_means(means, errors, np.full(SEEDS, trials))
    held = int((~((low > truth) | (high < truth))).sum())  # or there is none
    assert stats.binomtest(held, SEEDS, 0.95).pvalue > 1e-4, f"{held} of {SEEDS}"
