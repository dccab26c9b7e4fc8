"""The glass bridge of Squid Game: FiveThirtyEight's Riddler of October 2021."""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def bridge_survivors(draw: Draw, people: int, pairs: int) -> int:
    """How many people cross the bridge?"""
    alive = people
    for _ in range(pairs):
        if alive and draw.chance(1, 2):  # the first one guesses a pane, and it breaks
            alive -= 1
    return alive


PUZZLE = Puzzle(
    "bridge",
    (
        Game(
            bridge_survivors,
            parameters=(
                Parameter("people", "people who cross", 1, 200, default=16),
                Parameter("pairs", "pairs of panes, of which one breaks", 1, 200, default=18),
            ),
            outcomes=(Column("survivors", "int", "people who cross the bridge"),),
            small=({"people": 2, "pairs": 3}, {"people": 4, "pairs": 3}),
            published=(
                Published({"people": 1, "pairs": 1}, 1, "1/2", "states"),
                Published({"people": 16, "pairs": 18}, mean="458757/65536", method="states"),
            ),
        ),
    ),
    title="The glass bridge",
    source="FiveThirtyEight, October 2021",
)
