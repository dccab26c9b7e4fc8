"""Craps: how long does a shooter roll the dice? In Atlantic City, in 2009, one rolled 154 times.

S. N. Ethier and F. M. Hoppe, "A world record in Atlantic City and the length of the shooter's hand
at craps", The Mathematical Intelligencer 32 (2010).
"""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle, Size


def craps_lasts(draw: Draw, rolls: int) -> bool:
    """Does the shooter's hand last so many rolls?"""
    point = 0  # none is set
    for _ in range(rolls - 1):
        pips = draw.die(6) + draw.die(6)
        if point == 0:
            point = pips if 4 <= pips <= 10 and pips != 7 else 0
        elif pips == 7:
            return False
        elif pips == point:
            point = 0
    return True


GAME = Game(
    craps_lasts,
    parameters=(Parameter("rolls", "rolls of the hand, at least", 1, 1_000),),
    outcomes=(Column("lasts", "bool", "the hand has at least so many rolls"),),
    size=Size("the rolls", lambda rolls: rolls),
    small=tuple({"rolls": rolls} for rolls in (1, 2, 3, 4, 10, 20)),
    published=(Published({"rolls": 154}, True, "1.788824e-10", "states"),),
)
PUZZLE = Puzzle("craps", (GAME,), title="Craps", source="S. N. Ethier and F. M. Hoppe, 2010")
