"""A play and a chain that are shown are those of the game."""

import re

import pytest

from running import ROOT, some

PIG = ROOT / "examples" / "pig.py"
pytestmark = pytest.mark.usefixtures("unregistered")

GAMES = '''
from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Puzzle


def best_of(draw, dice):
    best = 0
    for _ in range(dice):
        best = max(best, draw.die(6))
    return best


def hand(draw: Draw, dice: int) -> tuple[int, int]:
    """What is the best die, and what are the cards, if one is 3?"""
    deck = draw.deck([1, 1, 2, 2, 3])
    held = []
    while len(held) < 3:
        held.append(deck.draw())
    draw.condition(3 in held)
    return best_of(draw, dice), sum(held)


def endless(draw: Draw) -> int:
    """When does it end?"""
    while True:
        draw.die(6)


def wrong(draw: Draw) -> int:
    """What is it?"""
    return draw.die(6) / 0


def deeper(n):
    return deeper(n + 1)


def seldom(draw: Draw) -> int:
    """What is it?"""
    return deeper(0) if draw.die(999) == 1 else 6


def fixed(draw: Draw, n: int) -> int:
    """How many cards lie at their own place?"""
    cards, fixed = draw.shuffled(range(n)), 0
    for k, card in enumerate(cards):
        fixed += k == card
    return fixed


def faces(draw: Draw, n: int) -> int:
    """How many different faces are rolled?"""
    seen = {}
    for _ in range(n):
        seen[draw.die(6)] = True
    return len(seen)


DICE = (Parameter("dice", "dice thrown", 1, 5),)
N = (Parameter("n", "things", 1, 30, default=30),)
HELD = (Column("best", "int", "best die"), Column("held", "int", "cards held"))
END = (Column("end", "int", "end"),)
PUZZLE = Puzzle("games", (
    Game(hand, DICE, HELD),
    *(Game(play, (), END) for play in (endless, wrong, seldom)),
    *(Game(play, N, END) for play in (fixed, faces)),
))
'''


DEEP = "fails: RecursionError: a function calls itself too often; use a loop (games.py, line 35)"


@pytest.fixture
def games(tmp_path):
    (tmp_path / "games.py").write_text(GAMES)
    return tmp_path / "games.py"


@pytest.mark.parametrize("seed", some(range(8), range(3)))
def test_the_rolls_that_a_play_shows_sum_to_what_it_ends_with(seed, said):
    shown = said("show", "pig", "hold=15", "--seed", seed, "--puzzle", PIG)
    assert said("show", "pig_turn", "play", "hold=15", "--seed", seed, "--puzzle", PIG) == shown
    rolls = [int(roll) for roll in re.findall(r"^ +14  face = draw.die\(6\) +(\d)", shown, re.M)]
    [score] = re.findall(r"It ends with score (\d+)\.", shown)
    totals = [int(total) for total in re.findall(r"total=(\d+)", shown)]
    if rolls[-1] == 1:
        assert score == "0"
        rolls.pop()
    else:
        assert int(score) == sum(rolls) >= 15
    assert totals == [sum(rolls[:k]) for k in range(len(rolls) + 1)]


def test_what_was_found_and_which_method_answers_are_said(said):
    shown = said("show", "pig", "--seed", "3", "--puzzle", PIG)
    assert re.search("^line 13: .* depends on total$", shown, re.MULTILINE)
    assert "\nMethod: states (exact: merged states).\n" in shown
    assert "Not by paths" not in said("show", "pig", "hold=5", "--puzzle", PIG)


def test_the_states_of_a_small_game(said):
    lines = said("show", "pig", "states", "hold=4", "--puzzle", PIG).splitlines()
    assert [line.rstrip() for line in [lines[2], *lines[4:8]]] == [
        "state  line  total  what comes next",
        "    0               to 1",
        "    1    13      0  1/6 each: score 0, 4, 5, 6 or to 2, 3",
        "    2    13      2  1/6 each: score 0, 4, 5, 6, 7, 8",
        "    3    13      3  1/6 each: score 0, 5, 6, 7, 8, 9",
    ]
    shown = said("show", "pig", "states", "hold=100", "--puzzle", PIG)
    assert "There are over " in shown


def test_cards_helpers_and_conditions_are_shown(games, said):
    shown = " ".join(said("show", "hand", "dice=2", "--seed", "1", "--puzzle", games).split())
    assert "deck=5 cards, held=[] 18 held.append(deck.draw()) 2 deck=4 cards, held=[2]" in shown
    assert re.search(r"9 best = max\(best, draw.die\(6\)\) (\d) best_of.best=\1", shown)
    assert re.search(r"It ends with best \d, held \d\.", shown)
    assert "depends on deck, held (in any order)" in shown
    shown = said("show", "hand", "states", "dice=1", "--puzzle", games)
    assert "left out" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("hand",), "play needs dice (dice thrown); allowed: whole numbers from 1 to 5"),
        (("hand", "cards=3"), "play has no parameter 'cards'; allowed: dice"),
        (("hand", "best"), "there is no show 'best'; allowed: play, states"),
        (("hand", "dice=9"), "dice is 9; allowed: whole numbers from 1 to 5"),
        (("wrong",), "wrong fails: ZeroDivisionError: division by zero (games.py, line 31)"),
        (("seldom", "states"), f"seldom {DEEP}"),
    ],
)
def test_mistakes_are_said_in_a_line(words, message, games, refused):
    assert refused("show", *words, "--puzzle", games) == f"sweepstake: {message}\n"


def test_a_method_that_is_too_deep_is_named_with_its_line(games, said):
    printed = " ".join(said("show", "seldom", "--seed", "1", "--puzzle", games).split())
    assert f"Not by states: {DEEP.removeprefix('fails: ')}." in printed


def test_a_play_that_goes_on_and_on_is_cut(games, said):
    printed = said("show", "endless", "--puzzle", games)
    assert "99,800 more draws are not shown." in printed
    assert "it may never end" in printed
    assert "No method answers: endless never ends" in " ".join(printed.split())


@pytest.fixture
def cards(games, said, monkeypatch):
    """What is shown of a game of shuffled cards or dice."""
    monkeypatch.setenv("COLUMNS", "200")
    return lambda name, *given: said("show", name, *given, "--seed", 2, "--puzzle", games)


def test_shuffled_cards_are_shown_as_they_come(cards):
    shown = cards("fixed")
    drawn = [int(card) for card in re.findall(r"enumerate\(cards\): +(\d+)", shown)]
    assert sorted(drawn) == [*range(30)]
    fixed = sum(place == card for place, card in enumerate(drawn))
    assert f"ends with end {fixed}." in shown
    assert "__iter__" not in shown


def test_what_is_known_of_the_states_and_why_plays_are_plain_is_said(cards):
    shown = cards("faces", "n=3")
    assert re.search(r"^states: [\d,]+ states behave like \d+", shown, re.M)
    assert re.search(r"^simulate plays in plain Python: line \d+: dicts", shown, re.M)
    assert "\nsimulate is compiled\n" in cards("fixed")
