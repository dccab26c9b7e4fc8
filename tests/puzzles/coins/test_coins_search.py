"""Searching over beliefs: the notebook's answers, and those of methods that share nothing."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.puzzles.coins import construct, cost, fixpoint, rules, search
from sweepstake.puzzles.coins.beliefs import turns_between
from sweepstake.puzzles.coins.groups import Game, orbits
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
    every, classes = states(coins, faces), orbits(Game(coins, faces))
    assert [len({necklace(every[code]) for code in orbit}) for orbit in classes] == [1] * len(
        classes
    )
    counted = cost.necklaces(coins, [(faces, coins)])
    assert len(classes) == len({necklace(state) for state in every}) == counted


@given(st.integers(1, 4), st.integers(2, 3), st.data())
def test_turns_lead_to_the_necklaces_of_the_rules(coins, faces, data):
    every, firsts = states(coins, faces), [first for first, *_ in orbits(Game(coins, faces))]
    move = data.draw(st.tuples(*[st.integers(0, faces - 1)] * coins))
    turns = turns_between(Game(coins, faces), move).toarray()
    for k, first in enumerate(firsts):
        after = (played(every[first], move, turn, faces) for turn in range(coins))
        ways = zip(firsts, turns[:, k], strict=True)
        assert Counter(map(necklace, after)) == {necklace(every[to]): n for to, n in ways if n}


def test_the_plan_for_four_coins_is_the_published_one_flipping_one_coin_for_three(golden):
    published = golden["coins_verdict"]["plan_4"]
    _, flips, beliefs = rows(search.plan(4, 2))
    assert list(flips[1:]) == ["0" if named == "012" else named for named in published]
    assert list(beliefs) == golden["coins_verdict"]["beliefs_after_each_move_4"]
    plan = [tuple(named.count(place) for place in "0123") for named in published]
    *_, left = rules.beliefs(plan, 4, 2)
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


def test_a_search_too_large_says_what_else_decides(monkeypatch):
    monkeypatch.setattr(search, "BELIEFS", 100)
    search.explored.cache_clear()
    with pytest.raises(
        ValueError, match=r"coins 3, faces 3, .* than 100 states .* method fixpoint"
    ):
        search.verdict(3, 3)
