"""Coupon collector: how many packets until you have every picture?

W. Feller, "An Introduction to Probability Theory and Its Applications" I, section IX.3.
"""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def coupon_packets(draw: Draw, pictures: int) -> int:
    """How many packets do you buy until you have every picture?"""
    album: set[int] = set()
    packets = 0
    while len(album) < pictures:
        packets += 1
        album.add(draw.below(pictures))
    return packets


PUZZLE = Puzzle(
    "coupon",
    (
        Game(
            coupon_packets,
            parameters=(Parameter("pictures", "different pictures", 1, 12),),
            outcomes=(Column("packets", "int", "packets until the album is full"),),
            small=({"pictures": 1}, {"pictures": 2}, {"pictures": 4}),
            published=(
                Published({"pictures": 2}, mean="3", method="states"),
                Published({"pictures": 6}, mean="14.7", method="states"),
            ),
        ),
    ),
    title="Coupon collector",
    source="W. Feller, section IX.3",
)
