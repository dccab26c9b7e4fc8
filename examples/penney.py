"""Penney's game: two players name patterns of heads and tails. W. Penney, 1969."""

from sweepstake.game import Draw, Game
from sweepstake.puzzle import Choice, Column, ListOf, Published, Puzzle


def penney_wins(draw: Draw, first: tuple[str, ...], second: tuple[str, ...]) -> str:
    """Whose pattern comes first?"""
    longest = max(len(first), len(second))
    tossed: tuple[str, ...] = ()
    while True:
        tossed = (*tossed, draw.among("HT"))[-longest:]
        if tossed[-len(first) :] == first:
            return "first"
        if tossed[-len(second) :] == second:
            return "second"


def objection(first: tuple[str, ...], second: tuple[str, ...]) -> str | None:
    """A pattern that is part of the other one can't come after it."""
    one, other = "".join(first), "".join(second)
    if one in other or other in one:
        return f"first is {one}, second {other}; allowed: patterns that are not part of each other"
    return None


WORDS = {"first": "the first pattern", "second": "the second pattern"}
GAME = Game(
    penney_wins,
    parameters=(
        ListOf(Choice("first", "pattern of the first player", ("H", "T")), 2, 8),
        ListOf(Choice("second", "pattern of the second player", ("H", "T")), 2, 8),
    ),
    outcomes=(Column("winner", "string", "whose pattern comes first", words=WORDS),),
    small=({"first": "HT", "second": "TT"}, {"first": "THH", "second": "TTH"}),
    objection=objection,
    published=(Published({"first": "HHH", "second": "THH"}, "second", "7/8", "states"),),
)
PUZZLE = Puzzle("penney", (GAME,), title="Penney's game", source="W. Penney, 1969")
