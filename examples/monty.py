"""Monty Hall with many doors: one hides a car, the host opens some others, and one may switch.

The player picks one of n doors. The host, who knows where the car is, opens k of the others that
hide none. The player stays, or switches to one of the other closed doors at random.
"""

from fractions import Fraction
from itertools import combinations

from sweepstake.core.stream import generator
from sweepstake.puzzle import Choice, Column, Method, Parameter, Puzzle, Question, Size


def formula(doors, opened, strategy):
    """Staying wins if the first pick was right, switching shares what is left among the others."""
    first = Fraction(1, doors)
    won = first if strategy == "stay" else (1 - first) / (doors - opened - 1)
    return {True: won, False: 1 - won}


def brute(doors, opened, strategy):
    """Every place of the car, choice of the host's and last pick; the first pick is door 0."""
    won = Fraction(0)
    for car in range(doors):
        without = [door for door in range(1, doors) if door != car]
        choices = list(combinations(without, opened))
        for shown in choices:
            closed = [door for door in range(1, doors) if door not in shown]
            picks = [0] if strategy == "stay" else closed
            right = Fraction(sum(pick == car for pick in picks), len(picks))
            won += right / (doors * len(choices))
    return {True: won, False: 1 - won}


def simulate(stream, trials, doors, opened, strategy):
    """Random games: doors in a random order, of which the host opens the first without the car."""
    rng = generator(stream)
    wins = 0
    for car in rng.integers(doors, size=trials).tolist():
        order = [door for door in (1 + rng.permutation(doors - 1)).tolist() if door != car]
        closed = [*order[opened:], *([car] if car else [])]
        pick = 0 if strategy == "stay" else closed[int(rng.integers(len(closed)))]
        wins += pick == car
    return {True: wins, False: trials - wins}


def objection(doors, opened, strategy):
    """The host leaves a door to switch to."""
    if opened > doors - 2:
        return f"opened is {opened} of {doors} doors; allowed: at most {doors - 2}"
    return None


WON = Question(
    name="monty_won",
    text="Is the car won?",
    parameters=(
        Parameter("doors", "doors", 3, 1000),
        Parameter("opened", "doors that the host opens", 0, 998, 1),
        Choice("strategy", "what the player does", ("stay", "switch")),
    ),
    outcomes=(Column("won", "bool", "the car is behind the last pick"),),
    methods={
        "formula": Method(formula, "exact", lambda **params: 1e-5, says="first pick or shared"),
        "brute": Method(
            brute, "exact", lambda doors, opened, strategy: 1e-5 * doors * 2**doors, most=12,
            says="every game",
        ),
        "simulate": Method(
            simulate, "sampled", lambda doors, opened, strategy: 5e-6 + 1e-7 * doors,
            says="random games",
        ),
    },
    size=Size("the number of doors", lambda doors, opened, strategy: doors),
    small=tuple(
        {"doors": doors, "opened": opened, "strategy": strategy}
        for doors, opened in ((3, 1), (5, 2), (6, 0))
        for strategy in ("stay", "switch")
    ),
    objection=objection,
)  # fmt: skip

PUZZLE = Puzzle("monty", (WON,), title="Monty Hall", source="S. Selvin, 1975; M. vos Savant, 1990")
