"""How long the plan takes if the Devil turns the table at random: exactly, or to rounding.

The start is any of the 2^N states, each turn any of N, and all are equally likely. So there is a
whole number of ways for a necklace to be on the table. A move leads each of them to other
necklaces, as often as there are turns that do so, and what arrives at all heads stays there. After
i moves there are 2^N N^i ways in all. For 16 coins these numbers have 262,000 bits, and shares in
floating point take their place.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution

from .beliefs import followed, turns_between
from .group.groups import Game, numbers
from .ruler import Ruler, ruler_for


def exact(coins: int) -> Distribution:
    """The number of moves that the ruler's plan needs, in whole ways.

    >>> dict(exact(2).counts), exact(2).total
    ({0: 8, 1: 8, 2: 8, 3: 8}, 32)
    """
    ways = list(ways_to_win(ruler_for(coins)))
    last = len(ways) - 1
    counts = {taken: count * coins ** (last - taken) for taken, count in enumerate(ways) if count}
    return Distribution(counts, 2**coins * coins**last)


def chain(coins: int) -> Distribution:
    """The number of moves that the ruler's plan needs, in floating point."""
    won = shares_won(ruler_for(coins))
    return Distribution({int(taken): float(won[taken]) for taken in np.flatnonzero(won)}, 1)


def ways_to_win(plan: Ruler) -> Iterator[int]:
    """The ways, of 2^N starts and the turns so far, to have won at once, and with each move."""
    table = Game(plan.coins)
    moves = [turns_between(table, move).toarray().astype(object) for move in plan.moves]
    return (ways[0] for ways in followed(plan, moves, np.bincount(numbers(table)).astype(object)))


def shares_won(plan: Ruler) -> NDArray[np.float64]:
    """The share of starts and turns that has won at once, and that wins with each move."""
    table = Game(plan.coins)
    moves = [turns_between(table, move) / plan.coins for move in plan.moves]
    shares = followed(plan, moves, np.bincount(numbers(table)) / 2**plan.coins)
    return np.fromiter((share[0] for share in shares), float)
