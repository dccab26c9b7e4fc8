"""The fifth problem of the oldest book on probability: C. Huygens, 1657."""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def huygens_won(draw: Draw, counters: int) -> bool:
    """Does A win all counters of B?"""
    held = counters
    while 0 < held < 2 * counters:
        spots = sum(draw.dice(3, 6))
        if spots == 14:
            held += 1
        elif spots == 11:
            held -= 1
    return held > 0


PUZZLE = Puzzle(
    "huygens",
    (
        Game(
            huygens_won,
            parameters=(Parameter("counters", "counters of each at first", 1, 200, default=12),),
            outcomes=(Column("won", "bool", "A wins all counters"),),
            small=({"counters": 1}, {"counters": 2}, {"counters": 3}),
            published=(
                Published({"counters": 12}, True, "244140625/282673677106", "states"),
            ),
        ),
    ),
    title="Huygens's fifth problem",
    source="C. Huygens, De ratiociniis in ludo aleae, 1657",
)  # fmt: skip
