"""Socks from the dryer: will the counter do? Peter Norvig, "Pairing Socks", pytudes, 2019."""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def socks_paired(draw: Draw, pairs: int, places: int) -> bool:
    """Are all socks paired before the counter is full?"""
    lying, left = 0, 2 * pairs  # single socks on the counter, socks in the dryer
    while left:
        if lying == places:
            return False
        if draw.chance(lying, left):  # the next one matches a sock that lies there
            lying -= 1
        else:
            lying += 1
        left -= 1
    return True


PUZZLE = Puzzle(
    "socks",
    (
        Game(
            socks_paired,
            parameters=(
                Parameter("pairs", "pairs of socks in the dryer", 1, 1_000),
                Parameter("places", "places on the counter", 1, 1_000),
            ),
            outcomes=(Column("paired", "bool", "all socks are paired"),),
            small=({"pairs": 2, "places": 2}, {"pairs": 5, "places": 3}),
            published=(Published({"pairs": 2, "places": 2}, True, "1/3", "states"),
                       Published({"pairs": 10, "places": 7}, True, "0.5105559043639538", "states")),
        ),
    ),
    source="P. Norvig, Pairing Socks",
)  # fmt: skip
