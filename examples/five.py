"""Five dice, three rolls: after a roll you keep some of the dice, and roll the others again.

Rick Shepherd, A096256 in the On-Line Encyclopedia of Integer Sequences (2004).
"""

from collections import Counter

from sweepstake.game import Draw, Game, most
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def keeps(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All different sets of dice that one may keep."""
    sets: set[tuple[int, ...]] = {()}
    for face in dice:
        sets = sets | {(*kept, face) for kept in sorted(sets)}
    return sorted(sets)


def five(draw: Draw, dice: int) -> bool:
    """Do all dice show the same face after three rolls?"""
    faces = tuple(draw.dice(dice, 6))
    for left in (2, 1):
        kept = draw.choose(keeps(faces), sees=(left, faces))
        faces = tuple(sorted(kept + tuple(draw.dice(dice - len(kept), 6))))
    return faces[0] == faces[-1]


def most_frequent(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Keep the face that is there most often."""
    face, count = Counter(faces).most_common(1)[0]
    return (face,) * count


YAHTZEE = Published({"dice": 5, "strategy": "most frequent"}, True, "347897/7558272", "states")
ALIKE = Game(
    five,
    parameters=(Parameter("dice", "number of dice", 1, 5, default=5),),
    outcomes=(Column("alike", "bool", "whether all dice show the same face"),),
    small=tuple({"dice": 2, "strategy": how} for how in ("best", "most frequent", "random")),
    published=(YAHTZEE,),
    goal=most("alike"),
    strategies={"most frequent": most_frequent},
)
PUZZLE = Puzzle("five", (ALIKE,), title="Five of a kind")
