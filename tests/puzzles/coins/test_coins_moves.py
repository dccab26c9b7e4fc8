"""How many moves the plan needs: every number is as likely, for any Devil that does not look."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweepstake.core.stream import stream
from sweepstake.puzzles.coins import beliefs, rules, simulate
from sweepstake.puzzles.coins.ruler import Ruler, plan_for, ruler_for
from sweepstake.stats.goodness import chi_square


@settings(max_examples=20)
@given(st.sampled_from([2, 4, 8]), st.data())
def test_whatever_the_turns_each_start_needs_another_number_of_moves(coins, data):
    plan = plan_for(coins)
    turns = data.draw(st.lists(st.integers(0, coins - 1), min_size=len(plan), max_size=len(plan)))
    games = Counter(len(list(rules.game(s, plan, turns, 2))) for s in rules.states(coins, 2))
    assert games == dict.fromkeys(range(2**coins), 1)


LOSING = [Ruler(n, 2, ruler_for(n).moves[::-1], 2) for n in (4, 8)]
"""Plans that do not win, of which the turns decide when they do: their law is not level."""


def ways_to_win(plan, coins):
    """The ways to have won at once, and with each move, every start and every turn played."""
    playing, ways = Counter(rules.unwon(coins, 2)), [1]
    for move in plan:
        moved = Counter()
        for state, times in playing.items():
            for turn in range(coins):
                moved[rules.played(state, move, turn, 2)] += times
        ways.append(moved.pop((0,) * coins, 0))
        playing = moved
    return ways


@pytest.mark.parametrize("plan", LOSING, ids=lambda plan: plan.coins)
def test_any_plan_is_followed_as_by_the_rules(plan):
    named = [plan.moves[mark] for mark in plan.marks()]
    ways = ways_to_win(named, plan.coins)
    assert list(beliefs.ways_to_win(plan)) == ways
    assert len({Fraction(won, plan.coins**taken) for taken, won in enumerate(ways)}) > 2


def test_simulated_games_follow_any_plan_as_by_the_rules():
    losing, coins = LOSING[0], 4
    named = [*(losing.moves[mark] for mark in losing.marks()), *plan_for(coins)]
    ways = ways_to_win(named, coins)
    law = {taken: won / (2**coins * coins**taken) for taken, won in enumerate(ways)}
    taken = np.zeros(len(named) + 1, np.int64)
    words = [int("".join(map(str, move)), 2) for move in named]
    simulate.play_games(taken, stream(7, "any"), np.array(words, np.uint64), 2_000_000, coins)
    assert chi_square(dict(enumerate(taken)), law) > 1e-4


def test_simulated_games_of_sixteen_coins_have_the_mean_within_five_standard_errors():
    sample = simulate.moves(stream(7, "coins"), 4_000, 16)
    mean = sum(taken * count for taken, count in sample.counts.items()) / sample.total
    error = ((2**32 - 1) / 12 / sample.total) ** 0.5
    assert abs(mean - (2**16 - 1) / 2) < 5 * error
