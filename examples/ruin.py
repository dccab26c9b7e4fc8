"""Gambler's ruin: one coin is staked at a time, until all is lost or the goal is reached.

The gambler wins each bet with probability p. Feller, "An Introduction to Probability Theory and Its
Applications" I, chapter XIV, has the closed form.
"""

from fractions import Fraction

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, Rational, Size


def ruin_reached(draw: Draw, stake: int, goal: int, p: Fraction) -> bool:
    """Is the goal reached before all is lost?"""
    coins = stake
    while 0 < coins < goal:
        coins += 1 if draw.chance(p) else -1
    return coins == goal


def formula(stake: int, goal: int, p: Fraction) -> dict[bool, Fraction]:
    """(1 - r^stake) / (1 - r^goal) for r = (1 - p) / p."""
    if p == Fraction(1, 2):
        reached = Fraction(stake, goal)
    elif p == 0:
        reached = Fraction(0)
    else:
        odds = (1 - p) / p
        reached = (1 - odds**stake) / (1 - odds**goal)
    return {True: reached, False: 1 - reached}


def objection(stake: int, goal: int, p: Fraction) -> str | None:
    """The goal has to be above the stake."""
    if stake >= goal:
        return f"stake is {stake} and goal is {goal}; allowed: a stake below the goal"
    return None


GAME = Game(
    ruin_reached,
    parameters=(
        Parameter("stake", "coins at first", 1, 10_000),
        Parameter("goal", "coins that are the goal", 2, 10_000),
        Rational("p", "chance to win a bet", 0, 1),
    ),
    outcomes=(Column("reached", "bool", "the goal is reached"),),
    methods={
        "formula": Method(
            formula, "exact", lambda stake, goal, p: 1e-5 + 1e-8 * goal, says="closed form"
        )
    },
    size=Size("the goal", lambda stake, goal, p: goal),
    small=(
        {"stake": 1, "goal": 2, "p": Fraction(1, 3)},
        {"stake": 3, "goal": 8, "p": Fraction(49, 100)},
        {"stake": 5, "goal": 10, "p": Fraction(1, 2)},
        {"stake": 2, "goal": 4, "p": Fraction(1)},
        {"stake": 2, "goal": 4, "p": Fraction(0)},
    ),
    objection=objection,
    published=(
        Published({"stake": 9, "goal": 10, "p": Fraction(9, 20)}, True, "0.790", "formula"),
        Published({"stake": 90, "goal": 100, "p": Fraction(9, 20)}, True, "0.134", "formula"),
    ),
)
PUZZLE = Puzzle("ruin", (GAME,), title="Gambler's ruin", source="W. Feller, chapter XIV")
