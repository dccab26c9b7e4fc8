"""What `answer` prints for people."""

import re

import numpy as np
import pytest

import sweepstake
from sweepstake.puzzle import register
from sweepstake.puzzle.parameter import stored
from sweepstake.stats.interval import of_counts

WAR = ("ranks=13", "suits=4")


def test_a_probability_is_once_in_so_many_with_its_fraction(said):
    printed = said("answer", "war_sweep", *WAR)
    assert "swept: once in 319,240,343 (3.13244e-09)\n" in printed
    assert "    exactly 93686147409122073121/29908397871631390876014250000\n" in printed
    assert "By exact: abstract decks, battle after battle.\n" in printed


def test_a_probability_too_small_for_a_float_is_told_by_its_logarithm(said):
    assert "won: once in 2.76981e+2835 (3.61036e-2836)\n" in said(
        "answer", "guess_win", "cards=20000"
    )


def test_what_is_sure_is_a_plain_word(said):
    assert said("answer", "coins_verdict", "coins=9").splitlines()[3:5] == [
        "winnable: no",
        "shortest: none",
    ]
    assert said("answer", "coins_verdict", "coins=8").splitlines()[3:5] == [
        "winnable: yes",
        "shortest: 255",
    ]
    assert "\nwon: yes\n" in said("answer", "guess_win", "cards=1")


def test_an_estimate_has_half_of_its_interval_the_interval_and_trials(said):
    words = ("--method", "simulate", "--trials", "20000", "--seed", "4")
    printed = said("answer", "war_sweep", "ranks=4", "suits=2", *words)
    found = re.search(
        r"^swept: (\S+) ± (\S+) \(95%: (\S+) to (\S+); 20,000 trials\), once in (\S+)$",
        printed, re.MULTILINE,
    )  # fmt: skip
    value, half, low, high, often = map(float, found.groups())
    rounding = 10.0 ** -len(found[2].partition(".")[2]) / 2
    frame = sweepstake.answer(
        "war_sweep", method="simulate", trials=20000, seed=4, ranks=4, suits=2
    )
    yes = frame[frame.swept].iloc[0]
    shown, known = (value, half, low, high), (yes.probability, (yes.high - yes.low) / 2)
    assert shown == pytest.approx((*known, yes.low, yes.high), abs=1.001 * rounding)
    assert often == round(1 / yes.probability)


@pytest.mark.parametrize(
    ("method", "says"),
    [
        (["chain"], "least 3, most 93 (what is rarer may be left out)\n"),
        (["simulate", "--trials", "1"], "least met 3, most met 3\n"),
    ],
)
def test_the_ends_of_an_answer_that_need_not_have_all_are_said_to_be_so(said, method, says):
    printed = said("answer", "war_length", "ranks=3", "suits=2", "down=3", "--method", *method)
    assert f"; {says}" in printed


def test_words_are_listed_the_likeliest_first(said):
    printed = said("answer", "war_length", "ranks=3", "suits=2", "down=3")
    assert printed.index("mean 4.71282") < printed.index("winner:")
    rows = printed.split("winner:\n")[1].splitlines()[:3]
    assert [row.split()[0] for row in rows] == ["tie", "A", "B"]
    many = said("answer", "war_rush", "ranks=10", "suits=12", "down=200")
    assert "    and 50 others (2.84091e-05 together): --all\n" in many


def given_aces(printed, aces):
    """The cells of the row that says what holds given so many aces."""
    _, _, below = printed.partition("given aces")
    [row] = [line for line in below.splitlines() if line.split()[:1] == [str(aces)]]
    return re.split(r"\s{2,}", row.strip())[1:]


def test_what_a_column_is_given_for_is_said_for_each_of_its_values(said):
    asked = {"ranks": 4, "suits": 2, "down": 1}
    printed = said("answer", "war_aces", *(f"{name}={value}" for name, value in asked.items()))
    frame = sweepstake.answer("war_aces", method="chain", **asked)
    for aces, rows in frame.groupby("aces"):
        shares = rows["probability"] / rows["probability"].sum()
        won = [shares[rows["winner"] == winner].sum() for winner in ("A", "B", "tie")]
        expected = [f"{number:.6g}" for number in ((shares * rows["plays"]).sum(), *won)]
        assert given_aces(printed, aces) == expected


def test_what_is_sampled_has_its_error_for_the_trials_that_are_given(said):
    words = ("ranks=13", "suits=4", "down=3", "--method", "simulate", "--trials", "20000")
    frame = sweepstake.answer(
        "war_aces", method="simulate", trials=20_000, ranks=13, suits=4, down=3
    )
    rows = frame[frame["aces"] == 4]
    trials = rows["count"].sum()
    won = rows.loc[rows["winner"] == "A", "count"].sum() / trials
    value, error = given_aces(said("answer", "war_aces", *words), 4)[1].split(" ± ")
    assert float(value) == pytest.approx(won, abs=float(error) / 10)
    assert float(error) == pytest.approx((won * (1 - won) / trials) ** 0.5, rel=0.05)


def test_what_was_met_in_no_trial_or_in_all_of_those_given_has_a_bound(said):
    """Whoever holds all aces can't lose if no card lies face down."""
    words = ("ranks=13", "suits=4", "down=0", "--method", "simulate", "--trials", "20000")
    printed = said("answer", "war_aces", *words)
    frame = sweepstake.answer(
        "war_aces", method="simulate", trials=20_000, ranks=13, suits=4, down=0
    )
    trials = frame.loc[frame["aces"] == 4, "count"].sum()
    bound = of_counts(np.array([0]), np.array([trials]))[1][0]
    at_least, at_most = (float(cell[2:]) for cell in given_aces(printed, 4)[1:])
    assert bound <= at_most < bound * 1.2
    assert bound <= 1 - at_least < bound * 1.2


def test_a_list_has_its_rows_or_the_first_of_many(said):
    assert " 15  0123" in said("answer", "coins_plan", "coins=4")
    printed = said("answer", "coins_plan", "coins=8")
    assert "236 more rows: --all\n" in printed
    assert len(said("answer", "coins_plan", "coins=8", "--all").splitlines()) > 256


def test_all_rows_are_those_of_the_frame(said):
    words = ("war_length", "ranks=13", "suits=4", "down=3", "--trials", "2000")
    printed = said("answer", *words, "--all")
    frame = sweepstake.answer("war_length", trials=2000, ranks=13, suits=4, down=3)
    rows = [line.split() for line in printed.splitlines() if re.match(r" *\d+  [AB]", line)]
    assert [[int(row[0]), row[1], int(row[3])] for row in rows] == (
        frame[["plays", "winner", "count"]].to_numpy().tolist()
    )
    assert len(said("answer", *words).splitlines()) < 15


ASKED = [
    *((name, question.small[-1], ()) for name, question in register.questions().items()),
    ("war_length", {"ranks": 13, "suits": 4, "down": 3}, ("--trials", "3000")),
    ("war_length", {"ranks": 13, "suits": 4, "down": 3}, ("--trials", "3000", "--all")),
    ("war_rush", {"ranks": 13, "suits": 4, "down": 3}, ("--all",)),
    ("war_sweep", {"ranks": 13, "suits": 4}, ("--method", "rare", "--trials", "2000")),
    ("war_sweep", {"ranks": 400, "suits": 12}, ()),
    ("guess_win", {"cards": 20_000}, ()),
    ("guess_streak", {"cards": 300}, ("--all",)),
    ("coins_plans", {"coins": 8}, ("--all",)),
]


NUMBER = re.compile(r"(?<!\w)\d[\d,.]*(?:e[-+]\d+)?(?:/\d+)?")


@pytest.mark.parametrize(("question", "params", "more"), ASKED)
def test_every_answer_fits_80_columns_and_no_number_is_cut(
    question, params, more, said, monkeypatch
):
    words = [f"{name}={stored(value)}" for name, value in params.items()]
    printed = said("answer", question, *words, *more)
    assert max(map(len, printed.splitlines())) <= 80
    monkeypatch.setenv("COLUMNS", "1000")
    assert {*NUMBER.findall(printed)} <= {*NUMBER.findall(said("answer", question, *words, *more))}


@pytest.mark.parametrize("question", [*register.questions()])
def test_every_question_is_told_within_80_columns(question, said):
    printed = said("questions", question)
    assert max(map(len, printed.splitlines())) <= 80
    its = register.question(question)
    assert all(method in printed for method in its.methods)
    assert all(f"{name} " in printed for name in its.parameter)
    assert its.text in " ".join(printed.split())
    example = printed.splitlines()[-1].removeprefix("For example: sweepstake ")
    assert said(*example.split()).startswith(example.removeprefix("answer ").split()[0])


def test_questions_have_their_bounds_and_their_methods_limits(said):
    printed = " ".join(said("questions").split())
    assert (
        "takes ranks 1 to 400 (13 unless given), suits 1 to 12 (4 unless given); allowed: an even "
        "deck by brute (the number of cards at most 10)" in printed
    )
    assert "walk (not everywhere)" in printed
    assert "takes coins 1 to 62 (8 unless given); allowed: 1, 2, 4 or 8 by search" in printed
    full = " ".join(said("questions", "war_length").split())
    assert "Of these, allowed: an even deck" in full
    assert "at most 360 ranks and 1" in full
    assert max(map(len, said("questions").splitlines())) <= 80


SLOW = """
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Column, Method, Parameter, Question

PUZZLE = Puzzle(
    name="coin",
    questions=(
        Question(
            name="coin_heads",
            text="Are heads up?",
            parameters=(Parameter("coins", "coins thrown", 1, 9),),
            outcomes=(Column("heads", "bool", "heads are up"),),
            methods={
                "exact": Method(lambda coins: {True: 1}, "exact", lambda coins: 5_400.0),
                "simulate": Method(lambda draw, trials, coins: {True: trials}, "sampled"),
            },
        ),
    ),
)
"""


@pytest.mark.usefixtures("unregistered")
def test_a_better_method_is_named_with_what_it_takes(said, tmp_path):
    (tmp_path / "coin.py").write_text(SLOW)
    register.load([str(tmp_path / "coin.py")])
    printed = said("answer", "coin_heads", "coins=2", "--trials", "500")
    assert "heads: met in all of 500 trials (95%: at least 0.9926)\n" in printed
    better = "An exact answer, by exact, is predicted to take 1.5 h: --method exact --limit none"
    assert better in " ".join(printed.split())
    assert "predicted" not in said("answer", "coin_heads", "coins=2", "--method", "simulate")


HARD = """
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Column, Method, Parameter, Question
from sweepstake.core.distribution import Distribution


def thrown(coins):
    return Distribution({True: 2**coins - 1, False: 1}, 2**coins)


PUZZLE = Puzzle(
    name="coin",
    questions=(
        Question(
            name="coin_heads",
            text="Is any of them heads up?",
            parameters=(Parameter("coins", "coins thrown", 1, 9_999),),
            outcomes=(Column("heads", "bool", "heads are up"),),
            methods={"exact": Method(thrown, "exact")},
        ),
    ),
)
"""


@pytest.mark.usefixtures("unregistered")
@pytest.mark.parametrize(
    ("coins", "says"),
    [
        (1, "heads: 0.5 (once in 2)"),
        (2, "heads: 0.75\n"),
        (10, "heads: 0.999023 (all but once in 1,024)"),
        (70, "heads: 1 (all but once in 1.18059e+21)"),
        (9000, "heads: 1 (all but once in 1.86192e+2709)"),
    ],
)
def test_what_is_nearly_sure_is_not_called_sure(coins, says, said, tmp_path):
    (tmp_path / "coin.py").write_text(HARD)
    register.load([str(tmp_path / "coin.py")])
    assert says in said("answer", "coin_heads", f"coins={coins}")
