"""Can one block move order a hand? Four ways that know nothing of each other."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.hands import brute, exact, formula
from sweepstake.puzzles.hands.exact import MOST_RUNS, dealt, one_move_orders
from sweepstake.puzzles.hands.formula import filled, orderable_deals, orderable_patterns
from sweepstake.puzzles.hands.rules import (
    SUITS,
    after_one_move,
    all_deals,
    collapsed,
    deals,
    ordered,
)


def collapsed_hands(runs):
    return (hand for hand in product(SUITS, repeat=runs) if collapsed(hand) == hand)


@pytest.mark.parametrize("cards", range(14))
def test_the_published_fractions(cards, golden):
    assert exact.orderable(cards)[True] == Fraction(golden["hands_orderable"][str(cards)])


@pytest.mark.parametrize("cards", range(7))
def test_exact_equals_brute_force(cards):
    assert exact.orderable(cards) == brute.orderable(cards)


@pytest.mark.parametrize("cards", range(18))
def test_formula_equals_exact(cards):
    assert formula.orderable(cards) == exact.orderable(cards)


def test_the_whole_deck_is_orderable_in_so_many_rows_of_suits():
    """A row of all 52 cards' suits has 13!^4 deals, and no two rows share one."""
    rows = Fraction(orderable_deals()[52], deals((0,) * 13) ** 4)
    assert rows.denominator == 1
    assert formula.orderable(52)[True] == Fraction(13, 9123254722021903544088000)


def test_patterns_made_backwards_are_those_that_a_move_orders():
    forwards = {
        hand for runs in range(MOST_RUNS + 1) for hand in collapsed_hands(runs)
        if one_move_orders(hand)
    }  # fmt: skip
    assert forwards == orderable_patterns()
    assert len(forwards) == 513


def test_no_hand_of_eight_runs_can_be_ordered_by_one_move():
    eight = (hand for hand in collapsed_hands(8) if hand[0] == 0)
    assert not any(ordered(after) for hand in eight for after in after_one_move(hand))


def test_no_card_more_makes_a_hand_orderable():
    assert all(hand[:-1] in orderable_patterns() for hand in orderable_patterns() if hand)


def test_the_notebook_examined_1540_collapsed_hands():
    """Every suit first, then every run more on an orderable hand: what has to be looked at."""
    examined = {
        (*hand, suit) for hand in orderable_patterns() for suit in SUITS if suit not in hand[-1:]
    }
    assert len(examined) == 1540


def test_only_66_collapsed_hands_are_dealt_on_to_when_suits_have_no_names():
    assert len({hand for cards in range(1, 14) for hand in dealt(cards)}) == 66


@pytest.mark.parametrize("cards", range(5, 14))
def test_what_is_dealt_leaves_the_rest_of_the_deck(cards):
    for decks in dealt(cards).values():
        lefts = [[left >> 4 * suit & 15 for suit in range(4)] for left in decks]
        assert all(sum(left) == 52 - cards and max(left) <= 13 for left in lefts)


@given(st.lists(st.sampled_from(SUITS), max_size=6).map(tuple))
def test_the_cards_that_fill_a_pattern_are_the_hands_that_collapse_to_it(hand):
    pattern = collapsed(hand)
    cards = min(len(pattern) + 1, 6)
    counted = sum(
        deals(row) for row in product(set(pattern), repeat=cards) if collapsed(row) == pattern
    )
    assert filled(formula.run_counts(pattern))[cards] == counted


def test_all_patterns_filled_are_all_deals():
    cards = 6
    patterns = (hand for runs in range(cards + 1) for hand in collapsed_hands(runs))
    total = sum(filled(formula.run_counts(pattern))[cards] for pattern in patterns)
    assert total == all_deals(cards)


def test_a_longer_hand_is_less_likely_to_be_orderable():
    chances = [formula.orderable(cards)[True] for cards in range(53)]
    assert chances[:5] == [1] * 5
    assert all(longer < shorter for shorter, longer in pairwise(chances[4:]))
