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
from sweepstake.quantity.summary import question_of

TOSSES = {"coins": 2, "sides": 2}


def summed_up(question, **asked):
    """The numbers that sum up an answer, by name."""
    return by_name(sweepstake.answer(question, **asked))


def by_name(frame):
    rows = sweepstake.summary(frame)
    return {row["quantity"]: row for row in rows.to_dict("records")}


def test_a_yes_or_no_is_how_likely_yes_is_with_its_fraction():
    [row] = summed_up("toy_won", method="exact", **TOSSES).values()
    assert list(row) == [
        *("question", "coins", "sides", "method", "quantity", "value", "exact"),
        *("standard_error", "low", "high", "trials"),
    ]
    assert (row["question"], row["quantity"], row["exact"]) == ("toy_won", "won", "1/8")
    assert row["value"] == pytest.approx(1 / 8)
    assert np.isnan(row["standard_error"])


def test_an_outcome_of_which_no_alternative_is_listed_is_as_likely_as_it_says():
    frame = sweepstake.answer("guess_win", cards=99, method="exact")
    won = by_name(frame[frame.won])["won"]
    assert won["value"] == frame.probability[frame.won].item() < 1e-13


def test_an_estimate_has_the_error_and_the_interval_of_its_row():
    for method in ("simulate", "rare"):
        frame = sweepstake.answer("toy_won", method=method, trials=2000, coins=4, sides=2)
        [row] = sweepstake.summary(frame).to_dict("records")
        yes = frame[frame.won].iloc[0]
        assert row["value"] == yes.probability
        assert row["standard_error"] == pytest.approx(yes.standard_error)
        assert (row["low"], row["high"]) == pytest.approx((yes.low, yes.high))
        assert (row["trials"], row["exact"]) == (2000, None)


def test_a_number_has_mean_spread_and_quantiles():
    rows = summed_up("coins_moves", method="formula", coins=4)  # 0 to 15, equally likely
    assert rows["mean:moves"]["exact"] == "15/2"
    assert rows["sd:moves"]["value"] == pytest.approx(((16**2 - 1) / 12) ** 0.5)
    names = [f"{name}:moves" for name in ("least", "5%", "25%", "median", "most")]
    assert [rows[name]["value"] for name in names] == [0, 0, 3, 7, 15]
    assert [rows[name]["exact"] for name in names] == ["0", "0", "3", "7", "15"]


def test_a_wide_summary_has_a_row_for_each_answer_and_names_in_snake_case():
    [row] = sweepstake.summary(
        sweepstake.answer("war_length", ranks=3, suits=2, down=3, method="chain"), wide=True
    ).to_dict("records")
    assert list(row) == [
        *("question", "ranks", "suits", "down", "method"),
        *("mean_plays", "sd_plays", "least_plays"),
        *("q05_plays", "q25_plays", "median_plays", "q75_plays", "q95_plays", "most_plays"),
        *("winner_a", "winner_b", "winner_tie", "trials"),
    ]


@settings(max_examples=15)
@given(st.lists(st.integers(0, 20), min_size=2, max_size=60))
def test_of_counted_trials_it_is_what_numpy_says_of_the_sample(sample):
    counts = pd.Series(sample).value_counts()
    frame = pd.DataFrame({"coins": 4, "method": "simulate", "moves": counts.index})
    frame = frame.assign(probability=counts.to_numpy() / len(sample), count=counts.to_numpy())
    frame = frame.assign(trials=len(sample), standard_error=0.0, log10_probability=0.0)
    frame = frame.assign(question="coins_moves", left_out=None, exact=None)
    rows = by_name(frame)
    assert rows["mean:moves"]["value"] == pytest.approx(np.mean(sample))
    assert rows["sd:moves"]["value"] == pytest.approx(np.std(sample))
    error = np.std(sample, ddof=1) / len(sample) ** 0.5
    assert rows["mean:moves"]["standard_error"] == pytest.approx(error)
    for name, percent in (("5%", 5), ("25%", 25), ("median", 50), ("75%", 75), ("95%", 95)):
        least = np.quantile(sample, percent / 100, method="inverted_cdf")
        assert rows[f"{name}:moves"]["value"] == least


@pytest.mark.slow
def test_the_error_of_a_mean_of_weighted_trials_is_not_too_small():
    """Over many seeds the means scatter no more than it says."""
    asked = {"method": "rare", "trials": 100, "cards": 10}
    rows = [summed_up("guess_streak", seed=seed, **asked)["mean:right"] for seed in range(20)]
    truth = summed_up("guess_streak", method="exact", cards=10)["mean:right"]["value"]
    deviates = [(row["value"] - truth) / row["standard_error"] for row in rows]
    assert np.mean(np.square(deviates)) < 1 + 5 * (2 / 20) ** 0.5
    assert sum(row["low"] <= truth <= row["high"] for row in rows) > 13


def test_what_is_summed_over_weighted_outcomes_has_at_most_the_sum_of_their_errors():
    frame = sweepstake.answer("guess_streak", method="rare", trials=100, cards=10)
    row = by_name(frame)["mean:right"]
    assert row["standard_error"] == pytest.approx((frame["right"] * frame["standard_error"]).sum())
    student = 1.984 * row["standard_error"]
    assert student < row["high"] - row["value"] < 1.5 * student  # wider, for skewness


def test_several_outcomes_are_each_summed_up():
    frame = sweepstake.answer("toy_rolls", method="chain", coins=3, sides=2, wait=3)
    rows = by_name(frame)
    assert rows["mean:rolls"]["value"] == pytest.approx(5)
    chances = [rows[f"winner={winner}"]["value"] for winner in ("A", "B", "tie")]
    shares = frame.groupby("winner")["probability"].sum()
    assert chances == pytest.approx(shares[["A", "B", "tie"]].tolist())
    sampled = summed_up("toy_rolls", method="simulate", trials=1000, coins=3, sides=2, wait=3)
    for name in ("winner=tie", "mean:rolls"):
        assert sampled[name]["low"] < sampled[name]["value"] < sampled[name]["high"]


def word(draw):
    """Which of many words?"""
    return "often" if draw.chance(3, 4) else str(draw.die(20))


@pytest.mark.usefixtures("unregistered")
def test_of_many_or_long_words_it_is_the_likeliest():
    [_, *rest] = summed_up("coins_plans", method="formula", coins=8).values()
    assert rest[-1]["quantity"] == f"plans={2**247}"
    assert rest[-1]["exact"] == "1"
    [row] = by_name(sweepstake.answer(word, method="states")).values()
    assert (row["quantity"], row["exact"]) == ("outcome=often", "3/4")


def test_a_number_that_may_be_missing_is_summed_up_where_it_is_there():
    assert summed_up("coins_verdict", coins=8)["mean:shortest"]["value"] == 255
    rows = summed_up("coins_verdict", coins=9)
    assert rows["winnable"]["exact"] == "0"
    assert rows["none:shortest"]["exact"] == "1"
    assert np.isnan(rows["mean:shortest"]["value"])


def test_of_a_list_it_is_how_many_rows_there_are():
    assert summed_up("coins_plan", coins=4)["rows"]["exact"] == "16"
    assert summed_up("coins_plan", coins=3)["rows"]["exact"] == "0"


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
        summed = sweepstake.summary(frame, wide=True)
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
    for frame, says in (
        (pd.DataFrame({"a": [1]}), "no column question; give a frame that"),
        (sweeps[["question", "coins", "won"]], "has no column sides, method, probability, left_o"),
        (both, "the rows answer toy_won, guess_streak; allowed: one question"),
    ):
        with pytest.raises(ValueError, match=says) as error:
            sweepstake.summary(frame)
        assert "\n" not in str(error.value)


def test_frames_of_several_sweeps_are_summed_up_if_no_answer_is_there_twice():
    one, two = (sweepstake.answer("toy_won", coins=n, sides=2, method="exact") for n in (2, 3))
    both = sweepstake.summary(pd.concat([one, two]))
    alone = [sweepstake.summary(each)["exact"].item() for each in (one, two)]
    assert both["exact"].tolist() == alone
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
    both = sweepstake.summary([exact, other], wide=True).set_index("method")["mean_outcome"]
    assert both["states"] == 2
    alone = sweepstake.summary(other, wide=True)["mean_outcome"].item()
    assert both["simulate"] == pytest.approx(alone, rel=1e-12)
    with pytest.raises(ValueError, match="summary of nothing; allowed: of one question"):
        sweepstake.summary([])
    toy = sweepstake.answer("toy_won", coins=2, sides=2, method="exact")
    with pytest.raises(ValueError, match=r"tosses.*toy_won; allowed: of one question"):
        sweepstake.summary([exact, toy])
