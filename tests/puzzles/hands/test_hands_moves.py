"""How few block moves order a hand? A table of collapsed hands against searches."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.hands import backward, exact
from sweepstake.puzzles.hands.fewest import fewest, needed
from sweepstake.puzzles.hands.plan import shortest_plan
from sweepstake.puzzles.hands.rules import SUITS, after_one_move, collapsed, moved, ordered

MOST_RUNS = 8  # that are compared
HANDS = st.lists(st.sampled_from(SUITS), max_size=12).map(tuple)


@pytest.mark.parametrize("cards", range(12))
def test_no_move_or_one_is_what_orderable_means(cards):
    moves = fewest(cards)
    assert moves[0] + moves[1] == exact.orderable(cards)[True]


@pytest.mark.parametrize("cards", range(1, 12))
def test_the_most_moves_are_half_of_one_less_than_the_cards(cards):
    assert max(fewest(cards)) == (cards - 1) // 2


@given(hand=HANDS)
def test_distances_of_neighbours_differ_by_one_at_most(hand):
    runs = collapsed(hand)[:MOST_RUNS]
    here = needed(runs)
    near = {needed(after) for after in after_one_move(runs)}
    assert all(abs(other - here) <= 1 for other in near)
    assert (here == 0) == ordered(runs)
    assert here == 0 or here - 1 in near


@given(hand=HANDS)
def test_a_plan_orders_the_hand_in_the_fewest_moves(hand):
    plan, last = shortest_plan(hand), hand
    for move in plan:
        last = moved(last, move)
    assert ordered(last)
    assert Counter(last) == Counter(hand)
    if len(collapsed(hand)) <= MOST_RUNS:
        assert len(plan) == needed(hand)


@pytest.mark.parametrize("cards", range(11))
def test_the_search_of_all_rows_needs_as_many_moves_as_that_of_collapsed_hands(cards):
    assert backward.fewest(cards) == fewest(cards)
