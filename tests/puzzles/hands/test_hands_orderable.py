"""Can one block move order a hand? Four ways that know nothing of each other."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.hands import exact, formula, rules
from sweepstake.puzzles.hands.formula import filled, orderable_patterns
from sweepstake.puzzles.hands.rules import SUITS, collapsed, deals


def collapsed_hands(runs):
    return (hand for hand in product(SUITS, repeat=runs) if collapsed(hand) == hand)


@pytest.mark.parametrize("cards", range(18))
def test_formula_equals_exact(cards):
    assert formula.orderable(cards) == exact.orderable(cards)


def test_patterns_made_backwards_are_those_that_a_move_orders():
    forwards = {
        hand for runs in range(8) for hand in collapsed_hands(runs) if rules.orderable(hand)
    }  # fmt: skip
    assert forwards == orderable_patterns()
    assert len(forwards) == 513


@given(st.lists(st.sampled_from(SUITS), max_size=6).map(tuple))
def test_the_cards_that_fill_a_pattern_are_the_hands_that_collapse_to_it(hand):
    pattern = collapsed(hand)
    cards = min(len(pattern) + 1, 6)
    counted = sum(
        deals(row) for row in product(set(pattern), repeat=cards) if collapsed(row) == pattern
    )
    assert filled(formula.run_counts(pattern))[cards] == counted
