"""The Devil's game from both ends: what the Devil can hold, and what the player can force.

*The Devil.* Call a set of states closed if, whatever the move, each of its states has a turn after
which the move leads back into the set. In a closed set without the won state the Devil can stay for
ever, even against a player who sees. Unions of closed sets are closed, so there is a greatest one.
It is what is left when states that some move forces out of it are taken away for as long as there
are any. A turn by j followed by the move t - s takes the state s to t + (turned(s, j) - s), so s is
forced out if and only if some t outside has t + (turned(s, j) - s) outside for every j.

*The player.* Let V_0 hold the won state only, and V_(k+1) every state s with turned(s, 1) - s in
V_k: an ascending chain of groups, closed under turns, and a turn changes no coset of V_k in
V_(k+1). So whoever can win from V_k, blindfolded, can win from V_(k+1): play that plan, step to the
next coset, play it again, until each coset had its turn. With |V_k| - 1 moves for V_k this takes
|V_(k+1)| - 1, and no plan is shorter: against a Devil that never turns the table, the moves so far
must have summed up to every other state.

*One of them has everything.* Let V be the union of the chain, and s a state outside. If a move led
s into V both unturned and turned by 1, the difference turned(s, 1) - s would be in V and so would
s. So the states outside V are closed, and they are just the greatest closed set. Seeing does not
help the player, and a Devil that may turn the table by at most one position is as strong.

*By powers.* Let positions be powers of x, so that a state is a polynomial modulo x^N - 1 and q.
Then turned(s, 1) - s is s times x - 1, and V_k holds what (x - 1)^k takes to 0. So there is a plan
if and only if some power of x - 1 is 0. Each V_k has at most half as many states as the next, so
no power beyond log2(q^N) needs to be looked at. This needs no list of states, and no prime.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution, certain
from sweepstake.core.kernels import compiled, inlined

from .certificate import ClosedSet, closed
from .necklaces import Ring, Whole, codes, ring, states

Flags = NDArray[np.bool_]


def verdict(coins: int, faces: int) -> Distribution:
    """Is there a plan, and how long is the shortest? By the Devil's set, or the player's chain.

    >>> dict(verdict(3, 2).counts)
    {(False, None): 1}
    """
    devil = closed_set(coins, faces)
    if len(devil.first):
        if not closed(devil):
            raise ArithmeticError(f"coins {coins}, faces {faces}: the Devil's set is not closed")
        return certain((False, None))
    if chain(coins, faces)[-1] < faces**coins:
        raise ArithmeticError(f"coins {coins}, faces {faces}: neither side has everything")
    return certain((True, faces**coins - 1))


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


def chain(coins: int, faces: int) -> list[int]:
    """The sizes of V_0, V_1, ... for as long as they grow.

    >>> chain(4, 2), chain(6, 2)
    ([1, 2, 4, 8, 16], [1, 2, 4])
    """
    every = states(coins, faces)
    difference = codes((np.roll(every, -1, axis=1) - every) % faces, faces)
    inside = np.zeros(faces**coins, bool)
    inside[0] = True
    sizes = [1]
    while (larger := inside[difference]).sum() > sizes[-1]:
        inside = larger
        sizes.append(int(inside.sum()))
    return sizes


def closed_set(coins: int, faces: int) -> ClosedSet:
    """The greatest set of states in which the Devil can stay, with its answers."""
    necklaces = ring(coins, faces)
    plus = _sums(coins, faces)
    shifts = np.stack(np.divmod(_shifts(necklaces), len(plus)), axis=2)
    left = np.arange(1, len(necklaces))
    outside = np.zeros(faces**coins, bool)
    fresh, rounds = np.zeros(1, np.int64), 0
    outside[0] = True
    while len(fresh) and len(left):
        out = forced_out(shifts[left], fresh, outside, plus)
        fresh = np.flatnonzero(np.isin(necklaces.number, left[out]))
        left, rounds = left[~out], rounds + bool(len(fresh))
        outside[fresh] = True
    listed = np.flatnonzero(outside)
    turns = answers(shifts[left], listed, outside, plus)
    first = codes(necklaces.first[left], faces)
    return ClosedSet(coins, faces, first, listed, turns, rounds)


def _shifts(necklaces: Ring) -> Whole:
    """The codes of turned(s, j) - s for each necklace and j = 0, 1, ..."""
    first, faces = necklaces.first, necklaces.faces
    turned = [(np.roll(first, -j, axis=1) - first) % faces for j in range(necklaces.coins)]
    return codes(np.stack(turned, axis=1), faces)


def _sums(coins: int, faces: int) -> NDArray[np.int32]:
    """The codes of sums of half a state: the longer half, if coins is odd."""
    half = states((coins + 1) // 2, faces)
    return codes((half[:, None] + half) % faces, faces).astype(np.int32)


@inlined
def _turn_inside(shifts: Any, t: int, outside: Flags, plus: Any) -> int:
    """The first j with t + shifts[j] inside, or -1; t itself is not. Halves are added by table."""
    half = len(plus)
    high, low = plus[t // half], plus[t % half]
    for j in range(1, len(shifts)):
        if not outside[high[shifts[j, 0]] * half + low[shifts[j, 1]]]:
            return j
    return -1


@compiled
def forced_out(shifts: Whole, fresh: Whole, outside: Flags, plus: Any) -> Flags:
    """Which states have a move to one of `fresh` that leads outside after every turn."""
    out = np.zeros(len(shifts), np.bool_)
    for i in range(len(shifts)):
        for t in fresh:
            if _turn_inside(shifts[i], t, outside, plus) < 0:
                out[i] = True
                break
    return out


@compiled
def answers(shifts: Whole, listed: Whole, outside: Flags, plus: Any) -> NDArray[np.int8]:
    """For each state and each move to one of `listed`, a turn after which the move leads inside."""
    turns = np.empty((len(shifts), len(listed)), np.int8)
    for i in range(len(shifts)):
        for k in range(len(listed)):
            turns[i, k] = _turn_inside(shifts[i], listed[k], outside, plus)
    return turns
