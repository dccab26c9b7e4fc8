"""Craps: how long does a shooter roll the dice? In Atlantic City, in 2009, one rolled 154 times.

The first roll of a round ends it (2, 3, 7, 11 or 12) or sets a point (4, 5, 6, 8, 9 or 10), which
is then rolled for: the round ends when it comes again, or with a 7. The hand goes on round after
round, until a 7 ends a round with a point: the seven-out.

S. N. Ethier and F. M. Hoppe, "A world record in Atlantic City and the length of the shooter's hand
at craps", The Mathematical Intelligencer 32 (2010), has the chain and the number.
"""

from fractions import Fraction
from functools import cache

import numpy as np

from sweepstake.core.kernels import compiled
from sweepstake.core.stream import below
from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, Question, Size

WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}  # of 36, to roll each point


def chain(rolls):
    """The chance that the hand goes on, roll by roll, by the point that is rolled for, if any."""
    come_out, on = 36 ** (rolls - 1), dict.fromkeys(WAYS, 0)
    for _ in range(rolls - 1):  # counts over 36^(rolls - 1)
        new = {point: ways * come_out + (30 - ways) * on[point] for point, ways in WAYS.items()}
        come_out = 12 * come_out + sum(ways * on[point] for point, ways in WAYS.items())
        come_out, on = come_out // 36, {point: count // 36 for point, count in new.items()}
    return _lasts(Fraction(come_out + sum(on.values()), 36 ** (rolls - 1)))


def renewal(rolls):
    """One less the chance of a shorter hand: some rounds that do not end it, and the last one."""
    return _lasts(
        1
        - sum(
            (_begins(n - k) * _last(k) for n in range(1, rolls) for k in range(1, n + 1)),
            Fraction(0),
        )
    )


@cache
def _begins(rolls):
    """The chance that a round begins after so many rolls of a hand."""
    if rolls == 0:
        return Fraction(1)
    return sum((_begins(rolls - k) * _goes_on(k) for k in range(1, rolls + 1)), Fraction(0))


@cache
def _goes_on(rolls):
    """The chance that a round takes so many rolls and the hand goes on after it."""
    if rolls == 1:
        return Fraction(12, 36)
    return sum(
        Fraction(w, 36) * Fraction(30 - w, 36) ** (rolls - 2) * Fraction(w, 36)
        for w in WAYS.values()
    )


@cache
def _last(rolls):
    """The chance that a round takes so many rolls and ends with the seven-out."""
    if rolls == 1:
        return Fraction(0)
    return sum(
        Fraction(w, 36) * Fraction(30 - w, 36) ** (rolls - 2) * Fraction(6, 36)
        for w in WAYS.values()
    )


def simulate(stream, trials, rolls):
    """Hands rolled until they end, or have lasted."""
    lasted = int(_rolled(stream, trials, rolls))
    return {True: lasted, False: trials - lasted}


@compiled
def _rolled(stream, trials, rolls):
    lasted = 0
    for _ in range(trials):
        point, done = 0, 1
        while done < rolls:
            pips = below(stream, 6) + below(stream, 6) + 2
            if point == 0:
                point = pips if 4 <= pips <= 10 and pips != 7 else 0
            elif pips == 7:
                break
            elif pips == point:
                point = 0
            done += 1
        lasted += done == rolls
    return np.int64(lasted)


def _lasts(chance):
    return {True: chance, False: 1 - chance}


LASTS = Question(
    name="craps_lasts",
    text="Does the shooter's hand last so many rolls?",
    parameters=(Parameter("rolls", "rolls of the hand, at least", 1, 1_000),),
    outcomes=(Column("lasts", "bool", "the hand has at least so many rolls"),),
    methods={
        "chain": Method(
            chain, "exact", lambda rolls: 1e-5 + 6e-6 * rolls, says="roll by roll"
        ),
        "renewal": Method(
            renewal, "exact", lambda rolls: 1e-5 + 2e-6 * rolls**2, most=200, says="round by round"
        ),
        "simulate": Method(
            simulate, "sampled", lambda rolls: 1e-7 * min(rolls, 9), says="random dice"
        ),
    },
    size=Size("the rolls", lambda rolls: rolls),
    small=tuple({"rolls": rolls} for rolls in (1, 2, 3, 4, 10, 20)),
    published=(Published({"rolls": 154}, True, "1.788824e-10", "chain"),),
)  # fmt: skip

PUZZLE = Puzzle("craps", (LASTS,), title="Craps", source="S. N. Ethier and F. M. Hoppe, 2010")
