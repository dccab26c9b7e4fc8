"""Shut the Box: roll two dice, and shut open tiles with the sum that you rolled, if you can.

Bill Butler, "Shut the Box", durangobill.com, has the probability for nine tiles, always two dice.
"""

from sweepstake.game import Ask, Draw, Game, least, most
from sweepstake.puzzle import Column, Parameter, Published, Puzzle


def ways(tiles: tuple[int, ...], total: int) -> tuple[tuple[int, ...], ...]:
    """The sets of tiles that have this sum."""
    sums: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    for tile in tiles:
        sums += [(below + tile, (*under, tile)) for below, under in sums if below + tile <= total]
    return tuple([chosen for reached, chosen in sums if reached == total])


def shut(draw: Draw, tiles: int) -> tuple[bool, int]:
    """Do you shut all tiles, and what is the sum of the open ones?"""
    up = tuple(range(1, tiles + 1))
    while up:
        roll = sum(draw.dice(2, 6))
        options = ways(up, roll)
        if not options:
            break
        down = draw.choose(options, sees=(up, roll))
        up = tuple(tile for tile in up if tile not in down)
    return not up, sum(up)


def most_tiles(options: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Shut as many tiles as possible."""
    return max(options, key=len)


TILES = (Parameter("tiles", "number of tiles", 1, 12, default=9),)
COLUMNS = (Column("shut", "bool", "whether all tiles are shut"), Column("sum", "int", "open tiles"))
HOW = {"most tiles": most_tiles}
SMALL = ({"tiles": 3}, {"tiles": 3, "strategy": "random"}, {"tiles": 4, "strategy": "most tiles"})
NINE = (Published({"tiles": 9, "strategy": "best"}, True, "0.071432", "states"),)
BOX = Ask("shut_box", "Do you shut all tiles?", "shut", published=NINE)
SUM = Ask("shut_sum", "What is the sum of the tiles that stay open?", "sum")
CLOSED = Game(shut, TILES, COLUMNS, (BOX,), small=SMALL, goal=most("shut"), strategies=HOW)
LEFT = Game(shut, TILES, COLUMNS, (SUM,), small=SMALL, goal=least("sum"), strategies=HOW)
PUZZLE = Puzzle("shut", (CLOSED, LEFT), title="Shut the Box")
