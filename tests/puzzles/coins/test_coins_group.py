"""The Devil with other groups: against sets of states by the letter, and the turning table."""

from itertools import islice
from math import factorial, prod
from random import Random

import pytest

from sweepstake.ask import answer
from sweepstake.core.search import breadth_first
from sweepstake.puzzles.coins import groups, plans, rules, search
from sweepstake.puzzles.coins.group import GROUPS, NAMES
from sweepstake.puzzles.coins.groups import Game, moved, orbits
from sweepstake.puzzles.coins.ruler import power_of, ruler_for
from sweepstake.text.digits import whole


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


@pytest.mark.parametrize(
    ("coins", "faces"),
    [(1, 2), (2, 2), (4, 2), (8, 2), (3, 3), *((1, faces) for faces in range(3, 9))],
)
def test_the_search_counts_as_many_plans_as_the_theorem(coins, faces):
    assert plans.formula(coins, faces) == plans.plan_search(coins, faces)


@pytest.mark.parametrize(("coins", "faces"), [(2, 2), (4, 2), (8, 2), (3, 3), (5, 5), (9, 3)])
def test_the_number_of_plans_is_the_product_over_the_chain(coins, faces):
    expected = prod(
        (factorial(faces - 1) * faces ** (k * (faces - 1))) ** (faces ** (coins - 1 - k))
        for k in range(coins)
    )
    [(_, counted)] = plans.formula(coins, faces)
    assert whole(counted) == expected


def test_sixteen_coins_have_a_number_of_digits_and_more_coins_a_power():
    [(moves, counted)] = plans.formula(16, 2)
    assert (moves, whole(counted), len(counted)) == (65_535, 2**65_519, 19_724)
    assert [*plans.formula(32, 2)] == [(2**32 - 1, "2^4294967263")]
    [(_, counted)] = plans.formula(27, 3)
    assert counted == f"2^{(3**27 - 1) // 2} * 3^{(3**27 - 1) // 2 - 27}"


def shortest_plans(coins, faces):
    """Lists of moves with the two properties of the theorem, drawn one after another."""
    chain, random = ruler_for(coins, faces).moves, Random(1)
    while True:
        plan = []
        for group in range(1, faces**coins):
            depth = power_of(group, faces)
            class_of = group // faces**depth % faces  # 1 to p - 1, in order within each group
            below = [random.randrange(faces) for _ in range(depth)]
            times = [*below, FACTORS[faces][class_of - 1]]
            move = [0] * coins
            for count, base in zip(times, chain, strict=False):
                move = [(a + count * b) % faces for a, b in zip(move, base, strict=True)]
            plan.append(tuple(move))
        yield plan


FACTORS = {2: (1,), 3: (1, 1)}
"""Classes of the moves of a group, whose successive sums are never 0."""


@pytest.mark.parametrize(("coins", "faces"), [(4, 2), (3, 3)])
def test_every_list_with_the_two_properties_wins_by_the_letter(coins, faces):
    for plan in islice(shortest_plans(coins, faces), 20):
        *_, last = rules.beliefs(plan, coins, faces)
        assert not last


@pytest.mark.parametrize(("coins", "faces"), [(4, 2), (3, 3)])
def test_a_move_of_another_depth_spoils_a_shortest_plan(coins, faces):
    """At each step, each move whose depth is not the theorem's: no such list wins."""
    plan = next(shortest_plans(coins, faces))
    chain = [frozenset({(0,) * coins})]
    for base in ruler_for(coins, faces).moves:
        chain.append(
            frozenset(
                tuple((a + times * b) % faces for a, b in zip(state, base, strict=True))
                for state in chain[-1]
                for times in range(faces)
            )
        )
    depth = {state: k for k, states in reversed([*enumerate(chain)]) for state in states}
    for step in range(len(plan)):
        others = [m for m in rules.states(coins, faces) if depth[m] != depth[plan[step]]]
        for move in Random(step).sample(others, min(4, len(others))):
            *_, last = rules.beliefs([*plan[:step], move, *plan[step + 1 :]], coins, faces)
            assert last


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

    [(moves, counted)] = plans.plan_search(coins, 2)
    assert winning(frozenset(range(1, 2**coins)), moves) == int(counted)
