"""A run whose methods are right fails once in a hundred times at most; slight errors add up."""

import numpy as np
import pandas as pd
import pytest

from stored import points_of
from sweepstake.puzzle import register
from sweepstake.report.check import alarm
from sweepstake.report.check.checks import FAILS, comparisons, listed, table, together
from sweepstake.report.check.coverage import Coverage, in_percent, weakest

QUESTION = register.question("war_length")
COLUMNS = ("log10_probability", "standard_error", "low", "high", "left_out", "mean_plays", "exact")


def sample(method, plays, winners, **params):
    frame = pd.DataFrame({"plays": plays, "winner": winners})
    counts = frame.value_counts(sort=False).rename("count").reset_index()
    trials = len(plays)
    return counts.assign(
        method=method, trials=trials, probability=counts["count"] / trials, **params
    )


def drawn(rng, trials, mean, win=0.5):
    plays = 2 + rng.poisson(mean, trials)
    return plays, np.where(rng.random(trials) < win, "A", "B")


def compared(*, mean=20.0, win=0.5, trials=40_000, seed=1, beyond=4.8):
    rng = np.random.default_rng(seed)
    params = {"ranks": 13, "suits": 4, "down": 3}
    rows = pd.concat(
        [
            sample("simulate", *drawn(rng, 200_000, 20.0), **params),
            sample("letter", *drawn(rng, trials, mean, win), **params),
        ],
        ignore_index=True,
    )
    points = points_of(rows.assign(**dict.fromkeys(COLUMNS)), QUESTION)
    return points, [*comparisons(points, beyond)]


def failed(found):
    return {c.compared.removesuffix(", standard errors") for c in found if c.fails.any()}


def test_each_column_is_tested_by_itself():
    _, found = compared()
    assert failed(found) == set()
    names = {c.compared.removesuffix(", standard errors") for c in found if len(c.at)}
    assert names >= {
        "mean of plays", "distribution function of plays", "each winner",
        "two samples by chi-square",
    }  # fmt: skip


def test_a_mean_that_is_off_by_its_power_is_caught_and_the_winner_is_not_blamed():
    _, found = compared()
    [power] = [c.powers[0] for c in found if c.compared.startswith("mean of plays") and len(c.at)]
    assert 0 < power < 0.02
    off = failed(compared(mean=20 * (1 + power) + 2 * power)[1])
    assert "mean of plays" in off
    assert "each winner" not in off


def test_a_winner_that_is_off_by_its_power_is_caught():
    _, found = compared()
    [power] = [c.powers[0] for c in found if c.compared.startswith("each winner")]
    assert failed(compared(win=0.5 + power)[1]) >= {"each winner"}


def test_the_coverage_says_how_weak_the_weakest_answer_is():
    points, found = compared(trials=3_000)
    coverage = Coverage()
    coverage.add(points, found)
    [row] = coverage.table().to_dict("records")
    assert row["weak"] == 1
    assert 0.05 < row["power"] < 0.1
    assert weakest(coverage.table()) == (
        f"each to {in_percent(row['power'])} or better (the weakest: war_length "
        "ranks=13 suits=4 down=3); 1 to no better than 1 %"
    )


def test_every_test_has_a_p_value_and_a_power():
    points, found = compared()
    rows = [row for row in listed(table(points, found)) if row.compared.endswith("errors")]
    assert rows
    assert all(0 <= row.p_value <= 1 and row.power > 0 for row in rows)
    sums = [row for row in listed(table(points, found)) if row.strength == "sum"]
    assert sums
    assert all(row.p_value is None and row.power is None for row in sums)


@pytest.mark.parametrize("tests", [1, 10, 3_000])
def test_single_tests_fail_in_one_of_two_hundred_runs(tests):
    level = 2 * float(alarm.ndtr(-alarm.threshold(tests)))
    assert tests * level == pytest.approx(alarm.FALSE_ALARM / 2)


def test_p_values_that_are_small_too_often_fail_together():
    rng = np.random.default_rng(7)
    assert len(together(rng.random(alarm.FEWEST - 1))) == 0
    [right] = listed(together(rng.random(500)))
    [wrong] = listed(together(rng.random(500) ** 1.5))
    assert (right.verdict == FAILS, wrong.verdict == FAILS) == (False, True)


def fails_together(deviates):
    [row] = listed(together(2 * alarm.ndtr(-deviates)))
    return row.verdict == FAILS


def test_right_runs_rarely_fail():
    """Of 2,000 runs of 100 right samples, at most 1 of 100 fail by chance: 20, and three sigma."""
    rng = np.random.default_rng(8)
    beyond = alarm.threshold(100)
    deviates = abs(rng.normal(size=(2_000, 100)))
    fails = sum(bool((row > beyond).any()) or fails_together(row) for row in deviates)
    assert 0 < fails < 20 + 3 * 20**0.5
