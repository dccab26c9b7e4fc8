"""A puzzle for tests of the engine: coins and a die, by quick methods that are not compiled."""

from collections import Counter
from fractions import Fraction
from itertools import product

from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, Question, Size

COINS = Parameter("coins", "number of coins", 1, 400, 13)
SIDES = Parameter("sides", "sides of the die", 1, 60, 4)
WAIT = Parameter("wait", "rolls that do not count", 0, 200, 3)
WINNER = "A if heads are odd in number, B if even, tie if there are none"


def odd(coins, sides, **_):
    number = f"coins × sides is {coins} × {sides} = {coins * sides}"
    return f"{number}; allowed: an even number" if coins * sides % 2 else None


def many(coins, **_):
    return f"coins is {coins}; allowed for this method: at most 12" if coins > 12 else None


def brute(coins, sides):
    cases = product(range(sides), *[(0, 1)] * coins)
    return Counter(face == 0 and all(heads) for face, *heads in cases)


def formula(coins, sides):
    won = Fraction(1, sides) * Fraction(1, 2) ** coins
    return {False: 1 - won, True: won}


def simulate(stream, trials, coins, sides):
    won = int(generator(stream).binomial(trials, 0.5**coins / sides))
    return {False: trials - won, True: won}


def rare(stream, trials, coins, sides):
    from sweepstake.core.weighted import event

    return event((generator(stream).integers(sides, size=trials) == 0) * 0.5**coins)


def chain(coins, sides, wait):
    left, law, shares = 1.0, {}, {"A": 0.5, "B": 0.5 - 0.5**coins, "tie": 0.5**coins}
    for roll in range(wait + 1, wait + 40 * sides):
        law |= {(roll, winner): left / sides * share for winner, share in shares.items()}
        left *= 1 - 1 / sides
    return {outcome: mass for outcome, mass in law.items() if mass}


def play(stream, trials, coins, sides, wait):
    rng = generator(stream)
    rolls, heads = wait + rng.geometric(1 / sides, trials), rng.binomial(coins, 0.5, trials)
    ends = (heads > 0) + heads % 2  # none, an even number, an odd one
    return Counter(zip(rolls.tolist(), map(("tie", "B", "A").__getitem__, ends), strict=True))


def generator(stream):
    from sweepstake.core import stream as streams  # here, because it imports NumPy

    return streams.generator(stream)


WON = Question(
    "toy_won",
    "Do all coins show heads, and a die a 1?",
    (COINS, SIDES),
    (Column("won", "bool", "all heads, and a 1"),),
    {
        "brute": Method(brute, "exact", lambda coins, sides: 1e-6 * 2**coins * sides, 10,
                        says="every case"),
        "exact": Method(lambda coins, sides: {True: 1, False: 2**coins * sides - 1}, "exact",
                        lambda coins, sides: 1e-5 * coins),
        "formula": Method(formula, "exact", lambda coins, sides: 1e-5),
        "simulate": Method(simulate, "sampled", lambda coins, sides: 2e-8, says="tosses"),
        "rare": Method(rare, "rare", lambda coins, sides: 5e-8),
        "nearly": Method(lambda coins, sides: {True: 0.5**coins, False: 1 - 0.5**coins},
                         "approximate", lambda coins, sides: 1e-5),
    },
    Size("coins × sides", lambda coins, sides: coins * sides),
    ({"coins": 2, "sides": 2}, {"coins": 4, "sides": 1}),
    odd,
    (Published({"coins": 2, "sides": 2}, True, "1/8", "brute"),),
    unit="games",
    setting="{coins} coins, {sides} sides",
)  # fmt: skip
ROLLS = Question(
    "toy_rolls",
    "How many rolls until a die shows a 1, and who wins by the heads of some coins?",
    (COINS, SIDES, WAIT),
    (
        Column("rolls", "int", "rolls until a 1", unit="rolls"),
        Column("winner", "string", WINNER),
    ),
    {
        "chain": Method(chain, "float", lambda coins, sides, wait: 1e-4 * sides, objection=many),
        "again": Method(chain, "float", lambda coins, sides, wait: 1e-4 * sides, objection=many),
        "simulate": Method(play, "sampled", lambda coins, sides, wait: 1e-6, says="rolls"),
        "repeat": Method(play, "sampled", lambda coins, sides, wait: 1e-6),
    },
    small=({"coins": 2, "sides": 2, "wait": 0}, {"coins": 3, "sides": 2, "wait": 3}),
    objection=odd,
    unit="games",
)
PUZZLE = Puzzle("toy", (WON, ROLLS))
