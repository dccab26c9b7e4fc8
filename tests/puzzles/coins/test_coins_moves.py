"""How many moves the plan needs: every number is as likely, for any Devil that does not look."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sweepstake.core.goodness import chi_square
from sweepstake.core.stream import stream
from sweepstake.puzzles.coins import brute, moves, rules, simulate
from sweepstake.puzzles.coins.ruler import moves_taken, plan_for


@pytest.mark.parametrize("coins", [1, 2, 4])
def test_whole_counts_are_those_of_brute_force(coins):
    assert moves.exact(coins) == brute.moves(coins)


@pytest.mark.parametrize("coins", [1, 2, 4, 8])
def test_every_number_of_moves_is_equally_likely(coins):
    found = moves.exact(coins)
    assert found == moves_taken(coins)
    assert max(found) == len(plan_for(coins))


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([2, 4, 8]), st.data())
def test_whatever_the_turns_each_start_needs_another_number_of_moves(coins, data):
    plan = plan_for(coins)
    turns = data.draw(st.lists(st.integers(0, coins - 1), min_size=len(plan), max_size=len(plan)))
    games = Counter(len(list(rules.game(s, plan, turns, 2))) for s in rules.states(coins, 2))
    assert games == dict.fromkeys(range(2**coins), 1)


@pytest.mark.parametrize("coins", [1, 2, 4, 8, 16])
def test_shares_in_floating_point_are_equal_too(coins):
    found = moves.chain(coins)
    assert len(found) == 2**coins
    assert all(found[taken] == pytest.approx(2.0**-coins, rel=1e-12) for taken in found)


@pytest.mark.parametrize("coins", [1, 2, 4, 8])
def test_simulated_games_fit(coins):
    found = simulate.moves(stream(7, "coins", coins), 40_000, coins)
    law = {taken: float(moves_taken(coins)[taken]) for taken in range(2**coins)}
    assert sum(found.counts.values()) == found.total == 40_000
    assert chi_square(found.counts, law) > 1e-4


def test_simulated_games_of_sixteen_coins_have_the_mean_within_five_standard_errors():
    found = simulate.moves(stream(7, "coins"), 4_000, 16)
    mean = sum(taken * count for taken, count in found.counts.items()) / found.total
    error = ((2**32 - 1) / 12 / found.total) ** 0.5
    assert abs(mean - (2**16 - 1) / 2) < 5 * error


def test_the_stream_names_the_games():
    first, again, other = (simulate.moves(stream(1, n), 500, 4) for n in ("a", "a", "b"))
    assert dict(first.counts) == dict(again.counts) != dict(other.counts)
