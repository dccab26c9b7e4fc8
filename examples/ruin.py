"""Gambler's ruin: one coin is staked at a time, until all is lost or the goal is reached.

The gambler wins each bet with probability p. Feller, "An Introduction to Probability Theory and Its
Applications" I, chapter XIV, has the closed form and the equations.
"""

from fractions import Fraction

import numpy as np

from sweepstake.core.kernels import compiled
from sweepstake.core.stream import below
from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, Question, Rational, Size


def formula(stake, goal, p):
    """(1 - r^stake) / (1 - r^goal) for r = (1 - p) / p."""
    if p == Fraction(1, 2):
        reached = Fraction(stake, goal)
    elif p == 0:
        reached = Fraction(0)
    else:
        odds = (1 - p) / p
        reached = (1 - odds**stake) / (1 - odds**goal)
    return {True: reached, False: 1 - reached}


def chain(stake, goal, p):
    """The equations x(k) = p x(k+1) + (1-p) x(k-1) of the chain of holdings, solved from below."""
    rise = [Fraction(0)]  # x(k) = rise[k] x(k+1)
    for _ in range(1, goal):
        rise.append(p / (1 - (1 - p) * rise[-1]))
    reached = Fraction(1)
    for k in range(goal - 1, stake - 1, -1):
        reached *= rise[k]
    return {True: reached, False: 1 - reached}


def simulate(stream, trials, stake, goal, p):
    """Games played to their end."""
    reached = int(_played(stream, trials, stake, goal, p.numerator, p.denominator))
    return {True: reached, False: trials - reached}


@compiled
def _played(stream, trials, stake, goal, wins, of):
    reached = 0
    for _ in range(trials):
        holds = stake
        while 0 < holds < goal:
            holds += 1 if below(stream, of) < wins else -1
        reached += holds == goal
    return np.int64(reached)


def objection(stake, goal, p):
    """The goal has to be above the stake."""
    if stake >= goal:
        return f"stake is {stake} and goal is {goal}; allowed: a stake below the goal"
    return None


REACHED = Question(
    name="ruin_reached",
    text="Is the goal reached before all is lost?",
    parameters=(
        Parameter("stake", "coins at first", 1, 10_000),
        Parameter("goal", "coins that are the goal", 2, 10_000),
        Rational("p", "chance to win a bet", 0, 1),
    ),
    outcomes=(Column("reached", "bool", "the goal is reached"),),
    methods={
        "formula": Method(
            formula, "exact", lambda stake, goal, p: 1e-5 + 1e-8 * goal, says="closed form"
        ),
        "chain": Method(
            chain, "exact", lambda stake, goal, p: 2e-6 * goal + 3e-8 * goal**2, most=1_000,
            says="the equations of the chain",
        ),
        "simulate": Method(
            simulate, "sampled", lambda stake, goal, p: 1e-8 * stake * goal, says="random bets"
        ),
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
)  # fmt: skip

PUZZLE = Puzzle("ruin", (REACHED,), title="Gambler's ruin", source="W. Feller, chapter XIV")
