"""The Devil with other groups: against sets of states by the letter, and the turning table."""

import pytest

from sweepstake.ask import answer
from sweepstake.core.search import breadth_first
from sweepstake.puzzles.coins import groups, plans, search
from sweepstake.puzzles.coins.group import GROUPS, NAMES
from sweepstake.puzzles.coins.groups import Game, moved, orbits


def members(game):
    """Every permutation of a group, from its generators."""
    group = {tuple(range(game.coins))}
    while True:
        more = group | {
            tuple(g[i] for i in permutation) for permutation in group for g in game.generators()
        }
        if more == group:
            return group
        group = more


def cases(most, states=64):
    """Every game of at most so many positions, and states."""
    return [
        game
        for group in NAMES
        for coins in range(1, most + 1)
        for faces in (2, 3, 4, 6)
        for blocks in range(1, coins + 1)
        for game in [Game(coins, faces, group, blocks)]
        if game.states <= states and not GROUPS.objection(**vars(game))
    ]


def added(game, state, move):
    """A move made, position by position."""
    shown = game.shown()
    return int(game.codes(shown[state] + shown[move]))


@pytest.mark.parametrize("game", [game for game in cases(6) if game.faces == 2], ids=str)
def test_the_order_is_the_number_of_permutations(game):
    assert game.order() == len(members(game))


@pytest.mark.parametrize("game", cases(5), ids=str)
def test_orbits_are_what_the_group_makes_of_states(game):
    actions = [moved(game, permutation).tolist() for permutation in members(game)]
    assert {frozenset(orbit) for orbit in orbits(game)} == {
        frozenset(action[state] for action in actions) for state in range(game.states)
    }


@pytest.mark.parametrize("game", cases(4, states=9), ids=str)
def test_plans_are_those_of_sets_of_states_by_the_letter(game):
    """No orbits, no cosets, no criterion: every set of states that moves can lead to."""
    actions = [moved(game, permutation).tolist() for permutation in members(game)]
    table = [
        [added(game, state, move) for move in range(game.states)] for state in range(game.states)
    ]

    def successors(belief):
        turned = {action[state] for state in belief for action in actions}
        for move in range(1, game.states):
            yield move, frozenset({table[state][move] for state in turned} - {0})

    path, _ = breadth_first(frozenset(range(1, game.states)), successors, lambda held: not held)
    expected = (False, None) if path is None else (True, len(path))
    for method in (search.verdict, groups.fixpoint, groups.criterion):
        assert [*method(**vars(game))] == [expected]


@pytest.mark.parametrize("game", cases(6, states=243), ids=str)
def test_where_both_sides_are_found_the_criterion_says_the_same(game):
    params = vars(game)
    assert groups.fixpoint(**params) == groups.criterion(**params)


def test_blocks_divide_the_positions():
    with pytest.raises(ValueError, match="blocks is 4; allowed: what divides coins, which is 6"):
        answer("coins_group", coins=6, blocks=4)


def test_a_search_that_can_not_be_made_names_another_method(monkeypatch):
    monkeypatch.setattr(search, "BELIEFS", 1_000)
    with pytest.raises(ValueError, match=r"group pairs, blocks 1: .* ask method fixpoint"):
        search.verdict(6, 2, "pairs", 1)


@pytest.mark.parametrize("coins", [1, 2, 4, 8])
def test_the_search_counts_as_many_plans_as_the_recursion(coins):
    [(moves, counted)] = plans.plan_search(coins)
    assert (moves, int(counted)) == (2**coins - 1, 2 ** (2**coins - coins - 1))
    assert plans.formula(coins) == plans.plan_search(coins)


@pytest.mark.parametrize("coins", [1, 2])
def test_every_row_of_moves_was_tried(coins):
    """Which rows of 2^N - 1 moves win, each move told from its turned ones, one by one."""
    turning = Game(coins)
    actions = [moved(turning, permutation).tolist() for permutation in members(turning)]

    def winning(belief, left):
        if not belief:
            return 1
        if not left:
            return 0
        return sum(
            winning(frozenset({a[s] ^ move for s in belief for a in actions} - {0}), left - 1)
            for move in range(1, 2**coins)
        )

    [(moves, counted)] = plans.plan_search(coins)
    assert winning(frozenset(range(1, 2**coins)), moves) == int(counted)
