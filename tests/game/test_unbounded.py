"""Outcomes without bound: exact probabilities but for a rest below 1e-12, and exact means.

By closed forms of waiting times, and by what is known: craps (Ethier and Hoppe 2010), and gambler's
ruin (Feller, chapter 14).
"""

from fractions import Fraction
from math import comb, isclose

import pytest

from game.programs import play, rows
from game.rules import hand
from sweepstake.core.distribution import Distribution
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.states import States
from sweepstake.game.solving.unbounded import MAX_LEFT_OUT

HALF = Fraction(1, 2)


def answer(play, width=1, asked=(0,), given=(), **params):
    """The answer of `states`, after what every such answer holds."""
    found = States(Query(play, width, asked, given), plays=100).answer(**params)
    assert sum(found[outcome] for outcome in found) + found.left_out == 1
    assert len(found.means) == (len(asked) if found.left_out else 0)
    return found


def is_law(found, law):
    """Is every outcome of `found` as likely as `law` says, and little left out?"""
    assert found.left_out <= MAX_LEFT_OUT
    assert len(found) > 20
    return all(found[outcome] == law(outcome) for outcome in found)


TOSSES, SIXES, JAILED, TWO_WAYS_OUT, PAYMENTS = rows("""
tosses: n = 1 -> while draw.chance(1, 2): n += 1 -> return n
# most faces change nothing
sixes_before_a_one: sixes = 0
    -> while (face := draw.die(6)) != 1: sixes += face == 6
    -> return sixes
# an end that does not use the total
jailed: tries = 0 -> while True: ->     tries += 1 ->     if draw.chance(1, 6): return tries
    ->     if draw.chance(1, 6): return 3
two_ways_out: n = 0 -> while True: ->     n += 1 ->     if draw.chance(1, 4): return n
    ->     if draw.chance(1, 3): return n + 3
payments: paid = 100 -> while draw.chance(2, 3): paid += 500 -> return paid
""")
STAY, OUT = Fraction(25, 36), Fraction(1, 6)
GIVEN_UP = OUT * (1 - OUT) / (1 - STAY)
LAWS = [
    (TOSSES, lambda n: HALF**n, 2),
    (SIXES, lambda n: HALF ** (n + 1), 1),
    (JAILED, lambda n: STAY ** (n - 1) * OUT + (GIVEN_UP if n == 3 else 0),
     OUT / (1 - STAY) ** 2 + 3 * GIVEN_UP),
    (TWO_WAYS_OUT, lambda n: (HALF ** (n - 1) + (HALF ** (n - 4) if n > 3 else 0)) / 4,
     Fraction(7, 2)),
    (PAYMENTS, lambda n: Fraction(2, 3) ** ((n - 100) // 500) / 3, 1100),
]  # fmt: skip


@pytest.mark.parametrize(("row", "law", "mean"), LAWS)
def test_outcomes_without_bound_have_their_law_and_mean(row, law, mean):
    found = answer(play(row, globals()))
    assert is_law(found, law)
    assert found.means == (mean,)


def test_outcomes_are_listed_until_a_rest_is_small():
    assert answer(play(TOSSES, globals())).left_out == HALF**40


def red_and_blue(draw):
    red = blue = 0
    while True:
        ball = draw.below(4)
        if ball == 0:
            return red, blue
        red += ball == 1
        blue += ball > 1


def test_two_totals_together_and_alone():
    law = lambda k: comb(sum(k), k[0]) * Fraction(2) ** k[1] / Fraction(4) ** (sum(k) + 1)  # noqa: E731
    both = answer(red_and_blue, 2, (0, 1))
    assert is_law(both, law)
    assert both.means == (1, 2)
    red = answer(red_and_blue, 2, (0,))
    assert is_law(red, lambda k: HALF ** (k + 1))


def up_and_down(draw):
    gap = 0
    while draw.chance(1, 2):
        gap += draw.among((1, -1, 4))
    return gap


def test_a_total_that_may_shrink_has_its_mean_alone():
    found = answer(up_and_down)
    assert len(found) == 0
    assert found.left_out == 1
    assert found.means == (Fraction(4, 3),)


def first_toss(draw):
    n = 1
    heads = draw.chance(1, 3)
    again = heads
    while not again:
        n += 1
        again = draw.chance(1, 3)
    return heads, n


def condition_on_tails(draw):
    n = 1
    draw.condition(draw.chance(2, 3))
    while not draw.chance(1, 3):
        n += 1
    return n + 1


def test_what_is_given_divides_mass_and_mass_times_value():
    law = lambda n: Fraction(1, 3) * Fraction(2, 3) ** (n - 2)  # noqa: E731
    given = answer(first_toss, 2, (1,), ((0, False),))
    assert is_law(given, law)
    assert given.means == (4,)
    conditioned = answer(condition_on_tails)
    assert is_law(conditioned, law)
    assert conditioned.means == (4,)
    assert given == conditioned
    assert answer(first_toss, 2, (1,), ((0, True),)) == Distribution({1: 1}, 1)


def test_what_is_given_must_be_possible_and_no_running_total():
    for column, value, says in ((0, "maybe", "never happens"), (1, 3, "a running total is given")):
        with pytest.raises(ValueError, match=says):
            answer(first_toss, 2, (1 - column,), ((column, value),))


def test_a_hand_of_craps():
    found = answer(hand)
    assert isclose(found.means[0], 8.5255, abs_tol=5e-5)
    assert sum(found[n] for n in range(154)) + Fraction(1.788824e-10) == pytest.approx(1, abs=1e-15)


def ruin(draw, stake, goal, p):
    rounds = 0
    while 0 < stake < goal:
        rounds += 1
        stake += 1 if draw.chance(p) else -1
    return stake == goal, rounds


@pytest.mark.parametrize(
    ("stake", "goal", "p"), [(3, 10, HALF), (2, 5, Fraction(9, 19)), (1, 3, Fraction(2, 3))]
)
def test_how_long_a_gambler_plays(stake, goal, p):
    at, q = {"stake": stake, "goal": goal, "p": p}, 1 - p
    length = answer(ruin, 2, (1,), **at)
    odds = 1 if p == q else (1 - (q / p) ** stake) / (1 - (q / p) ** goal)
    mean = stake * (goal - stake) if p == q else (stake - goal * odds) / (q - p)
    assert length.left_out <= MAX_LEFT_OUT
    assert length.means == (mean,)
    if p == HALF:  # of those who win: Stern, 1975
        won = answer(ruin, 2, (1,), ((0, True),), **at)
        assert won.means == (Fraction(goal**2 - stake**2, 3),)
