"""Where the Devil can stay for ever: the set, its certificate, and the chain that is the rest."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from running import some
from sweepstake.puzzles.coins import certificate, construct, fixpoint, groups, rules
from sweepstake.puzzles.coins.groups import Game

WITHOUT = [(3, 2), (5, 2), (6, 2), (7, 2), (2, 3), (3, 4), (2, 6), (4, 3), (3, 6)]
WITH = [(1, 2), (2, 2), (4, 2), (8, 2), (1, 6), (3, 3), (2, 8), (4, 4)]


def held(coins, faces):
    """The states of the greatest closed set, as tuples."""
    devil = fixpoint.closed_set(coins, faces)
    every = rules.states(coins, faces)
    return {every[code] for code in set(range(len(every))) - set(devil.outside.tolist())}


def stays(state, inside, turns, faces):
    """Has every move from `state` one of `turns` after which it leads inside?"""
    return all(
        any(rules.played(state, move, turn, faces) in inside for turn in turns)
        for move in rules.states(len(state), faces)
    )


@pytest.mark.parametrize(("coins", "faces"), [w for w in WITHOUT if w[1] ** w[0] <= 81])
def test_it_is_the_greatest_closed_set_by_the_rules_which_needs_no_turns_by_more_than_one(
    coins, faces
):
    inside = set(rules.unwon(coins, faces))
    while out := {s for s in inside if not stays(s, inside, range(coins), faces)}:
        inside -= out
    assert inside == held(coins, faces)
    assert inside
    assert all(stays(state, inside, (0, 1), faces) for state in inside)
    assert not any(stays(state, inside, (0,), faces) for state in inside)


@pytest.mark.parametrize(("coins", "faces"), WITHOUT + WITH)
def test_the_devils_set_and_the_players_chain_share_the_states(coins, faces):
    sizes = [len(states) for states in groups.chain(Game(coins, faces))]
    assert sizes[-1] == len(fixpoint.closed_set(coins, faces).outside)
    assert all(larger % size == 0 for size, larger in pairwise(sizes))


@pytest.mark.parametrize(
    ("coins", "most"), some(product(range(1, 9), (1_000, 4_096)), [(n, 1_000) for n in range(1, 9)])
)
def test_fixpoint_and_construction_agree_on_dials(coins, most):
    for faces in range(2, 65):
        if faces**coins <= most:
            assert fixpoint.verdict(coins, faces) == construct.verdict(coins, faces), faces


@pytest.mark.parametrize(("coins", "faces"), WITHOUT)
def test_a_certificate_with_a_fault_is_refused(coins, faces):
    devil = fixpoint.closed_set(coins, faces)
    turns = devil.turns.copy()
    turns[-1, -1] = 0
    assert not certificate.closed(replace(devil, turns=turns))
    fewer = replace(devil, first=devil.first[1:], turns=devil.turns[1:])
    assert not certificate.closed(fewer)
    without = replace(devil, outside=devil.outside[1:], turns=devil.turns[:, 1:])
    assert not certificate.closed(without)


def test_everything_is_closed_and_proves_nothing():
    coins, faces = 4, 2
    everything = replace(
        fixpoint.closed_set(coins, faces),
        first=np.array([0, 8, 10, 12, 14, 15]),
        outside=np.array([], np.int64),
        turns=np.zeros((6, 0), np.int8),
    )
    assert not certificate.closed(everything)


@pytest.mark.parametrize("first", [[], [1]])
def test_what_neither_side_is_shown_to_win_is_no_verdict(monkeypatch, first):
    """The set of the Devil's is empty, or an answer leads out of it."""
    whole = fixpoint.closed_set(3, 2)
    devil = replace(whole, first=whole.first[: len(first)], turns=whole.turns[: len(first)] * 0)
    monkeypatch.setattr(fixpoint, "closed_set", lambda coins, faces: devil)
    with pytest.raises(ArithmeticError, match="neither side is shown to win"):
        fixpoint.verdict(3, 2)
