"""Answers summed up, a row for each point and method, whatever question they answer."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sweepstake
from running import BUILT_IN
from sweepstake.puzzle import register
from sweepstake.puzzle.parameter import Choice
from sweepstake.report.summary import ERROR, question_of

TOSSES = {"coins": 2, "sides": 2}


def summed_up(question, **asked):
    [row] = sweepstake.summary(sweepstake.answer(question, **asked)).to_dict("records")
    return row


def test_a_yes_or_no_is_how_likely_yes_is_with_its_fraction():
    row = summed_up("toy_won", method="exact", **TOSSES)
    assert list(row)[:4] == ["coins", "sides", "method", "P(won)"]
    assert row["P(won)"] == pytest.approx(1 / 8)
    assert row["exact"] == "1/8"
    assert np.isnan(row[ERROR])


def test_an_outcome_of_which_no_alternative_is_listed_is_as_likely_as_it_says():
    frame = sweepstake.answer("guess_win", cards=99, method="exact")
    [row] = sweepstake.summary(frame[frame.won]).to_dict("records")
    assert row["P(won)"] == frame.probability[frame.won].item() < 1e-13


def test_an_estimate_has_the_error_and_the_interval_of_its_row():
    for method in ("simulate", "rare"):
        frame = sweepstake.answer("toy_won", method=method, trials=2000, coins=4, sides=2)
        [row] = sweepstake.summary(frame).to_dict("records")
        yes = frame[frame.won].iloc[0]
        assert row["P(won)"] == yes.probability
        assert row[ERROR] == pytest.approx(yes.standard_error)
        assert (row["low"], row["high"]) == pytest.approx((yes.low, yes.high))
        assert row["trials"] == 2000


def test_a_number_has_mean_spread_and_quantiles():
    row = summed_up("coins_moves", method="formula", coins=4)  # 0 to 15, equally likely
    assert row["mean moves"] == pytest.approx(7.5)
    assert row["sd of moves"] == pytest.approx(((16**2 - 1) / 12) ** 0.5)
    ends = [row[f"{name} moves"] for name in ("least", "5% of", "25% of", "50% of", "most")]
    assert ends == [0, 0, 3, 7, 15]


@settings(max_examples=15)
@given(st.lists(st.integers(0, 20), min_size=2, max_size=60))
def test_of_counted_trials_it_is_what_numpy_says_of_the_sample(sample):
    counts = pd.Series(sample).value_counts()
    frame = pd.DataFrame({"coins": 4, "method": "simulate", "moves": counts.index})
    frame = frame.assign(probability=counts.to_numpy() / len(sample), count=counts.to_numpy())
    frame = frame.assign(trials=len(sample), standard_error=0.0, log10_probability=0.0)
    frame.attrs["question"] = "coins_moves"
    [row] = sweepstake.summary(frame).to_dict("records")
    assert row["mean moves"] == pytest.approx(np.mean(sample))
    assert row["sd of moves"] == pytest.approx(np.std(sample))
    assert row[ERROR] == pytest.approx(np.std(sample, ddof=1) / len(sample) ** 0.5)
    for percent in (5, 25, 50, 75, 95):
        least = np.quantile(sample, percent / 100, method="inverted_cdf")
        assert row[f"{percent}% of moves"] == least


@pytest.mark.slow
def test_the_error_of_a_mean_of_weighted_trials_is_not_too_small():
    """Over many seeds the means scatter no more than it says."""
    asked = {"method": "rare", "trials": 100, "cards": 10}
    rows = [summed_up("guess_streak", seed=seed, **asked) for seed in range(20)]
    truth = summed_up("guess_streak", method="exact", cards=10)["mean right"]
    deviates = [(row["mean right"] - truth) / row[ERROR] for row in rows]
    assert np.mean(np.square(deviates)) < 1 + 5 * (2 / 20) ** 0.5
    assert sum(row["low"] <= truth <= row["high"] for row in rows) > 13


def test_what_is_summed_over_weighted_outcomes_has_at_most_the_sum_of_their_errors():
    frame = sweepstake.answer("guess_streak", method="rare", trials=100, cards=10)
    [row] = sweepstake.summary(frame).to_dict("records")
    assert row[ERROR] == pytest.approx((frame["right"] * frame["standard_error"]).sum())
    student = 1.984 * row[ERROR]
    assert student < row["high"] - row["mean right"] < 1.5 * student  # wider, for skewness


def test_several_outcomes_are_each_summed_up():
    frame = sweepstake.answer("toy_rolls", method="chain", coins=3, sides=2, wait=3)
    [row] = sweepstake.summary(frame).to_dict("records")
    assert row["mean rolls"] == pytest.approx(5)
    chances = [row[f"P(winner={winner})"] for winner in ("A", "B", "tie")]
    shares = frame.groupby("winner")["probability"].sum()
    assert chances == pytest.approx(shares[["A", "B", "tie"]].tolist())
    sampled = summed_up("toy_rolls", method="simulate", trials=1000, coins=3, sides=2, wait=3)
    low, high = sampled["P(winner=tie): low"], sampled["P(winner=tie): high"]
    assert low < sampled["P(winner=tie)"] < high
    assert sampled["mean rolls: low"] < sampled["mean rolls"] < sampled["mean rolls: high"]


def word(draw):
    """Which of many words?"""
    return "often" if draw.chance(3, 4) else str(draw.die(20))


@pytest.mark.usefixtures("unregistered")
def test_of_many_or_long_words_it_is_the_likeliest():
    row = summed_up("coins_plans", method="formula", coins=8)
    assert row["likeliest plans"] == str(2**247)
    assert row["P(likeliest plans)"] == 1
    row = summed_up(word, method="states")
    assert (row["likeliest outcome"], row["P(likeliest outcome)"]) == ("often", 0.75)


def test_a_number_that_may_be_missing_is_summed_up_where_it_is_there():
    assert summed_up("coins_verdict", coins=8)["mean shortest"] == 255
    row = summed_up("coins_verdict", coins=9)
    assert row["P(winnable)"] == 0
    assert np.isnan(row["mean shortest"])


def test_of_a_list_it_is_how_many_rows_there_are():
    assert summed_up("coins_plan", coins=4)["rows of the answer"] == 16
    assert len(sweepstake.summary(sweepstake.answer("coins_plan", coins=3))) == 0


def declared(question):
    """What sorts rows by parameters, words of a choice as they are declared, and by method."""

    def key(row):
        place = {p.name: p.values.index for p in question.parameters if isinstance(p, Choice)}
        return [place.get(name, lambda value: value)(value) for name, value in row.items()]

    return key


def test_a_sweep_has_a_row_for_each_point_and_method(tiny):
    for question in (question for puzzle in BUILT_IN for question in puzzle.questions):
        name = question.name
        frame = sweepstake.load(name, results=tiny / "results")
        summed = sweepstake.summary(frame)
        keys = [*question.parameter, "method"]
        points = frame[keys].drop_duplicates().to_dict("records")
        assert summed[keys].to_dict("records") == sorted(points, key=declared(question))


QUESTIONS = [*register.questions()]


@pytest.fixture(scope="module")
def small():
    """A small answer to each question."""
    asked = {name: q.small[1] for name, q in register.questions().items()}
    return {name: sweepstake.answer(name, **params) for name, params in asked.items()}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_known_by_its_name_after_pandas(name, small):
    frame = small[name]
    for kept in (frame, frame[frame.probability > 0], frame.sort_values("method").head(3)):
        assert question_of(kept).name == name


def test_a_frame_that_answers_no_question_is_refused_in_a_line(small):
    sweeps, streaks = small["toy_won"], small["guess_streak"]
    both = pd.concat([sweeps, streaks])
    both.attrs = sweeps.attrs
    for frame, says in (
        (pd.DataFrame({"a": [1]}), r'attrs\["question"\] is missing; give a frame that'),
        (sweeps[["coins", "won"]], "answers toy_won, but has no column sides, method, prob"),
        (both, "some rows have no "),
    ):
        with pytest.raises(ValueError, match=says) as error:
            sweepstake.summary(frame)
        assert "\n" not in str(error.value)


def test_frames_of_several_sweeps_are_summed_up_if_no_answer_is_there_twice():
    one, two = (sweepstake.answer("toy_won", coins=n, sides=2, method="exact") for n in (2, 3))
    both = sweepstake.summary(pd.concat([one, two]))
    assert both["P(won)"].tolist() == [
        float(sweepstake.summary(each)["P(won)"].iloc[0]) for each in (one, two)
    ]
    twice = "the answer at coins=2 sides=2 method=exact has a row twice"
    with pytest.raises(ValueError, match=twice):
        sweepstake.summary(pd.concat([one, two, one], ignore_index=True))
    asked = {"method": "simulate", "trials": 100, **TOSSES}
    sampled = [sweepstake.answer("toy_won", seed=seed, **asked) for seed in (1, 2)]
    with pytest.raises(ValueError, match="give each answer once"):
        sweepstake.plot(pd.concat(sampled))


def tosses(draw):
    """How many tosses until heads?"""
    count = 1
    while draw.chance(1, 2):
        count += 1
    return count


@pytest.mark.usefixtures("unregistered")
def test_a_list_of_answers_keeps_the_means_that_one_of_them_states():
    exact = sweepstake.answer(tosses, method="states")
    other = sweepstake.answer(tosses, method="simulate")
    both = sweepstake.summary([exact, other]).set_index("method")["mean outcome"]
    assert both["states"] == 2
    alone = sweepstake.summary(other)["mean outcome"].item()
    assert both["simulate"] == pytest.approx(alone, rel=1e-12)
    with pytest.raises(ValueError, match="summary of nothing; allowed: of one question"):
        sweepstake.summary([])
    toy = sweepstake.answer("toy_won", coins=2, sides=2, method="exact")
    with pytest.raises(ValueError, match=r"tosses.*toy_won; allowed: of one question"):
        sweepstake.summary([exact, toy])
