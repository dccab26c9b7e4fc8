"""The states that are possible after each move of a plan, and the distribution of moves to win.

The ruler's plan has few distinct moves, so each move gets a matrix, which says where it can take
each necklace. So even the 65,535 moves for 16 coins are followed through all 4,116 necklaces in a
second.

If all 2^N starts and all N turns in each move are equally likely, each necklace is reached in a
whole number of ways. A move leads from a necklace to others, once for each turn that does so, and
all heads is absorbing. After i moves there are 2^N N^i ways in total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution

from .groups import Game, numbers, orbits
from .ruler import Ruler, ruler_for
from .rules import Move

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def left(plan: Ruler) -> NDArray[np.int32]:
    """The number of necklaces possible before the first move and after each, including all heads.

    >>> from .ruler import ruler
    >>> left(ruler(4, 2)).tolist()
    [6, 5, 5, 4, 5, 4, 4, 3, 4, 3, 3, 2, 3, 2, 2, 1]
    """
    table = Game(plan.coins, plan.faces)
    moves = [turns_between(table, move).astype(bool) for move in plan.moves]
    beliefs = followed(plan, moves, np.ones(len(orbits(table)), bool))
    return np.fromiter((1 + np.count_nonzero(belief[1:]) for belief in beliefs), np.int32)


def moves(coins: int) -> Distribution:
    """How many moves the ruler's plan needs if start and turns are random, as exact counts.

    >>> dict(moves(2).counts), moves(2).total
    ({0: 8, 1: 8, 2: 8, 3: 8}, 32)
    """
    ways = list(ways_to_win(ruler_for(coins)))
    last = len(ways) - 1
    counts = {taken: count * coins ** (last - taken) for taken, count in enumerate(ways) if count}
    return Distribution(counts, 2**coins * coins**last)


def ways_to_win(plan: Ruler) -> Iterator[int]:
    """The number of starts and turns that win at once, and with each move."""
    table = Game(plan.coins)
    moves = [turns_between(table, move).toarray().astype(object) for move in plan.moves]
    return (ways[0] for ways in followed(plan, moves, np.bincount(numbers(table)).astype(object)))


def turns_between(table: Game, move: Move) -> csr_array[np.int64]:
    """How many turns lead with `move` from each necklace (column) to each necklace (row)."""
    from scipy.sparse import csr_array  # its import is slow

    number = numbers(table)
    to = number[table.codes(table.shown() + np.array(move))]
    turns = table.coins // np.bincount(number)[number]  # turns from its necklace to this state
    return csr_array((turns, (to, number)))


def followed(plan: Ruler, moves: Sequence[Any], now: Any) -> Iterator[Any]:
    """A number for each necklace, before the first move of `plan` and after each.

    `now` has the first numbers, and `moves` a matrix for each distinct move. The number of the won
    state is dropped before the next move.
    """
    yield now
    for mark in plan.marks():
        unwon = now.copy()
        unwon[0] = 0
        now = moves[mark] @ unwon
        yield now
