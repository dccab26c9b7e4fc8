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


def pig_alone(draw: Draw, hold: int) -> int:
    """How many turns does it take to reach 100 points, if you hold at some total or at 100?"""
    points = turns = 0
    while points < 100:
        points += pig_turn(draw, min(hold, 100 - points))
        turns += 1
    return turns


HOLD = (Parameter("hold", "points at which you hold", 2, 100, default=20),)
SCORE = (Column("score", "int", "points of the turn", unit="points"),)
TURNS = (Column("turns", "int", "turns until the points are 100 or more"),)
SMALL = ({"hold": 2}, {"hold": 5}, {"hold": 9}, {"hold": 20})
ZERO = (Published({"hold": 20}, 0, "0.62454", "states"),)
MEAN = (Published({"hold": 20}, mean="12.637", method="states"),)
TURN = Game(pig_turn, parameters=HOLD, outcomes=SCORE, small=SMALL, published=ZERO)
ALONE = Game(pig_alone, parameters=HOLD, outcomes=TURNS, small=SMALL[3:], published=MEAN)
PUZZLE = Puzzle("pig", (TURN, ALONE), title="Pig", source="T. Neller and C. Presser, 2004")
