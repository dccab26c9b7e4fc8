"""What `answer` prints for people."""

import re
from fractions import Fraction

import numpy as np
import pytest

import sweepstake
from running import ROOT, on_terminal
from sweepstake.ask import cached
from sweepstake.puzzle import register
from sweepstake.puzzle.parameter import stored
from sweepstake.report.defaults import plot
from sweepstake.report.defaults import plot as table
from sweepstake.stats.interval import of_counts


def test_the_question_stands_first_and_a_probability_has_its_fraction(said):
    printed = said("answer", "war_sweep", "ranks=13", "suits=4")
    assert printed.count("/") == 1
    asked, _, answer, *exactly, _, method, published = printed.splitlines()
    assert asked.endswith("?   13 × 4 cards")
    assert answer == "Once in 319 million games   exact"
    assert published == "Published: P(swept) = 3.132436174322299e-09."
    fraction, decimal = " ".join(exactly).split("exactly ")[1].split(" = ")
    assert fraction == "93686147409122073121/29908397871631390876014250000"
    number, tens = decimal.strip().split(" × ")
    assert tens == "10⁻⁹"
    assert float(number) == pytest.approx(float(1e9 * Fraction(fraction)), rel=1e-11)
    assert method.startswith("Method: exact (")


@pytest.mark.parametrize(
    ("words", "answer"),
    [(("coins_verdict", "coins=9"), "No   exact"),
     (("coins_verdict", "coins=8"), "Yes, in 255 moves   exact"),
     (("guess_win", "cards=1"), "Always   exact"),
     (("guess_win", "cards=3"), "83% of games (5/6)   exact"),
     (("coins_plans", "coins=8"), "255 moves, 2.26 × 10⁷⁴ plans   exact")],
)  # fmt: skip
def test_what_is_sure_or_a_short_fraction_is_said_in_the_answer(said, words, answer):
    assert answer in said("answer", *words).splitlines()


def test_a_sampled_probability_has_half_of_its_interval(said):
    words = ("--method", "simulate", "--trials", "20000", "--seed", "4")
    printed = said("answer", "war_sweep", "ranks=4", "suits=2", *words)
    match = re.search(
        r"^(\S+)% of games   simulated, ± (\S+) percentage points \(95%\), 20,000 games$",
        printed, re.MULTILINE,
    )  # fmt: skip
    deck = {"ranks": 4, "suits": 2}
    frame = sweepstake.answer("war_sweep", method="simulate", trials=20000, seed=4, **deck)
    yes = frame[frame.swept].iloc[0]
    assert float(match[1]) == pytest.approx(100 * yes.probability, abs=0.05)
    assert float(match[2]) == pytest.approx(50 * (yes.high - yes.low), abs=0.005)


def test_a_mean_has_half_of_its_interval_quantiles_and_what_was_met(said):
    words = ("answer", "war_length", "--trials", "2000")
    first, *others = [line for line in said(*words).splitlines() if line][2:]
    match = re.fullmatch(r"(\S+) plays on average   simulated, ± (\S+) \(95%\), 2,000 games", first)
    row = sweepstake.summary(sweepstake.answer("war_length", trials=2000), wide=True).iloc[0]
    half = (row["mean_plays_high"] - row["mean_plays_low"]) / 2
    assert float(match[1]) == pytest.approx(row["mean_plays"], abs=half)
    assert float(match[2]) == pytest.approx(half, rel=0.05)
    assert " ".join(others).startswith(
        f"    median {row['median_plays']:.0f}; nine in ten from {row['q05_plays']:.0f} to "
        f"{row['q95_plays']:,.0f}; seen: {row['least_plays']:.0f} to {row['most_plays']:,.0f}"
    )
    [tie] = [line for line in others if line.startswith("tie")]
    assert re.fullmatch(r"tie     not seen: at most once in \d+ \(95%\)", tie)


def test_words_are_listed_the_likeliest_first_after_ends_that_may_be_incomplete(said):
    printed = said("answer", "war_length", "ranks=3", "suits=2", "down=3")
    assert "computed: 3 to 93 (" in " ".join(printed.split())
    assert "\n4.71 plays on average   computed to rounding\n" in printed
    rows = printed.split("\n\n")[2].splitlines()
    assert [row.split("  ")[0].strip() for row in rows] == ["tie", "A wins", "B wins"]
    many = said("answer", "war_rush", "ranks=10", "suits=12", "down=200")
    assert "and 50 others (once in 35,200 together)" in many


@pytest.mark.usefixtures("unregistered")
def test_of_numbers_that_name_things_the_story_says_which_one_is_told(said):
    words = ("answer", "bill_winner", "--puzzle", str(ROOT / "examples" / "bill.py"))
    printed = said(*words)
    first = "\nSeat 0: 45% of the time (5/11)   exact\n\n"
    assert f"{first}seat 0  45% (5/11)\nseat 1  18% (2/11)\n" in printed
    assert "average" not in printed
    header = said(*words, "friends=3..5").splitlines()[2]
    assert header.split("  ")[:2] == ["friends", "seat 0"]
    question = register.question("bill_winner")
    answers = sweepstake.sweep("bill_winner", friends="3..5")
    summed = answers.summary()
    assert summed[["quantity", "exact"]].to_numpy().tolist()[0] == ["seat=0", "1/2"]
    assert {*summed["quantity"]} == {"seat=0"}
    assert plot.panel(question, answers.frame).y == "probability that seat is 0"
    [_, row, _] = table.table(question).make({"bill_winner": answers.frame}).to_dict("records")
    assert (row["P(seat=0)"], row["exact"]) == (7 / 15, "7/15")
    assert "mean seat" not in row


def given_aces(printed, aces):
    """The cells of the row that says what holds given so many aces."""
    _, _, below = printed.partition("given aces")
    [row] = [line for line in below.splitlines() if line.split()[:1] == [str(aces)]]
    return re.split(r"\s{2,}", row.strip())[1:]


def test_what_a_column_is_given_for_is_said_for_each_of_its_values(said):
    asked = {"ranks": 3, "suits": 2, "down": 1}
    printed = said("answer", "war_aces", *(f"{name}={value}" for name, value in asked.items()))
    frame = sweepstake.answer("war_aces", method="chain", **asked)
    for aces, rows in frame.groupby("aces"):
        shares = rows["probability"] / rows["probability"].sum()
        won = [shares[rows["winner"] == winner].sum() for winner in ("A", "B", "tie")]
        expected = [f"{number:.6g}" for number in ((shares * rows["plays"]).sum(), *won)]
        assert given_aces(printed, aces) == expected


def of_four_aces(said, down):
    """What is printed of samples that hold all aces, and their rows in the frame."""
    words = ("--method", "simulate", "--trials", "20000")
    printed = said("answer", "war_aces", "ranks=13", "suits=4", f"down={down}", *words)
    deck = {"ranks": 13, "suits": 4, "down": down}
    frame = sweepstake.answer("war_aces", method="simulate", trials=20_000, **deck)
    return given_aces(printed, 4), frame[frame["aces"] == 4]


def test_what_is_sampled_has_half_of_its_interval_for_the_trials_that_are_given(said):
    cells, rows = of_four_aces(said, down=3)
    trials = rows["count"].sum()
    won = rows.loc[rows["winner"] == "A", "count"].sum() / trials
    value, error = cells[1].split(" ± ")
    assert float(value) == pytest.approx(won, abs=float(error) / 10)
    assert float(error) == pytest.approx(1.96 * (won * (1 - won) / trials) ** 0.5, abs=0.0051)


def test_what_was_met_in_no_trial_or_in_all_of_those_given_has_a_bound(said):
    """Whoever holds all aces can't lose if no card lies face down."""
    cells, rows = of_four_aces(said, down=0)
    bound = of_counts(np.array([0]), np.array([rows["count"].sum()]))[1][0]
    at_least, at_most = (float(cell[2:]) for cell in cells[1:])
    assert at_most == pytest.approx(bound, rel=1e-5)
    assert at_least == pytest.approx(1 - bound, abs=1e-6)


def test_a_list_has_its_rows_or_the_first_of_many(said):
    assert " 15  0123" in said("answer", "coins_plan", "coins=4")
    assert "There are none" in said("answer", "coins_plan", "coins=3")
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
    *(" ".join([name, *(f"{n}={stored(value)}" for n, value in question.small[-1].items())])
      for name, question in register.questions().items()),
    "war_length --trials 3000", "war_length --trials 3000 --all", "war_rush --all",
    "war_sweep --method rare --trials 2000", "war_sweep ranks=400 suits=12",
    "guess_win cards=20000", "guess_streak cards=300 --all", "coins_plans coins=8 --all",
]  # fmt: skip
NUMBER = re.compile(r"(?<!\w)\d[\d,.]*(?:e[-+]\d+)?(?:/\d+)?")


@pytest.mark.parametrize("asked", ASKED)
def test_every_answer_fits_80_columns_and_no_number_is_cut(asked, said, monkeypatch, tmp_path):
    monkeypatch.setenv(cached.VARIABLE, str(tmp_path))
    printed = said("answer", *asked.split())
    assert max(map(len, printed.splitlines())) <= 80
    monkeypatch.setenv("COLUMNS", "1000")
    assert {*NUMBER.findall(printed)} <= {*NUMBER.findall(said("answer", *asked.split()))}


@pytest.mark.parametrize("question", [*register.questions()])
def test_every_question_is_told_within_80_columns(question, said):
    printed = said("questions", question)
    assert max(map(len, printed.splitlines())) <= 80
    asked = register.question(question)
    assert all(method in printed for method in asked.methods)
    assert all(f"{name} " in printed for name in asked.parameter)
    assert asked.text in " ".join(printed.split())
    example = printed.splitlines()[-1].removeprefix("For example: sweepstake ")
    assert " ".join(said(*example.split()).split()).startswith(asked.text)


def test_questions_have_their_bounds_and_their_methods_limits(said):
    printed = " ".join(said("questions").split())
    assert "ranks 1 to 400 (13 unless given), suits 1 to 12 (4 unless given)" in printed
    assert "brute (the number of cards at most 10)" in printed
    assert "walk (not everywhere)" in printed
    full = " ".join(said("questions", "war_length").split())
    assert "at most 360 ranks and 1" in full
    assert "A question of War. Source: " in full
    assert max(map(len, said("questions").splitlines())) <= 80


COIN = """
from sweepstake.core.distribution import Distribution
from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question


def thrown(coins):
    return Distribution({True: 2**coins - 1, False: 1}, 2**coins)


PUZZLE = Puzzle("coin", (
    Question(
        name="coin_heads", text="Is any of them heads up?",
        parameters=(Parameter("coins", "coins thrown", 1, 9_999),),
        outcomes=(Column("heads", "bool", "heads are up"),),
        methods={
            "exact": Method(thrown, "exact", lambda coins: SECONDS),
            "simulate": Method(lambda draw, trials, coins: {True: trials}, "sampled"),
        },
    ),
))
"""


def test_a_better_method_is_named_with_what_it_takes(said, loaded):
    loaded(COIN, ("SECONDS", "5_400.0"))
    printed = said("answer", "coin_heads", "coins=2", "--trials", "500")
    assert "at most once in 136 (95%)   simulated\n" in printed
    lift = "--method exact --limit none"
    better = f"An exact answer (method exact) is predicted to take 1.5 h: {lift}"
    assert better in " ".join(printed.split())
    assert "predicted" not in said("answer", "coin_heads", "coins=2", "--method", "simulate")


@pytest.mark.parametrize(
    ("coins", "says"),
    [
        (1, "50% of the time (1/2)   exact\n"),
        (2, "75% of the time (3/4)   exact\n"),
        (10, "All but once in 1,024 times (1023/1024)   exact\n"),
        (70, "All but 8.47 × 10⁻²²   exact\n"),
        (9000, "All but 5.37 × 10⁻²⁷¹⁰   exact\n"),
    ],
)
def test_what_is_nearly_sure_is_not_called_sure(coins, says, said, loaded):
    loaded(COIN, ("SECONDS", "1e-6"))
    assert says in said("answer", "coin_heads", f"coins={coins}")


PUBLISHED = """published=(
    Published({"coins": 2}, True, "0.75"),
    Published({"coins": 3}, True, "0.86"),
    Published({"coins": 3}, False, "1/8"),
),
        methods={"""


def test_what_the_source_prints_is_told_and_called_another_answer_if_it_is(said, loaded):
    text = COIN.replace("Puzzle, Question", "Published, Puzzle, Question")
    loaded(text.replace("methods={", PUBLISHED), ("SECONDS", "1e-6"))
    assert "Published" not in said("answer", "coin_heads", "coins=1")
    assert said("answer", "coin_heads", "coins=2").endswith("\nPublished: P(heads) = 0.75.\n")
    assert said("answer", "coin_heads", "coins=3").splitlines()[-2:] == [
        "Published: P(heads) = 0.86, which is not this answer.",
        "Published: P(heads=no) = 1/8.",
    ]


def test_a_terminal_gets_a_drawing_as_wide_as_it_is():
    where = {"TERM": "dumb", "COLUMNS": "60", "PYTHONIOENCODING": "utf-8"}
    printed = on_terminal("-m", "sweepstake.cli", "answer", "coins_moves", "coins=8", **where)
    [drawn] = [line for line in printed.splitlines() if line.count("█") > 2]
    assert 40 < len(drawn.rstrip()) <= 60
