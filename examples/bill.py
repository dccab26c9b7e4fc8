"""A bill on a round table: who wins it? FiveThirtyEight's Riddler."""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Column, Headline, Parameter, Published, Puzzle


def bill_winner(draw: Draw, friends: int) -> int:
    """Which of the friends at the table wins the bill?"""
    seat = 0
    while not draw.chance(1, 3):  # with 1/3 the holder keeps it and wins
        seat = (seat + draw.among((1, -1))) % friends
    return seat


PUZZLE = Puzzle(
    "bill",
    (
        Game(
            bill_winner,
            parameters=(Parameter("friends", "friends at the table", 2, 200, default=5),),
            outcomes=(Column("seat", "int", "seats from the first holder to the left"),),
            small=({"friends": 3}, {"friends": 5}, {"friends": 6}),
            published=(
                Published({"friends": 5}, 0, "5/11", "states"),
                Published({"friends": 5}, 1, "2/11", "states"),
                Published({"friends": 5}, 2, "1/11", "states"),
            ),
        ),
    ),
    title="A bill on the table",
    story=(Headline("bill_winner", outcome=0, asked="How often does the first holder win?"),),
    source="FiveThirtyEight, and D. Rauscher's solution",
)
