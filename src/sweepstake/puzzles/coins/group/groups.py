"""The groups that the Devil may choose its moves from, and what they do to the states.

A permutation takes the coin of position i to position p[i]. A state is the number whose bit i says
whether coin i shows tails; all heads is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial

import numpy as np
from numpy.typing import NDArray

Permutation = tuple[int, ...]
Whole = NDArray[np.int64]


def _turn(coins: int) -> list[Permutation]:
    return [tuple((i + 1) % coins for i in range(coins))]


def _swaps(coins: int) -> list[Permutation]:
    pairs = [(i, i + 1) for i in range(0, coins - 1, 2)]
    return [tuple({i: j, j: i}.get(k, k) for k in range(coins)) for i, j in pairs]


GENERATORS: dict[str, Callable[[int], list[Permutation]]] = {
    "trivial": lambda coins: [],
    "cyclic": _turn,
    "dihedral": lambda coins: [*_turn(coins), tuple(-i % coins for i in range(coins))],
    "symmetric": lambda coins: [*_turn(coins), *_swaps(coins)[:1]],
    "pairs": _swaps,
    "xor": lambda coins: [
        tuple(i ^ 1 << bit for i in range(coins)) for bit in range(coins.bit_length() - 1)
    ],
}


def order(coins: int, group: str) -> int:
    """How many permutations the group has.

    >>> [order(4, name) for name in ("trivial", "cyclic", "dihedral", "symmetric", "pairs", "xor")]
    [1, 4, 8, 24, 4, 4]
    """
    orders: dict[str, int] = {
        "trivial": 1,
        "cyclic": coins,
        "dihedral": 2 * coins if coins > 2 else coins,
        "symmetric": factorial(coins),
        "pairs": 2 ** (coins // 2),
        "xor": coins,
    }
    return orders[group]


def moved(coins: int, permutation: Permutation) -> Whole:
    """What a permutation makes of each state: whole numbers of shape (2 ** coins,)."""
    states = np.arange(2**coins)
    after = np.zeros_like(states)
    for i, j in enumerate(permutation):
        after |= (states >> i & 1) << j
    return after


def orbits(coins: int, group: str) -> list[list[int]]:
    """The states in classes that the group can turn into each other, all heads first."""
    actions = [moved(coins, one).tolist() for one in GENERATORS[group](coins)]
    seen: set[int] = set()
    found = []
    for state in range(2**coins):
        if state not in seen:
            orbit = [state]
            seen.add(state)
            for one in orbit:  # which grows on the way
                for action in actions:
                    if action[one] not in seen:
                        seen.add(action[one])
                        orbit.append(action[one])
            found.append(orbit)
    return found
