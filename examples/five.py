"""Five dice, three rolls: after a roll you keep some of the dice, and roll the others again."""

from collections import Counter

from sweepstake.game import Draw, Game, most
from sweepstake.puzzle import Column, Parameter, Puzzle


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


ALIKE = Game(
    five,
    parameters=(Parameter("dice", "number of dice", 1, 5, default=5),),
    outcomes=(Column("alike", "bool", "whether all dice show the same face"),),
    small=(
        {"dice": 2},
        {"dice": 2, "strategy": "most frequent"},
        {"dice": 2, "strategy": "random"},
    ),
    goal=most("alike"),
    strategies={"most frequent": most_frequent},
)
PUZZLE = Puzzle("five", (ALIKE,), title="Five of a kind")
