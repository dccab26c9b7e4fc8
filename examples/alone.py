"""Pig alone: how many turns do you need for 100 points, if you play as well as possible?

Todd Neller and Clifton Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25 (2004).
"""

from sweepstake.game import Draw, Game, least
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def pig_alone(draw: Draw, points: int) -> int:
    """How many turns does it take to have all points?"""
    score = total = turns = 0
    while score + total < points:
        if draw.choose(("roll", "hold"), sees=(score, total)) == "roll":
            face = draw.die(6)
            total = total + face if face > 1 else 0
            turns += face == 1
        else:
            score += total
            total = 0
            turns += 1
    return turns + 1


def hold_at_20(total: int) -> str:
    """Hold at a total of 20 or more."""
    return "hold" if total >= 20 else "roll"


MEANS = {"best": "12.545", "hold at 20": "12.637"}
ALONE = Game(
    pig_alone,
    parameters=(Parameter("points", "points that you need", 1, 300, default=100),),
    outcomes=(Column("turns", "int", "turns until you have all points"),),
    small=tuple({"points": 8, "strategy": how} for how in ("best", "random", "hold at 20")),
    published=tuple(
        Published({"points": 100, "strategy": how}, mean=mean, method="states")
        for how, mean in MEANS.items()
    ),
    goal=least("turns"),
    strategies={"hold at 20": hold_at_20},
)
PUZZLE = Puzzle("alone", (ALONE,), title="Pig alone", source="T. Neller and C. Presser, 2004")
