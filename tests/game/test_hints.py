"""What a refusal by size says: which variables make states many, and which rewrite would do."""

from fractions import Fraction

import dask
import pytest

import sweepstake
from sweepstake.ask import instead
from sweepstake.errors import TooManyStatesError
from sweepstake.game.reading.query import Query
from sweepstake.game.solving import hints, states
from sweepstake.puzzle.method import Patience, patience


def first_ace(draw):
    pack = [rank for rank in range(6) for _ in range(3)]
    for turned, rank in enumerate(draw.shuffled(pack), 1):
        last = rank
        if last == 0:
            return turned
    return 0


def three_of_a_day(draw):
    count = [0] * 12
    people = 0
    while max(count) < 3:
        count[draw.below(12)] += 1
        people += 1
    return people


def until_hth(draw):
    tosses = []
    while tosses[-3:] != ["H", "T", "H"]:
        tosses.append(draw.among("HT"))
    return len(tosses)


def names_the_winner(draw):
    tosses = ""
    while tosses[-3:] not in ("HTH", "HHT"):
        tosses += draw.among("HT")
    return tosses[-3:]


def whole_hand(draw):
    return sum(draw.shuffled(range(30))[5:20]) > 300


def two_walks(draw):
    x, y = 1, 1
    while x and y and x < 20 and y < 20:
        x += draw.among((-1, 1))
        y += draw.among((-1, 0, 1))
    return x > y


SAID = {
    first_ace: r"of the cards of the loop in line \d+, all but 0 seem to be alike: use a deck",
    three_of_a_day: r"of `count` \(12 items\) only how many are 0, 1, 2 seems to matter",
    until_hth: "only the last 2 items and the length of `tosses` seem to matter",
    names_the_winner: "only the last 2 items of `tosses` seem to matter",
    two_walks: r"these differ in `[xy]` \(\d+ values\), `[xy]` \(\d+ values\)",
}


@pytest.fixture
def unhurried(monkeypatch):
    monkeypatch.setattr(hints, "SECONDS", 600)
    monkeypatch.setattr(hints, "TRYING", 600)


@pytest.mark.parametrize(("play", "line"), SAID.items(), ids=[play.__name__ for play in SAID])
def test_a_refusal_by_size_says_which_rewrite_seems_to_do(play, line, unhurried, monkeypatch):
    monkeypatch.setattr(states, "MAX_STATES", 200)
    with pytest.raises(TooManyStatesError, match=line):
        states.States(Query(play, 1, (0,))).answer()


def test_draws_without_a_loop_are_named_with_their_place(monkeypatch):
    monkeypatch.setattr("sweepstake.game.solving.exploring.MAX_WAYS", 1_000)
    with pytest.raises(TooManyStatesError, match="ways lead from the beginning to the next loop"):
        states.States(Query(whole_hand, 1, (0,))).answer()


def all_rolls(draw, n):
    return draw.die(6) + all_rolls(draw, n - 1) if n else 0


def test_a_function_that_calls_itself_is_named(monkeypatch):
    monkeypatch.setattr("sweepstake.game.solving.exploring.MAX_WAYS", 1_000)
    says = "ways lead on from the beginning: all_rolls calls itself; write a loop"
    with pytest.raises(TooManyStatesError, match=says):
        states.States(Query(all_rolls, 1, (0,))).answer(n=5)


def test_patience_ends_exploring_and_the_next_method_answers():
    token = patience.set(Patience(seconds=0))
    try:
        with pytest.raises(TooManyStatesError, match="0 s are over; name the method to go on"):
            states.States(Query(two_walks, 1, (0,))).answer()
    finally:
        patience.reset(token)
    with (
        dask.config.set({"sweepstake.limits": {"exploring": {"memory": "50 MB"}}}),
        pytest.warns(UserWarning, match=r"Not by states: .* 0\.05 GB are full; name the method"),
    ):
        assert sweepstake.answer(two_walks)["method"].tolist()[0] == "bounds"
    assert sweepstake.answer(two_walks, method="states")["method"].tolist()[0] == "states"


def ruin(draw, goal):
    stake = 1
    while 0 < stake < goal:
        stake += 1 if draw.chance(9, 19) else -1
    return stake == goal


def test_bounds_answer_where_fractions_are_longer_than_anybody_reads(monkeypatch):
    monkeypatch.setattr(instead, "MOST_DIGITS", 20)
    odds = Fraction(10, 9)
    with pytest.warns(UserWarning, match="Not by states: its fractions have over 20 digits; name"):
        answer = sweepstake.answer(ruin, goal=30).query("outcome")
    assert answer["method"].item() == "bounds"
    assert answer["low"].item() <= (odds - 1) / (odds**30 - 1) <= answer["high"].item()
    assert sweepstake.answer(ruin, goal=5)["method"].tolist()[0] == "states"
    exact = sweepstake.answer(ruin, goal=30, method="states").query("outcome")
    assert Fraction(exact["exact"].item()) == (odds - 1) / (odds**30 - 1)
