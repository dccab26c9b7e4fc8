"""What the player may still be facing along a plan, move after move, and how likely each win is.

A plan by the ruler has few different moves, so each is worth a matrix: where it can take each
necklace. Even the 65,535 moves for 16 coins are followed through all 4,116 necklaces in a second.

If the start is any of the 2^N states and each turn any of N, all equally likely, there is a whole
number of ways for a necklace to be on the table. A move leads each of them to other necklaces, as
often as there are turns that do so, and what arrives at all heads stays there. After i moves there
are 2^N N^i ways in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution

from .group.groups import Game, numbers, orbits
from .ruler import Ruler, ruler_for
from .rules import Move

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def left(plan: Ruler) -> NDArray[np.int32]:
    """How many necklaces are possible before the first move and after each; all heads counts.

    >>> from .ruler import ruler
    >>> left(ruler(4, 2)).tolist()
    [6, 5, 5, 4, 5, 4, 4, 3, 4, 3, 3, 2, 3, 2, 2, 1]
    """
    table = Game(plan.coins, plan.faces)
    moves = [turns_between(table, move).astype(bool) for move in plan.moves]
    beliefs = followed(plan, moves, np.ones(len(orbits(table)), bool))
    return np.fromiter((1 + np.count_nonzero(belief[1:]) for belief in beliefs), np.int32)


def moves(coins: int) -> Distribution:
    """How many moves the ruler's plan needs if start and turns are random, in whole ways.

    >>> dict(moves(2).counts), moves(2).total
    ({0: 8, 1: 8, 2: 8, 3: 8}, 32)
    """
    ways = list(ways_to_win(ruler_for(coins)))
    last = len(ways) - 1
    counts = {taken: count * coins ** (last - taken) for taken, count in enumerate(ways) if count}
    return Distribution(counts, 2**coins * coins**last)


def ways_to_win(plan: Ruler) -> Iterator[int]:
    """The ways, of 2^N starts and the turns so far, to have won at once, and with each move."""
    table = Game(plan.coins)
    moves = [turns_between(table, move).toarray().astype(object) for move in plan.moves]
    return (ways[0] for ways in followed(plan, moves, np.bincount(numbers(table)).astype(object)))


def turns_between(table: Game, move: Move) -> csr_array[np.int64]:
    """How many turns lead with `move` to each necklace, a row, from each other, a column."""
    from scipy.sparse import csr_array  # which takes long to import

    number = numbers(table)
    to = number[table.codes(table.shown() + np.array(move))]
    turns = table.coins // np.bincount(number)[number]  # that make this state of its necklace
    return csr_array((turns, (to, number)))


def followed(plan: Ruler, moves: Sequence[Any], now: Any) -> Iterator[Any]:
    """A number for each necklace, before the first move of `plan` and after each.

    `now` is the first, and `moves` has a matrix for each different move. What has won stays behind.
    """
    yield now
    for mark in plan.marks():
        unwon = now.copy()
        unwon[0] = 0
        now = moves[mark] @ unwon
        yield now
