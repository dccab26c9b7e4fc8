"""War with a fixed order of picking up: endless games, found in three ways."""

from collections import Counter
from itertools import permutations
from types import SimpleNamespace

import pytest

from sweepstake.core.stream import stream
from sweepstake.puzzles.war.fixed import backward, endless, letter, plain
from sweepstake.puzzles.war.rules import State, dealt, deck

ORDERS = endless.ORDERS


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("ranks", "suits", "down"), [(4, 1, 0), (6, 1, 2), (2, 2, 0), (3, 2, 1), (2, 4, 1), (4, 2, 0)]
)
def test_every_deal_ends_as_by_the_rules(ranks, suits, down, order):
    half = ranks * suits // 2
    counts = Counter(
        plain.ending(State(cards[:half], cards[half:]), down, order)
        for cards in {*permutations(deck(ranks, suits))}
    )
    assert endless.brute(ranks, suits, down, order).counts == counts


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("ranks", [2, 4, 6, 8])
def test_from_the_ends_back_as_many_deals_are_met(ranks, order):
    assert backward.ends(ranks, 1, 0, order) == endless.brute(ranks, 1, 0, order)


def test_a_known_cycle_is_endless():
    """Of four cards, A's always first: both hands come back after six plays."""
    ended = {
        cards: plain.ending(State(cards[:2], cards[2:]), 0, "player")
        for cards in permutations(range(4))
    }
    assert sum(ending == "endless" for ending in ended.values()) == 8


@pytest.mark.parametrize("order", ORDERS)
def test_players_are_alike_unless_one_of_them_comes_first(order):
    counts = endless.brute(5, 2, 1, order).counts
    assert (counts["A"] == counts["B"]) == (order in ("winner", "loser"))


def test_a_longer_game_than_can_be_followed_is_said(monkeypatch):
    monkeypatch.setattr(backward, "deals_won", lambda *_: -1)
    with pytest.raises(ValueError, match="lasts longer than 4096 plays"):
        backward.ends(6, 1, 0, "winner")


def test_random_deals_of_a_small_deck_have_the_shares_of_all():
    known = endless.brute(3, 2, 0, "loser")
    trials = 40_000
    drawn = endless.simulate(stream(5, "fixed"), trials, 3, 2, 0, "loser").counts
    letters = letter.ENDING.answer(
        stream(5, "fixed"), trials, ranks=3, suits=2, down=0, order="loser"
    )
    for sample in (drawn, letters):
        for ending in known:
            p = float(known[ending])
            assert abs(sample[ending] / trials - p) < 5 * (p * (1 - p) / trials) ** 0.5


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("ranks", "suits", "down"), [(4, 1, 0), (2, 2, 1), (3, 2, 0), (2, 3, 3)])
def test_the_letter_plays_each_deal_as_the_rules(ranks, suits, down, order):
    for cards in {*permutations(deck(ranks, suits))}:
        draw = SimpleNamespace(shuffled=lambda _, cards=cards: [*cards])
        expected = plain.ending(dealt(cards), down, order)
        assert letter.ending(draw, ranks, suits, down, order) == expected


def test_in_turn_the_second_win_is_picked_up_with_bs_card_first():
    """(3, 0) beats (2, 1): A's 3 goes first, then B's 0 has lost to it, and B's 2 is on top."""
    first = plain.picked_up("turns", "A", (3, 2))
    second = plain.picked_up("turns", "B", (0, 1))
    assert (first, second) == ((3, 2), (1, 0))
    assert plain.picked_up("player", "B", (0, 1)) == (0, 1)
