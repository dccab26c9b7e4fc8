"""The page that puts the notebooks' tables beside ours has the published numbers and ours."""

import re
from fractions import Fraction

import numpy as np
import pytest

import sweepstake
from running import ROOT
from sweepstake.puzzle import register

PAGE = (ROOT / "docs" / "from-the-notebooks.md").read_text()


def table(first):
    """The cells of the table whose first header is `first`."""
    _, _, below = PAGE.partition(f"| {first} |")
    lines = below.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def exactly(question, outcome, **asked):
    frame = sweepstake.answer(question, **asked)
    return Fraction(frame.loc[frame[outcome], "exact"].iloc[0])


def test_decks_left(golden):
    _, decks = register.puzzles()["war"].shows
    listings = decks.listings(np.random.default_rng(1), ranks=13, suits=4, battles=3)
    ours = {(str(k), row[0]): row[1] for k, layer in enumerate(listings, 1) for row in layer.rows}
    published = golden["war_sweep"]["after_battles_13x4"]
    rows = {(k, deck.strip("`")): float(p) for k, deck, p in table("battles")}
    assert rows.keys() == ours.keys()
    for (k, deck), p in rows.items():
        assert [float(ours[k, deck]), published[k][deck]] == pytest.approx([p, p], rel=1e-8)


def test_small_decks(golden):
    published = golden["war_sweep"]["brute_equals_exact"]
    rows = {name.replace(" × ", "x"): numbers for name, *numbers in table("ranks × suits")}
    assert rows.keys() == published.keys()
    for name, (theirs, ours) in rows.items():
        ranks, suits = map(int, name.split("x"))
        asked = {"method": "brute", "ranks": ranks, "suits": suits}
        assert float(theirs) == published[name]
        assert Fraction(ours) == exactly("war_sweep", "swept", **asked)


def test_a_sweep_and_its_approximations(golden):
    published = golden["war_sweep"]["13x4"]
    wins, either, independent, half = table("number")
    assert float(wins[1]) == published["probability"]
    assert Fraction(wins[2]) == exactly("war_sweep", "swept", method="exact", ranks=13, suits=4)
    theirs, ours = (float(cell.split()[0].replace(",", "")) for cell in either[1:])
    assert theirs == published["either_player_once_in_games"]
    assert ours == pytest.approx(float(1 / (2 * Fraction(wins[2]))), abs=5e-8)
    assert (float(independent[1]), float(half[1])) == (published["independent"], 0.5**26)
    assert float(wins[1]) / float(independent[1]) == pytest.approx(1.016, abs=1e-3)


def test_the_two_readings_of_a_rush(golden):
    numbers = [[float(c) for c in re.findall(r"[\d.]+", " ".join(row[1:]).replace(",", ""))]
               for row in table("ending")]  # fmt: skip
    by_owed = golden["war_rush"]["13x4 down 3, notebook's reading by face-down cards owed"]
    by_rules = golden["war_rush"]["13x4 down 3, by the rules"]
    won, tie = by_owed["0"], sum(by_owed[k] for k in "123")
    rules = [1 / Fraction(by_rules[name]) for name in ("A has won", "tie")]
    assert numbers[0] == pytest.approx([1 / won, 1 / won, float(rules[0])], abs=0.005)
    assert numbers[1] == pytest.approx([1 / tie, 1 / tie, float(rules[1] / 10**6)], rel=0.002)
    frame = sweepstake.answer("war_rush", method="formula", ranks=13, suits=4, down=3)
    kinds = frame.ending.str.partition("-")[0]
    for name, kept in (("A has won", ("battle", "war")), ("tie", ("tie",))):
        assert sum(map(Fraction, frame.exact[kinds.isin(kept)])) == Fraction(by_rules[name])


def test_lengths(golden):
    published = golden["war_length"]["13x4 down 3"]
    names = ("mean", "sd", "median", "min", "max", "mode")
    cells = [row[1].replace(",", "") for row in table("plays")]
    assert cells == [str(published[name]) for name in names]
    mean, half = map(float, re.search(r"([\d.]+) ± ([\d.]+)", table("plays")[0][2]).groups())
    own = sweepstake.summary(sweepstake.answer("war_length", ranks=13, suits=4, down=3)).iloc[0]
    assert own["quantity"] == "mean:plays"
    assert abs(own["value"] - mean) < 5 * (own["standard_error"] + half / 1.96)


def test_coins(golden):
    published = golden["coins_verdict"]
    for coins, states, theirs, ours in table("coins"):
        assert int(states) == published["necklaces"][int(coins) - 1]
        shortest = sweepstake.answer("coins_verdict", coins=int(coins)).shortest
        assert ours == ("none" if shortest.isna().all() else str(shortest.iloc[0]))
        if int(coins) <= 8:
            assert theirs == str(published["shortest"][coins] or "none")


def test_the_plan_for_four_coins(golden):
    ours = sweepstake.answer("coins_plan", coins=4)
    assert [int(row[3]) for row in table("move")] == ours.beliefs.tolist()
    assert ours.beliefs.tolist() == golden["coins_verdict"]["beliefs_after_each_move_4"]
    assert [row[1] for row in table("move")][1:] == golden["coins_verdict"]["plan_4"]
    assert [row[2] for row in table("move")] == ours.flips.fillna("").tolist()


def test_hands(golden):
    rows = {cards: (theirs, ours) for cards, theirs, ours in table("cards")}
    assert {cards: theirs for cards, (theirs, _) in rows.items()} == golden["hands_orderable"]
    for cards, (_, ours) in rows.items():
        asked = {"method": "formula", "cards": int(cards)}
        assert Fraction(ours) == exactly("hands_orderable", "orderable", **asked)


def test_guesses(golden):
    published = golden["guess_win"]
    rows = {row[0]: row[1:] for row in table("cards n")}
    assert rows.keys() == published["ratio"].keys()
    for cards, (states, p, theirs, ours, off) in rows.items():
        n = int(cards)
        here, after = (exactly("guess_win", "won", method="exact", cards=k) for k in (n, n + 1))
        assert int(states) == n * (n + 1) // 2 - 1
        assert float(p) == pytest.approx(float(here), rel=1e-5)
        assert theirs == f"{published['ratio'][cards]:.10f}"
        assert ours == f"{float(after / here):.10f}"
        assert float(off.strip("%")) == pytest.approx(100 - 100 * 0.725 ** (n - 2) / here, abs=0.51)
