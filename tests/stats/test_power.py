"""Each test catches an error as large as its power in 99 of 100 samples."""

import numpy as np
import pytest

from sweepstake.stats import goodness, power

BEYOND, TRIALS, SAMPLES = 4.0, 20_000, 400
LEAST = 0.97
"""Of 400 samples of which 99 % are caught, fewer are caught once in 20,000 times."""


def caught(errors):
    return np.mean(np.asarray(errors) > BEYOND)


@pytest.mark.parametrize("p", [0.5, 0.1, 1e-3, 0.999])
def test_an_error_of_a_probability_is_caught(p):
    rng = np.random.default_rng(1)
    away = float(power.of_share(p, TRIALS, BEYOND))
    for wrong in {p + away, p - away}:
        if 0 <= wrong <= 1:
            counts = rng.binomial(TRIALS, wrong, SAMPLES)
            off = [
                goodness.worst(np.array([n]), TRIALS, np.array([p]), np.array([1])) for n in counts
            ]
            assert caught(off) >= LEAST
    close = rng.binomial(TRIALS, p + away / 3 if p < 0.9 else p - away / 3, SAMPLES)
    off = [goodness.worst(np.array([n]), TRIALS, np.array([p]), np.array([1])) for n in close]
    assert caught(off) < 0.5


def test_an_error_of_a_distribution_function_is_caught():
    rng = np.random.default_rng(2)
    away = float(power.of_distribution(TRIALS, BEYOND))
    off = []
    for _ in range(SAMPLES):  # uniform numbers, of which a share moves from above a half to below
        sample = rng.random(TRIALS)
        sample = np.where((sample > 0.5) & (sample < 0.5 + away), sample - 0.5, sample)
        ordered = np.sort(sample)
        steps = np.arange(TRIALS + 1) / TRIALS
        distance = max(abs(steps[1:] - ordered).max(), abs(steps[:-1] - ordered).max())
        off.append(float(goodness.furthest(distance, TRIALS)))
    assert caught(off) >= LEAST


@pytest.mark.parametrize("cells", [2, 10, 300])
def test_an_error_of_an_event_is_caught_by_chi_square(cells):
    rng = np.random.default_rng(3)
    law = np.full(cells, 1 / cells)
    away = float(power.of_chi_square(cells - 1, TRIALS, BEYOND))
    wrong = law + np.where(np.arange(cells) < cells // 2, away, -away) / (cells // 2)
    counts = rng.multinomial(TRIALS, wrong / wrong.sum(), SAMPLES)
    assert caught([goodness.all_together(sample, law)[0] for sample in counts]) >= LEAST


def test_an_error_of_a_mean_is_caught():
    rng = np.random.default_rng(4)
    away = power.of_mean(1 / TRIALS**0.5, BEYOND)
    means = rng.normal(away, 1 / TRIALS**0.5, 4_000)
    assert caught(means * TRIALS**0.5) == pytest.approx(power.CAUGHT, abs=0.01)


def test_a_right_sample_is_rarely_far_from_its_distribution_function():
    rng = np.random.default_rng(5)
    law, off = np.full(50, 1 / 50), []
    for counts in rng.multinomial(5_000, law, 2_000):
        distance = abs((counts / 5_000 - law).cumsum()).max()
        off.append(float(goodness.furthest(distance, 5_000)))
    assert np.mean(np.asarray(off) > 1.96) < 0.05


@pytest.mark.parametrize(("shift", "fails"), [(0.0, False), (1.0, True)])
def test_many_p_values_are_judged_together(shift, fails):
    """Each test is one standard error off: none of them stands out, but all together do."""
    rng = np.random.default_rng(6)
    deviates = abs(rng.normal(shift, 1, 300))
    assert deviates.max() < 4.5
    p_values = 2 * power.ndtr(-deviates)
    assert (goodness.too_small(p_values) > 2.81) == fails
