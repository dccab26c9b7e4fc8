"""Can the player win blindfolded if the Devil moves the coins by any permutation of a group?

*The search* goes breadth first over beliefs: sets of orbits that the player may be facing.

*The fixed point* looks from both ends. Let V_0 hold the won state only, and V_(k+1) each state s
such that every g of the group makes of s a state that differs from s by a state of V_k. These are
groups, and the Devil can't move a coset of V_k in V_(k+1), so whoever wins from V_k wins from
V_(k+1), one coset after the other. If they come to hold every state, the player wins in 2^N - 1
moves; fewer do not reach all states of a Devil that never moves a coin. On the other side, a set
of states is closed if, whatever the move, the Devil can answer so that each of them leads back into
the set; if there is one without the won state, the player can't win, not even one who sees.

*The criterion*: the player wins if and only if the group has 2^m permutations (compare Ehrenborg
and Skinner, The blind bartender's problem, 1995). Else one of them has an odd prime as its order,
and so a cycle of that many coins; those alone are an odd number on a turning table, which the Devil
holds.
With 2^m the chain above does not stop before it has everything: the group moves the cosets of V_k,
a power of two of them, in orbits of 1, 2, 4, ... cosets. V_k itself is fixed, so another one is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from sweepstake.core.distribution import Distribution, certain
from sweepstake.core.search import breadth_first
from sweepstake.puzzles.coins.group.groups import GENERATORS, Whole, moved, orbits, order

BELIEFS = 100_000


def criterion(coins: int, group: str) -> Distribution:
    """By the number of permutations.

    >>> dict(criterion(4, "dihedral").counts), dict(criterion(3, "symmetric").counts)
    ({(True, 15): 1}, {(False, None): 1})
    """
    return _verdict(order(coins, group).bit_count() == 1, coins)


def search(coins: int, group: str) -> Distribution:
    """By a search; ValueError past 100,000 beliefs."""
    rows = arrows(coins, group)

    def successors(belief: int) -> Iterator[tuple[int, int]]:
        for move, row in enumerate(rows):
            yield move, after(belief, row)

    everything = (1 << len(rows) + 1) - 2
    try:
        path = breadth_first(everything, successors, lambda held: not held, most=BELIEFS).path
    except ValueError as error:
        raise ValueError(f"coins is {coins}, group {group}: {error}; ask method fixpoint") from None
    return certain((False, None) if path is None else (True, len(path)))


def fixpoint(coins: int, group: str) -> Distribution:
    """By the player's chain, or the set that the Devil can hold."""
    won = len(chain(coins, group)[-1]) == 2**coins
    held = held_by_devil(coins, group)
    if won == bool(held.any()):
        raise ArithmeticError(f"coins {coins}, group {group}: both sides win, or neither")
    return _verdict(won, coins)


def _verdict(winnable: bool, coins: int) -> Distribution:
    return certain((True, 2**coins - 1) if winnable else (False, None))


@lru_cache(maxsize=16)
def arrows(coins: int, group: str) -> list[list[int]]:
    """For each move up to the group, and each orbit, the orbits that it can lead to, as bits.

    All heads is orbit 0, and has no bit.
    """
    classes = orbits(coins, group)
    number = {state: k for k, orbit in enumerate(classes) for state in orbit}
    return [
        [sum({1 << number[state ^ move] for state in orbit} - {1}) for orbit in classes]
        for move, *_ in classes[1:]
    ]


def after(belief: int, row: list[int]) -> int:
    """The orbits that a move leads to from those of `belief`."""
    reached = 0
    while belief:
        lowest = belief & -belief
        reached |= row[lowest.bit_length() - 1]
        belief ^= lowest
    return reached


def chain(coins: int, group: str) -> list[Whole]:
    """V_0, V_1, ... to the last that is larger than the one before, as states."""
    states = np.arange(2**coins)
    turns = [moved(coins, one) ^ states for one in GENERATORS[group](coins)]
    members = [np.zeros(1, np.int64)]
    while True:
        held = np.isin(turns, members[-1]).all(axis=0) if turns else np.ones(len(states), bool)
        larger = states[held]
        if len(larger) == len(members[-1]):
            return members
        members.append(larger)


def held_by_devil(coins: int, group: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Of each state, whether it is in the greatest closed set: bool of shape (2 ** coins,)."""
    held = np.ones(2**coins, bool)
    held[0] = False
    classes = [np.array(orbit) for orbit in orbits(coins, group)[1:]]
    while True:
        outside = np.flatnonzero(~held)
        forced = [
            orbit
            for orbit in classes
            if held[orbit[0]] and (~held[orbit[:, None] ^ outside ^ orbit[0]]).all(axis=0).any()
        ]
        if not forced:
            return held
        held[np.concatenate(forced)] = False
