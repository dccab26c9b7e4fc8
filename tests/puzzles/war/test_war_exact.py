"""War's first two questions: every method against every other, and against what is published."""

from fractions import Fraction
from itertools import product
from math import comb

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sweepstake.puzzles.war import exact, formula, independent
from sweepstake.puzzles.war.report.readings import readings

SMALL = [(r, s) for r, s in product(range(1, 9), range(1, 9)) if r * s <= 8 and r * s % 2 == 0]


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


@given(decks(most=30), st.integers(0, 12))
@settings(max_examples=40)
def test_exact_is_formula_for_rushes_of_any_deck(deck, down):
    assert exact.rush(*deck, down) == formula.rush(*deck, down)


@given(decks(), st.integers(0, 12))
@settings(max_examples=40)
def test_a_sweep_is_a_rush_without_ties(deck, down):
    assert formula.rush(*deck, down)["battle"] >= formula.sweep(*deck)[True]


@given(st.integers(1, 60), st.integers(0, 12))
def test_one_suit_has_no_ties_and_battles_are_fair_coins(half, down):
    assert formula.sweep(2 * half, 1)[True] == independent.sweep(2 * half, 1)[True]
    assert formula.sweep(2 * half, 1)[True] == Fraction(1, 2**half)
    assert formula.rush(2 * half, 1, down)["battle"] == Fraction(1, 2**half)


@given(st.integers(1, 12))
def test_two_ranks_are_swept_when_a_has_all_the_high_cards(suits):
    assert formula.sweep(2, suits)[True] == Fraction(1, comb(2 * suits, suits))


@given(st.integers(1, 6), st.integers(0, 12))
def test_one_rank_is_one_war(half, down):
    owed = -half % (down + 1)
    assert formula.rush(1, 2 * half, down)[f"tie-{owed}"] == 1


@given(st.integers(2, 12), st.integers(2, 6))
def test_with_enough_cards_face_down_the_first_tie_lasts(ranks, suits):
    """No war can be decided, so an ending in which A has won has one tie at most."""
    assume(ranks * suits % 2 == 0)
    assume(ranks * suits <= 24)
    rush = formula.rush(ranks, suits, 12)
    first = Fraction(suits - 1, ranks * suits - 1)
    assert rush[f"tie-{13 - ranks * suits // 2}"] == first
    assert sum(rush[e] for e in rush if e.startswith("tie")) == first


@given(decks(most=24))
@settings(max_examples=30)
def test_pairs_of_cards_are_all_counted(deck):
    whole = exact.whole_deck(*deck)
    cards = deck[0] * deck[1]
    ways = exact.ties(whole) + exact.contests(whole)
    assert ways.total() == cards * (cards - 1)
    left = [sum(k * ranks for k, ranks in enumerate(rest, 1)) for rest in ways]
    assert {*left} == {cards - 2}


@given(st.integers(0, 12))
def test_each_reading_parts_the_same_endings(down):
    for reading in ("rules", "notebook"):
        won, tied = (
            next(ends for who, what, ends in readings(down) if (who, what) == (reading, event))
            for event in ("A has won", "tie")
        )
        assert not won & tied
        assert len(won | tied) == 2 * down + 3
