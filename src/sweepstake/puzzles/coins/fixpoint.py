"""The Devil's game from both ends: the states the Devil can hold, and those the player can win.

*The Devil.* Call a set of states closed if, whatever the move, each of its states has a turn after
which the move leads back into the set. In a closed set without the won state the Devil can stay for
ever, even against a player who sees. Unions of closed sets are closed, so there is a greatest one.
To find it, remove states as long as some move forces one out.

*The player.* Let V_0 have only the won state, and let V_(k+1) have every state s with
turned(s, 1) - s in V_k. These are an ascending chain of groups that are closed under turns, and a
turn changes no coset of V_k in V_(k+1). So if a plan wins blindfolded from V_k, another wins from
V_(k+1): play the plan, step to the next coset, play the plan again, until every coset was visited.
If the plan for V_k has |V_k| - 1 moves, this one has |V_(k+1)| - 1. No plan is shorter: against a
Devil that never turns the table, the sums of the first moves must include every other state.

*The two sides together have all states.* Let V be the union of the chain, and s a state outside. If
a move led s into V both unturned and turned by 1, the difference turned(s, 1) - s would be in V and
so would s. So the states outside V are closed, and they are exactly the greatest closed set. Seeing
does not help the player, and turning the table by more than one position does not help the Devil.

*By powers.* Let positions be powers of x, so that a state is a polynomial modulo x^N - 1 and q.
Then turned(s, 1) - s is s times x - 1, and V_k has the states whose product with (x - 1)^k is 0. So
there is a plan if and only if some power of x - 1 is 0. Each V_k has at most half as many states as
the next, so powers up to log2(q^N) are enough. This method needs no list of states, and no primes.
"""

from __future__ import annotations

import numpy as np

from sweepstake.core.distribution import Distribution, certain

from .certificate import ClosedSet, closed
from .groups import Game, chain, greatest_closed_set, orbits


def verdict(coins: int, faces: int) -> Distribution:
    """Is there a plan, and how long is the shortest? Finds the player's chain or the Devil's set.

    >>> dict(verdict(3, 2).counts)
    {(False, None): 1}
    """
    table = Game(coins, faces)
    if len(chain(table)[-1]) == table.states:
        return certain((True, table.states - 1))
    devil = closed_set(coins, faces)
    if not (len(devil.first) and closed(devil)):
        raise ArithmeticError(f"coins {coins}, faces {faces}: neither side is shown to win")
    return certain((False, None))


def powers(coins: int, faces: int) -> Distribution:
    """The verdict by powers of x - 1, for any number of coins or dials.

    >>> dict(powers(4, 2).counts), dict(powers(6, 2).counts)
    ({(True, 15): 1}, {(False, None): 1})
    """
    power = [1] + [0] * (coins - 1)
    for _ in range((faces**coins).bit_length()):
        power = [(power[k - 1] - power[k]) % faces for k in range(coins)]
        if not any(power):
            return certain((True, faces**coins - 1))
    return certain((False, None))


def closed_set(coins: int, faces: int) -> ClosedSet:
    """The greatest set of states in which the Devil can stay, with the Devil's answers."""
    table = Game(coins, faces)
    inside, shown = greatest_closed_set(table), table.shown()
    first = np.array([state for state, *_ in orbits(table) if inside[state]], np.int64)
    outside = np.flatnonzero(~inside)
    turns = np.empty((len(first), len(outside)), np.int8)
    for answers, state in zip(turns, shown[first], strict=True):
        turned = np.stack([np.roll(state, -turn) for turn in range(coins)])
        after = table.codes(turned[:, None] + shown[outside] - state)
        answers[:] = inside[after].argmax(axis=0)
    return ClosedSet(coins, faces, first, outside, turns)
