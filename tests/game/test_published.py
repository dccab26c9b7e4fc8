"""Games whose answers are known, in the words of users, with helpers, lists and several columns.

Sources: Neller and Presser (2004) for Pig, Althoen, King and Schilling (1993) for Chutes and
Ladders, Ethier and Hoppe (2010) for craps, Osborne (2003) for Risk; the others are classical.
"""

from fractions import Fraction
from math import isclose

from game.rules import hand
from laws import by_paths, by_states
from sweepstake.core.stream import stream
from sweepstake.game import Ask, Game
from sweepstake.game.asked import Asked
from sweepstake.game.states import States
from sweepstake.puzzle import Choice, Column

CHUTES = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 47: 26, 49: 11, 51: 67}
CHUTES |= {56: 53, 62: 19, 64: 60, 71: 91, 80: 100, 87: 24, 93: 73, 95: 75, 98: 78}


def states(play):
    return States(Asked(play, 1, (0,)), plays=200)


def turn(draw, hold):
    total = 0
    while total < hold:
        face = draw.die(6)
        if face == 1:
            return 0
        total += face
    return total


def pig_alone(draw, goal, hold):
    banked = turns = 0
    while banked < goal:
        banked += turn(draw, min(hold, goal - banked))
        turns += 1
    return turns


def test_a_turn_at_pig():
    assert isclose(states(turn).answer(hold=20)[0], 0.62454, abs_tol=5e-6)


def test_pig_alone():
    assert isclose(states(pig_alone).mean(goal=100, hold=20), 12.637, abs_tol=5e-4)


def chutes_moves(draw):
    at = moves = 0
    while at < 100:
        to = at + draw.die(6)
        if to <= 100:
            at = CHUTES.get(to, to)
        moves += 1
    return moves


def test_chutes_and_ladders():
    assert isclose(states(chutes_moves).mean(), 39.2251, abs_tol=5e-5)


def pass_line(draw):
    come = draw.die(6) + draw.die(6)
    if come in (7, 11):
        return True
    if come in (2, 3, 12):
        return False
    while True:
        roll = sum(draw.dice(2, 6))
        if roll in (7, come):
            return roll == come


def test_craps():
    assert states(pass_line).answer()[True] == Fraction(244, 495)
    assert isclose(states(hand).mean(), 8.5255, abs_tol=5e-5)


def penney(draw, first, second):
    """Whose pattern comes first, and when?"""
    tosses, last = 0, ""
    while True:
        tosses += 1
        last = (last + draw.among("HT"))[-3:]
        if last == first:
            return "first", tosses
        if last == second:
            return "second", tosses


PATTERNS = ("HHH", "THH")
PENNEY = Game(
    penney,
    parameters=(Choice("first", "pattern", PATTERNS), Choice("second", "pattern", PATTERNS)),
    outcomes=(Column("winner", "string", "who wins"), Column("tosses", "int", "tosses")),
    asks=(
        Ask("penney_wins", "Whose pattern comes first?", "winner"),
        Ask("penney_length", "After how many tosses?", "tosses"),
        Ask("penney_won_in", "How long, if the first wins?", "tosses", {"winner": "first"}),
    ),
)
PATTERN = {"first": "HHH", "second": "THH"}


def test_penney_s_game_asks_three_questions():
    wins, length, won_in = PENNEY.questions
    assert wins.methods["states"].answer(**PATTERN)["first"] == Fraction(1, 8)
    assert length.methods["states"].objection(**PATTERN) is None
    assert length.methods["states"].answer(**PATTERN).means == (7,)
    assert won_in.methods["states"].answer(**PATTERN)[3] == 1
    assert won_in.methods["simulate"].answer(stream(1, "penney"), 50, **PATTERN) == {3: 50}


def risk_battle(draw, attackers, defenders):
    while attackers > 1 and defenders > 0:
        attack = sorted(draw.dice(min(3, attackers - 1), 6), reverse=True)
        defence = sorted(draw.dice(min(2, defenders), 6), reverse=True)
        for a, d in zip(attack, defence, strict=False):
            if a > d:
                defenders -= 1
            else:
                attackers -= 1
    return defenders == 0


def test_risk():
    assert isclose(
        states(risk_battle).answer(attackers=6, defenders=5)[True], 0.506, abs_tol=5e-4
    )  # five against five, one army stays at home


def secretary(draw, n, skip):
    best = picked = -1
    for seen, candidate in enumerate(draw.shuffled(range(n))):
        if candidate > best:
            best = candidate
            if seen >= skip and picked < 0:
                picked = candidate
    return picked == n - 1


def test_the_secretary_problem():
    found = states(secretary).answer(n=8, skip=3)[True]
    assert found == Fraction(3, 8) * sum(Fraction(1, k) for k in range(3, 8))


def coupons(draw, n):
    seen, bought = set(), 0
    while len(seen) < n:
        seen.add(draw.below(n))
        bought += 1
    return bought


def test_the_coupon_collector():
    assert states(coupons).mean(n=6) == 6 * sum(Fraction(1, k) for k in range(1, 7))


def monty(draw, switch):
    car, pick = draw.below(3), draw.below(3)
    opened = draw.among([door for door in range(3) if door not in (car, pick)])
    if switch:
        pick = 3 - pick - opened
    return pick == car


def test_monty_hall():
    assert by_states(monty, switch=True) == by_paths(monty, switch=True)
    assert by_states(monty, switch=True)["True"] == Fraction(2, 3)
