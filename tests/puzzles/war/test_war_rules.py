import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.war.rules import State, dealt, deck, ending, game, played


@st.composite
def games(draw):
    """(the states of a random game, down)."""
    ranks = draw(st.integers(2, 8))
    suits = draw(st.integers(1, 4).filter(lambda s: ranks * s % 2 == 0))
    down = draw(st.integers(0, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    shuffled = lambda cards: tuple(int(c) for c in rng.permutation(cards))  # noqa: E731
    return list(game(dealt(shuffled(deck(ranks, suits))), down, shuffled)), down


@given(games())
def test_no_card_is_lost(played_out):
    states, _ = played_out
    cards = Counter(states[0].a + states[0].b)
    assert all(Counter(state.a + state.b + state.table) == cards for state in states)


@given(games())
def test_cards_are_owed_in_a_war_only_and_one_fewer_each_play(played_out):
    states, down = played_out
    for before, after in itertools.pairwise(states):
        assert after.owed in ((before.owed - 1,) if before.owed else (0, down))
        assert after.table or not after.owed


@given(games())
def test_a_game_takes_as_many_plays_as_each_was_dealt_cards_at_least(played_out):
    states, _ = played_out
    assert len(states) - 1 >= len(states[0].a)


@given(games())
def test_a_play_does_to_b_what_it_does_to_a(played_out):
    states, down = played_out
    for s in states[:-1]:
        mirrored = played(State(s.b, s.a, s.table, s.owed), down)
        original = played(s, down)
        assert Counter(mirrored.a) == Counter(original.b)
        assert Counter(mirrored.b) == Counter(original.a)


def test_a_war_takes_every_card_on_the_table():
    states = list(game(dealt((5, 5, 1, 2, 7, 6, 3, 3)), 1, tuple))
    assert [state.owed for state in states[:4]] == [0, 1, 0, 0]
    assert states[3] == State((3, 5, 5, 1, 2, 7, 6), (3,))


def test_a_war_tied_again_goes_on():
    states = list(game(dealt((5, 5, 1, 1, 9, 2, 4, 3)), 0, tuple))
    assert states[2].table == (5, 5, 1, 1)
    assert states[3] == State((4, 5, 5, 1, 1, 9, 2), (3,))


@pytest.mark.parametrize(
    ("state", "name", "winner"),
    [
        (State((1, 2), ()), "battle", "A"),
        (State((1, 2), (), (5, 5), 0), "war-0", "A"),
        (State((1, 2), (), (5, 5), 3), "war-3", "A"),
        (State((), (), (5, 5), 2), "tie-2", "tie"),
        (State((), (1,), (5, 5), 2), "tie-2", "B"),
    ],
)
def test_endings_by_hand(state, name, winner):
    assert ending(state) == name
    assert state.winner == winner
