"""What the rewriting finds: the states of small games, by hand."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from game.compilable import two_in_a_row
from laws import by_paths, by_states, table
from sweepstake.game.rewriting.refused import RefusedError


def found(play, **params):
    """The variables at each entry, the running totals, and the number of states."""
    states = table(play, **params)
    game = states.game
    names = [
        tuple(name for name in entry.names if not name.startswith("_0"))
        for entry in game.entries.values()
    ]
    return names, game.totals, len(states.states)


def count_heads(draw, n):
    heads = 0
    for _ in range(n):
        heads += draw.below(2)
    return heads


def test_a_running_total_is_no_part_of_the_state():
    assert found(count_heads, n=20) == ([()], ("heads",), 21)
    law = by_states(count_heads, n=20)
    assert law == {str(k): Fraction(comb(20, k), 2**20) for k in range(21)}


def streak(draw, n):
    run = best = 0
    for _ in range(n):
        run = run + 1 if draw.below(2) else 0
        best = max(best, run)
    return best


def test_what_is_read_is_alive():
    names, totals, _ = found(streak, n=5)
    assert (names, totals) == ([("best", "run")], ())


def forgets(draw, n):
    for _ in range(n):
        face = draw.die(6)
        square = face * face
    return square


def test_what_is_bound_before_it_is_read_is_not_alive():
    assert found(forgets, n=4)[2] == 5


def urn(draw, n):
    balls = ["r", "b"]
    for _ in range(n):
        balls.append(draw.among(balls))
    return balls.count("r")


def test_a_bag_has_no_order():
    assert found(urn, n=8)[2] == 1 + sum(k + 1 for k in range(8))
    assert by_states(urn, 200, n=5) == {str(k): Fraction(1, 6) for k in range(1, 7)}


def queue(draw, n):
    line = [0, 1]
    for _ in range(n):
        line.append(draw.below(2))
        line.remove(draw.below(2) if n < 0 else line[0])
    return line[0]


def test_a_list_with_an_index_is_no_bag():
    assert by_states(queue, n=4) == by_paths(queue, n=4)
    assert [entry.bags for entry in table(queue, n=4).game.entries.values()] == [()]


def roll(draw, sides):
    total = 0
    while draw.die(sides) > 1 and total < 2:
        total += 1
    return total


def by_helper(draw, sides):
    best = 0
    for _ in range(2):
        best = max(best, roll(draw, sides))
    return best


def test_a_helper_that_draws_in_a_loop_has_entries_inside():
    names, _, states = found(by_helper, sides=4)
    assert len(names) == 2
    assert states < 60
    assert by_states(by_helper, 200, sides=4) == by_paths(by_helper, sides=4)


def test_cards_that_lie_there_no_more_count_by_their_kinds():
    assert found(two_in_a_row)[2] < 70
    assert by_states(two_in_a_row, 200) == by_paths(two_in_a_row)


def set_or_not(draw):
    for k in range(3):
        if draw.below(2):
            first = k
            break
    for _ in range(2):
        draw.below(2)
    return first


def test_a_variable_without_a_value_is_an_error_as_in_the_play():
    with pytest.raises(UnboundLocalError):
        by_paths(set_or_not)
    with pytest.raises(UnboundLocalError):
        by_states(set_or_not)


def ignores(draw, unused):
    rolls = Counter()
    for _ in range(3):
        rolls[draw.below(2)] += 1
    return rolls[0]


def test_a_parameter_that_can_be_changed_is_refused():
    assert by_states(ignores, unused=1) == by_paths(ignores, unused=1)
    with pytest.raises(RefusedError, match="give a tuple"):
        by_states(ignores, unused=[1])
