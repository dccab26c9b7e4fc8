"""How long the plan takes if the Devil turns the table at random: exactly, or to rounding.

The start is any of the 2^N states, each turn any of N, and all are equally likely. So there is a
whole number of ways for a necklace to be on the table. A move spreads them along its arrows, each
as often as there are turns that lead there, and what arrives at all heads stays there. After i
moves there are 2^N N^i ways in all. For 16 coins these numbers have 262,000 bits, and shares in
floating point take their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution
from sweepstake.core.kernels import compiled

from .necklaces import arrows, ring
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
    necklaces = ring(plan.coins, 2)
    along = arrows(necklaces, plan.moves)
    starts, targets, turns = along.starts.tolist(), along.targets.tolist(), along.turns.tolist()
    ways = necklaces.sizes.tolist()
    yield ways[0]
    for mark in plan.marks():
        after = [0] * len(ways)
        for necklace in range(1, len(ways)):
            row = mark * len(ways) + necklace
            for arrow in range(starts[row], starts[row + 1]):
                after[targets[arrow]] += ways[necklace] * turns[arrow]
        ways = after
        yield ways[0]


def shares_won(plan: Ruler) -> NDArray[np.float64]:
    """The share of starts and turns that has won at once, and that wins with each move."""
    necklaces = ring(plan.coins, 2)
    along = arrows(necklaces, plan.moves)
    marks = np.fromiter(plan.marks(), np.int64)
    won = np.empty(len(marks) + 1)
    shares = necklaces.sizes / 2**plan.coins
    won_after(won, shares, along.starts, along.targets, along.turns / plan.coins, marks)
    return won


@compiled
def won_after(
    won: NDArray[np.float64], shares: Any, starts: Any, targets: Any, weights: Any, marks: Any
) -> None:
    """Fill `won`: the share that has won at the start, and that wins with each of `marks`."""
    after = np.zeros(len(shares))
    won[0] = shares[0]
    for step in range(1, len(won)):
        after[:] = 0.0
        first = marks[step - 1] * len(shares)
        for necklace in range(1, len(shares)):
            share = shares[necklace]
            if share > 0.0:
                for arrow in range(starts[first + necklace], starts[first + necklace + 1]):
                    after[targets[arrow]] += share * weights[arrow]
        shares, after = after, shares
        won[step] = shares[0]
