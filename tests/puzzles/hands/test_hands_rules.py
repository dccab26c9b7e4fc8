"""When a hand is ordered, and what block moves can and can't do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.hands.rules import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    SUITS,
    after_one_move,
    collapsed,
    moved,
    moves,
    ordered,
)

HANDS = st.lists(st.sampled_from(SUITS), max_size=9).map(tuple)
OTHER_NAMES = (
    {SPADES: CLUBS, CLUBS: SPADES, HEARTS: HEARTS, DIAMONDS: DIAMONDS},
    {SPADES: SPADES, CLUBS: CLUBS, HEARTS: DIAMONDS, DIAMONDS: HEARTS},
    {SPADES: HEARTS, CLUBS: DIAMONDS, HEARTS: SPADES, DIAMONDS: CLUBS},
)


@pytest.mark.parametrize(
    ("hands", "wanted"),
    [
        ([(), (0,), (0, 0), (0, 1), (3, 2), (0, 2, 1), (1, 3, 0, 2)], True),
        ([(0, 1, 2), (2, 3, 0, 1), (0, 2, 0), (0, 2, 3, 1), (1, 0, 0, 2)], False),
    ],
)
def test_one_colour_may_stand_side_by_side_and_two_must_alternate(hands, wanted):
    assert [ordered(hand) for hand in hands] == [wanted] * len(hands)


@given(HANDS)
def test_taking_out_a_block_and_putting_it_in_elsewhere_is_every_move(hand):
    literally = {
        rest[:place] + hand[start:stop] + rest[place:]
        for start in range(len(hand))
        for stop in range(start + 1, len(hand) + 1)
        for rest in [hand[:start] + hand[stop:]]
        for place in range(len(rest) + 1)
    }
    assert literally - {hand} == set(after_one_move(hand)) - {hand}


@given(HANDS, st.sampled_from(OTHER_NAMES))
def test_order_knows_neither_the_names_of_suits_nor_left_from_right(hand, names):
    renamed = tuple(names[suit] for suit in hand)
    assert ordered(hand) == ordered(renamed) == ordered(hand[::-1]) == ordered(collapsed(hand))


@pytest.mark.parametrize("cards", range(9))
def test_a_hand_has_as_many_moves_as_three_of_its_gaps_can_be_chosen(cards):
    every = list(moves(cards))
    assert len(every) == (cards + 1) * cards * (cards - 1) // 6
    assert all(sorted(moved(tuple(range(cards)), move)) == list(range(cards)) for move in every)
