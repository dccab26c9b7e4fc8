"""Searching over beliefs: the notebook's answers, and those of methods that share nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.coins import brute, construct, cost, fixpoint, necklaces, search
from sweepstake.puzzles.coins.rules import necklace, played, states

SEARCHED = [
    *((coins, 2) for coins in range(1, 11)),
    *((1, 3), (1, 6), (2, 3), (3, 3), (2, 4), (3, 4), (4, 3), (2, 5), (5, 3), (2, 6), (3, 5)),
]


def rows(answer):
    """A listing's rows by its columns."""
    return list(zip(*answer, strict=True))


@given(st.integers(1, 5), st.integers(2, 4))
def test_necklaces_are_the_classes_of_rotations(coins, faces):
    ring = necklaces.ring(coins, faces)
    every = states(coins, faces)
    counted = cost.necklaces(coins, [(faces, coins)])
    assert len(ring) == len({necklace(s) for s in every}) == counted
    for code, state in enumerate(every):
        first = tuple(ring.first[ring.number[code]].tolist())
        assert necklace(first) == necklace(state)
    assert ring.sizes.sum() == faces**coins


@given(st.integers(1, 4), st.integers(2, 3), st.data())
def test_images_are_what_the_rules_lead_to(coins, faces, data):
    ring = necklaces.ring(coins, faces)
    move = data.draw(st.tuples(*[st.integers(0, faces - 1)] * coins))
    images = necklaces.images(ring, move)
    for start, image in zip(ring.first.tolist(), images, strict=True):
        reached = [played(tuple(start), move, turn, faces) for turn in range(coins)]
        assert [necklace(s) for s in reached] == [
            necklace(tuple(ring.first[i].tolist())) for i in image
        ]
    turns = necklaces.turns_between(ring, move).toarray()
    assert (turns.sum(axis=0) == coins).all()
    assert [set(image) for image in images] == [{*np.flatnonzero(to)} for to in turns.T]


def test_the_plan_for_four_coins_is_the_published_one_flipping_one_coin_for_three(golden):
    published = golden["coins_verdict"]["plan_4"]
    _, flips, beliefs = rows(search.plan(4, 2))
    assert list(flips[1:]) == ["0" if named == "012" else named for named in published]
    assert list(beliefs) == golden["coins_verdict"]["beliefs_after_each_move_4"]
    plan = [tuple(named.count(place) for place in "0123") for named in published]
    *_, left = brute.beliefs(plan, 4, 2)
    assert not left


@pytest.mark.parametrize(
    ("coins", "faces"), [(1, 2), (2, 2), (4, 2), (8, 2), (3, 3), (2, 4), (1, 4), (1, 9)]
)
def test_the_first_shortest_plan_is_the_rulers(coins, faces):
    assert list(search.plan(coins, faces)) == list(construct.plan(coins, faces))


@pytest.mark.parametrize(("coins", "faces"), SEARCHED)
def test_search_fixpoint_and_construction_agree(coins, faces):
    searched = search.verdict(coins, faces)
    assert searched == fixpoint.verdict(coins, faces) == construct.verdict(coins, faces)


@pytest.mark.parametrize(("coins", "faces"), [(3, 2), (6, 2), (2, 3)])
def test_without_a_plan_there_are_no_steps(coins, faces):
    assert len(search.plan(coins, faces)) == len(construct.plan(coins, faces)) == 0


def test_a_search_too_large_says_what_else_decides(monkeypatch):
    monkeypatch.setattr(search, "BELIEFS", 100)
    search.explored.cache_clear()
    with pytest.raises(
        ValueError, match=r"coins is 3 and faces 3: more than 100 beliefs .* construct or fixpoint"
    ):
        search.verdict(3, 3)
