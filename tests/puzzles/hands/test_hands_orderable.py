"""Can one block move order a hand? Four ways that know nothing of each other."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.hands import exact, formula, rules
from sweepstake.puzzles.hands.formula import filled, orderable_deals, orderable_patterns
from sweepstake.puzzles.hands.rules import SUITS, after_one_move, collapsed, deals, ordered


def collapsed_hands(runs):
    return (hand for hand in product(SUITS, repeat=runs) if collapsed(hand) == hand)


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
        hand for runs in range(8) for hand in collapsed_hands(runs) if rules.orderable(hand)
    }  # fmt: skip
    assert forwards == orderable_patterns()
    assert len(forwards) == 513


def test_no_hand_of_eight_runs_can_be_ordered_by_one_move():
    eight = (hand for hand in collapsed_hands(8) if hand[0] == 0)
    assert not any(ordered(after) for hand in eight for after in after_one_move(hand))


@given(st.lists(st.sampled_from(SUITS), max_size=6).map(tuple))
def test_the_cards_that_fill_a_pattern_are_the_hands_that_collapse_to_it(hand):
    pattern = collapsed(hand)
    cards = min(len(pattern) + 1, 6)
    counted = sum(
        deals(row) for row in product(set(pattern), repeat=cards) if collapsed(row) == pattern
    )
    assert filled(formula.run_counts(pattern))[cards] == counted
