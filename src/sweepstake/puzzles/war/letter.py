"""War as plain functions of `draw` that follow the rules and share no code with the kernels.

They are compiled, and compared with plain Python before their results are used.
"""

from __future__ import annotations

from sweepstake.game import Draw
from sweepstake.game.reading.query import Query
from sweepstake.game.simulating.simulated import Simulated

from .rules import APART


def ended(draw: Draw, a: list[int], b: list[int], down: int) -> tuple[int, str]:
    """The plays and the winner of a game with the hands `a` and `b`, top cards first."""
    table: list[int] = []
    plays = owed = 0
    while a and b:
        plays += 1
        x, y = a.pop(0), b.pop(0)
        table.append(x)
        table.append(y)
        if owed:
            owed -= 1
        elif x == y:
            owed = down
        else:
            if x > y:
                a.extend(draw.shuffled(table))
            else:
                b.extend(draw.shuffled(table))
            table.clear()
    return plays, "A" if a else "B" if b else "tie"


def length(draw: Draw, ranks: int, suits: int, down: int) -> tuple[int, str]:
    """The plays and the winner of a game in which cards are dealt one by one."""
    cards = draw.shuffled([rank for rank in range(ranks) for _ in range(suits)])
    return ended(draw, cards[0::2], cards[1::2], down)


def aces(draw: Draw, ranks: int, suits: int, down: int, hands: str) -> tuple[int, int, str]:
    """The number of A's cards of the highest rank, the plays and the winner of a game."""
    if hands == APART:
        a = [ranks - 1] * suits
        b = list(draw.shuffled([rank for rank in range(ranks - 1) for _ in range(suits)]))
    else:
        cards = draw.shuffled([rank for rank in range(ranks) for _ in range(suits)])
        a, b = cards[0::2], cards[1::2]
    highest = a.count(ranks - 1)
    plays, winner = ended(draw, a, b, down)
    return highest, plays, winner


LENGTH = Simulated(Query(length, 2, (0, 1)))
ACES = Simulated(Query(aces, 3, (0, 1, 2)))
