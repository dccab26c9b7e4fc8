"""Where the Devil can stay for ever: the set, its certificate, and the chain that is the rest."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from sweepstake.puzzles.coins import certificate, construct, fixpoint, rules

WITHOUT = [(3, 2), (5, 2), (6, 2), (7, 2), (2, 3), (3, 4), (2, 6), (4, 3), (3, 6)]
WITH = [(1, 2), (2, 2), (4, 2), (8, 2), (16, 2), (1, 6), (3, 3), (2, 8), (4, 4), (5, 5), (3, 9)]


def held(coins, faces):
    """The states of the greatest closed set, as tuples."""
    found = fixpoint.closed_set(coins, faces)
    every = rules.states(coins, faces)
    return {every[code] for code in set(range(len(every))) - set(found.outside.tolist())}


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
    found = fixpoint.closed_set(coins, faces)
    sizes = fixpoint.chain(coins, faces)
    assert sizes[-1] == len(found.outside)
    assert found.rounds == len(sizes) - 1
    assert all(larger % size == 0 for size, larger in pairwise(sizes))


@pytest.mark.parametrize("coins", range(1, 9))
def test_fixpoint_and_construction_agree_on_dials(coins):
    for faces in range(2, 65):
        if faces**coins <= 4096:
            assert fixpoint.verdict(coins, faces) == construct.verdict(coins, faces), faces


@pytest.mark.parametrize(("coins", "faces"), WITHOUT)
def test_the_certificate_holds(coins, faces):
    assert certificate.closed(fixpoint.closed_set(coins, faces))


@pytest.mark.parametrize(("coins", "faces"), WITHOUT)
def test_a_certificate_with_a_fault_is_refused(coins, faces):
    found = fixpoint.closed_set(coins, faces)
    turns = found.turns.copy()
    turns[-1, -1] = 0
    assert not certificate.closed(replace(found, turns=turns))
    fewer = replace(found, first=found.first[1:], turns=found.turns[1:])
    assert not certificate.closed(fewer)
    without = replace(found, outside=found.outside[1:], turns=found.turns[:, 1:])
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


def test_a_fault_in_the_finder_is_not_passed_on(monkeypatch):
    monkeypatch.setattr(fixpoint, "closed", lambda devil: False)
    with pytest.raises(ArithmeticError, match="not closed"):
        fixpoint.verdict(3, 2)
    monkeypatch.setattr(fixpoint, "chain", lambda coins, faces: [1])
    with pytest.raises(ArithmeticError, match="neither side"):
        fixpoint.verdict(2, 2)
