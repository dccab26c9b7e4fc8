"""Gambler's ruin: stake a coin at a time until all is lost or the goal is reached."""

from fractions import Fraction

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, Rational


def ruin_reached(draw: Draw, stake: int, goal: int, p: Fraction) -> bool:
    """Is the goal reached before all is lost?"""
    coins = stake
    while 0 < coins < goal:
        coins += 1 if draw.chance(p) else -1
    return coins == goal


def formula(stake: int, goal: int, p: Fraction) -> dict[bool, Fraction]:
    """(1 - r^stake) / (1 - r^goal) for r = b / a and p = a / (a + b), or stake / goal if r = 1."""
    a, b = p.numerator, p.denominator - p.numerator
    above, below = a ** (goal - stake) * (a**stake - b**stake), a**goal - b**goal
    reached = Fraction(above, below) if below else Fraction(stake, goal)
    return {True: reached, False: 1 - reached}


def objection(stake: int, goal: int, p: Fraction) -> str | None:
    """The goal has to be above the stake."""
    return f"stake is {stake}; allowed: less than the goal, {goal}" if stake >= goal else None


COINS = Parameter("stake", "coins at first", 1, 10_000), Parameter("goal", "goal", 2, 10_000)
PARAMETERS = (*COINS, Rational("p", "chance to win a bet", 0, 1))
REACHED = (Column("reached", "bool", "the goal is reached"),)
METHODS = {"formula": Method(formula, "exact", lambda stake, goal, p: 1e-5 + 1e-8 * goal)}
SMALL = tuple({"stake": 3, "goal": 8, "p": Fraction(p)} for p in ("0", "0.49", "1/2", "1"))
NEAR = Published({"stake": 9, "goal": 10, "p": "0.45"}, True, "0.790", "formula")
FAR = Published({"stake": 90, "goal": 100, "p": "0.45"}, True, "0.134", "formula")
GAME = Game(ruin_reached, PARAMETERS, REACHED, (), METHODS, objection, SMALL, published=(NEAR, FAR))
PUZZLE = Puzzle("ruin", (GAME,), title="Gambler's ruin", source="W. Feller, volume I, chapter XIV")
