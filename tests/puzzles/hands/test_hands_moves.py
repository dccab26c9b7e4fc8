"""How few block moves order a hand? A table of collapsed hands against searches."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.hands import exact
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


@pytest.mark.parametrize("runs", range(8))
def test_the_plan_of_every_collapsed_hand_is_as_long_as_its_distance(runs):
    hands = (hand for hand in product(SUITS, repeat=runs) if collapsed(hand) == hand)
    assert all(len(shortest_plan(hand)) == needed(hand) for hand in hands if 0 in hand[:1])


def test_cutting_runs_never_helps():
    """Doubling every card opens every cut, and changes no distance: all rows of two suits."""
    frontier = {hand for hand in product((0, 2), repeat=10) if ordered(hand)}
    reached, count = dict.fromkeys(frontier, 0), 0
    while frontier:
        count += 1
        frontier = {after for hand in frontier for after in after_one_move(hand)} - reached.keys()
        reached |= dict.fromkeys(frontier, count)
    for five in product((0, 2), repeat=5):
        assert reached[tuple(suit for suit in five for _ in range(2))] == needed(five)
