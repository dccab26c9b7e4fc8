"""The secretary problem: candidates come one by one, and you take one when you see it, or never.

Thomas Ferguson, "Who Solved the Secretary Problem?", Statistical Science 4 (1989).
"""

from sweepstake.game import Draw, Game, most
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def secretary(draw: Draw, candidates: int) -> bool:
    """Is the candidate that you take the best of all?"""
    best = False  # is the one that you took the best so far?
    taken = False
    for k in range(1, candidates + 1):
        if draw.chance(1, k):  # the k-th is better than all before
            best = False
            if not taken:
                taken = draw.choose(("take", "go on"), sees=(k, candidates)) == "take"
                best = taken
    return best


def after_a_third(k: int, candidates: int) -> str:
    """Take the first that is the best so far, after a third of the candidates."""
    return "take" if 3 * k > candidates else "go on"


WON = Game(
    secretary,
    parameters=(Parameter("candidates", "number of candidates", 1, 1_000, default=100),),
    outcomes=(Column("won", "bool", "whether you have taken the best of all"),),
    small=tuple(
        {"candidates": 5, "strategy": how} for how in ("best", "worst", "random", "after a third")
    ),
    published=(Published({"candidates": 100}, True, "0.3710", "states"),),
    goal=most("won"),
    strategies={"after a third": after_a_third},
)
PUZZLE = Puzzle("secretary", (WON,), title="The secretary", source="T. Ferguson, 1989")
