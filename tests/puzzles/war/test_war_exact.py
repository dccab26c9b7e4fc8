"""War's first two questions: every method against every other, and against what is published."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweepstake.puzzles.war import exact, formula, independent, pairs


@st.composite
def decks(draw, most=60):
    """(ranks, suits) of an even deck of at most `most` cards."""
    ranks = draw(st.integers(1, 20))
    suits = draw(st.integers(1, 8).filter(lambda s: ranks * s % 2 == 0 and ranks * s <= most))
    return ranks, suits


@given(decks())
@settings(max_examples=40)
def test_exact_is_formula_for_sweeps_of_any_deck(deck):
    assert exact.sweep(*deck) == formula.sweep(*deck)


@pytest.mark.parametrize("deck", [(1, 2), (8, 3), (13, 4), (26, 2), (60, 4)])
def test_pairs_built_rank_by_rank_are_decided_as_often_as_inclusion_and_exclusion_says(deck):
    assert pairs.sweep(*deck) == formula.sweep(*deck)


@given(decks(most=30), st.integers(0, 12))
@settings(max_examples=40)
def test_exact_is_formula_for_rushes_of_any_deck(deck, down):
    assert exact.rush(*deck, down) == formula.rush(*deck, down)


@given(st.integers(1, 60), st.integers(0, 12))
def test_one_suit_has_no_ties_and_battles_are_fair_coins(half, down):
    assert formula.sweep(2 * half, 1)[True] == independent.sweep(2 * half, 1)[True]
    assert formula.sweep(2 * half, 1)[True] == Fraction(1, 2**half)
    assert formula.rush(2 * half, 1, down)["battle"] == Fraction(1, 2**half)
