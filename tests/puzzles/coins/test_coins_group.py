"""The Devil with other groups: against sets of states by the letter, and the turning table."""

from itertools import permutations

import pytest

from sweepstake.core.search import breadth_first
from sweepstake.puzzles.coins import construct
from sweepstake.puzzles.coins.group import plans, verdict
from sweepstake.puzzles.coins.group.groups import GENERATORS, moved, orbits, order
from sweepstake.puzzles.coins.group.questions import GROUPS, NAMES


def members(coins, group):
    """Every permutation of a group, from its generators."""
    found = {tuple(range(coins))}
    while True:
        more = found | {tuple(g[i] for i in one) for one in found for g in GENERATORS[group](coins)}
        if more == found:
            return found
        found = more


def cases(most):
    return [
        (coins, group)
        for group in NAMES
        for coins in range(1, most + 1)
        if not GROUPS.objection(coins=coins, group=group)
    ]


@pytest.mark.parametrize(("coins", "group"), cases(6))
def test_the_order_is_the_number_of_permutations(coins, group):
    assert order(coins, group) == len(members(coins, group))


def test_every_group_that_can_be_asked_for_has_generators():
    assert tuple(GENERATORS) == NAMES


def test_the_symmetric_group_has_all_permutations():
    assert members(4, "symmetric") == {*permutations(range(4))}


@pytest.mark.parametrize(("coins", "group"), cases(5))
def test_orbits_are_what_the_group_makes_of_states(coins, group):
    actions = [moved(coins, one).tolist() for one in members(coins, group)]
    assert {frozenset(orbit) for orbit in orbits(coins, group)} == {
        frozenset(action[state] for action in actions) for state in range(2**coins)
    }


@pytest.mark.parametrize(("coins", "group"), cases(3))
def test_plans_are_those_of_sets_of_states_by_the_letter(coins, group):
    """No orbits, no cosets, no criterion: every set of states that moves can lead to."""
    actions = [moved(coins, one).tolist() for one in members(coins, group)]

    def successors(belief):
        for move in range(1, 2**coins):
            after = {action[state] ^ move for state in belief for action in actions}
            yield move, frozenset(after - {0})

    path = breadth_first(frozenset(range(1, 2**coins)), successors, lambda held: not held).path
    expected = (False, None) if path is None else (True, len(path))
    for method in (verdict.search, verdict.fixpoint, verdict.criterion):
        assert [*method(coins, group)] == [expected]


@pytest.mark.parametrize("coins", range(1, 9))
def test_turns_are_the_turning_table(coins):
    assert verdict.fixpoint(coins, "cyclic") == construct.verdict(coins, 2)


def test_the_devil_holds_a_set_that_he_can_stay_in():
    held = verdict.held_by_devil(6, "cyclic")
    actions = [moved(6, one).tolist() for one in members(6, "cyclic")]
    inside = [state for state in range(64) if held[state]]
    assert inside
    for state in inside:
        for move in range(64):
            assert any(held[action[state] ^ move] for action in actions)


@pytest.mark.slow
def test_a_search_that_can_not_be_made_names_another_method():
    with pytest.raises(ValueError, match=r"group pairs: .* ask method fixpoint"):
        verdict.search(6, "pairs")


@pytest.mark.parametrize("coins", [1, 2, 4, 8])
def test_the_search_counts_as_many_plans_as_the_recursion(coins):
    [(moves, counted)] = plans.search(coins)
    assert (moves, int(counted)) == (2**coins - 1, 2 ** (2**coins - coins - 1))
    assert plans.formula(coins) == plans.search(coins)


@pytest.mark.parametrize("coins", [1, 2])
def test_every_row_of_moves_was_tried(coins):
    """Which rows of 2^N - 1 moves win, each move told from its turned ones, one by one."""
    actions = [moved(coins, one).tolist() for one in members(coins, "cyclic")]

    def winning(belief, left):
        if not belief:
            return 1
        if not left:
            return 0
        return sum(
            winning(frozenset({a[s] ^ move for s in belief for a in actions} - {0}), left - 1)
            for move in range(1, 2**coins)
        )

    [(moves, counted)] = plans.search(coins)
    assert winning(frozenset(range(1, 2**coins)), moves) == int(counted)


@pytest.mark.parametrize("coins", [1, 2, 4, 8])
def test_the_plan_of_layers_is_the_one_that_was_followed(coins):
    assert {*plans.layers(coins, 2)} == {*construct.plan(coins, 2)}
