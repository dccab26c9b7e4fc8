"""The Devil's game to the letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.coins import rules
from sweepstake.puzzles.coins.ruler import plan_for

STATES = st.integers(1, 7).flatmap(
    lambda coins: st.tuples(*[st.integers(0, 4)] * coins)
)  # of up to 7 dials with 5 faces


@given(STATES, st.integers(0, 6))
def test_a_turned_state_is_the_same_necklace(state, turn):
    assert rules.necklace(rules.turned(state, turn % len(state))) == rules.necklace(state)


@given(STATES)
def test_a_move_is_told_by_its_flips(move):
    flips = rules.flips(move)
    assert tuple(map(flips.count, rules.POSITIONS[: len(move)])) == move


def test_states_are_written_as_coins_or_as_numbers():
    assert [rules.written(s, 2) for s in rules.states(2, 2)] == ["HH", "HT", "TH", "TT"]
    assert rules.written((1, 4, 0), 5) == "140"
    assert rules.written((1, 11, 0), 12) == "1.11.0"


def test_a_game_ends_with_the_first_win():
    steps = list(rules.game((0, 1), plan_for(2), [1, 0, 0], 2))
    assert [step.after for step in steps] == [(0, 1), (1, 1), (0, 0)]
    assert list(rules.game((0, 0), plan_for(2), [0, 0, 0], 2)) == []
    assert len(list(rules.game((1, 1), plan_for(2), [0, 0, 0], 2))) == 1


@pytest.mark.parametrize(("coins", "faces"), [(1, 2), (2, 2), (4, 2), (8, 2), (3, 3), (2, 4)])
def test_the_plan_wins_from_every_start_against_every_devil(coins, faces):
    plan = plan_for(coins, faces)
    assert len(plan) == faces**coins - 1
    *_, before, after = rules.beliefs(plan, coins, faces)
    assert before
    assert not after
