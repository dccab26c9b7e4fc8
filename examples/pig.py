"""Pig: roll a die as often as you like; a 1 ends your turn with nothing.

Todd Neller and Clifton Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25 (2004).
"""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def pig_turn(draw: Draw, hold: int) -> int:
    """What is a turn at Pig worth if you hold at some total?"""
    total = 0
    while total < hold:
        face = draw.die(6)  # all chance comes from `draw`
        if face == 1:
            return 0
        total += face
    return total


HOLD = (Parameter("hold", "points at which you hold", 2, 100, default=20),)
SCORE = (Column("score", "int", "points of the turn", unit="points"),)
SMALL = ({"hold": 2}, {"hold": 5}, {"hold": 9}, {"hold": 20})
ZERO = (Published({"hold": 20}, 0, "0.62454", "states"),)
TURN = Game(pig_turn, parameters=HOLD, outcomes=SCORE, small=SMALL, published=ZERO)
PUZZLE = Puzzle("pig", (TURN,), title="Pig", source="T. Neller and C. Presser, 2004")
