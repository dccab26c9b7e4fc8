"""The groups of permutations that the Devil may use, and whether the player wins against them.

A permutation takes the coin, or the dial, at position i to position p[i]. A state is given by its
code: the number whose digits, in the base of the faces, are what its positions show, with position
0 first. So codes are in the order of `rules.states`, and the won state is 0. Two theorems decide
if the player wins blindfolded.

*The fixed point* looks from both ends. Let V_0 have only the won state, and let V_(k+1) have each
state s such that g(s) - s is in V_k for every g of the group. These are groups, and the Devil can't
change a coset of V_k in V_(k+1), so if a plan wins from V_k, another wins from V_(k+1), one coset
after the other. If the chain reaches all states, the player wins in q^N - 1 moves, for N positions
of q faces; fewer moves can't win from all states against a Devil that moves nothing. On the other
side, a set of states is closed if, whatever the move, the Devil can lead each of its states back
into the set. If there is a closed set without the won state, the player can't win, not even a
player who sees.

*The criterion*: the player wins if and only if the group has one permutation, or p^m permutations
and the faces are a power of the same prime p (compare Ehrenborg and Skinner, The blind bartender's
problem, 1995). Otherwise some prime r divides the order of the group and another prime p divides
the faces. Some permutation has the order r, and so a cycle of r positions. These positions alone
are r dials on a turning table, where the Devil never loses (see `ruler`). If the order is p^m, the
chain above does not stop before it has all states: the group permutes the cosets of V_k, whose
number is a power of p, in orbits of 1, p, p^2, ... cosets. V_k itself is fixed, so another coset
is fixed, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution, certain

from .ruler import primes

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


@dataclass(frozen=True)
class Game:
    """Coins (2 faces) or dials on the table, and the group from which the Devil may choose.

    The positions are in `blocks` of equal size, and the group acts on each block on its own.
    """

    coins: int
    faces: int = 2
    group: str = "cyclic"
    blocks: int = 1

    def __str__(self) -> str:
        return f"coins {self.coins}, faces {self.faces}, group {self.group}, blocks {self.blocks}"

    @property
    def states(self) -> int:
        """The number of states."""
        return int(self.faces**self.coins)

    @property
    def weights(self) -> Whole:
        """By how much one more face at each position increases the code of a state."""
        return self.faces ** np.arange(self.coins - 1, -1, -1, dtype=np.int64)

    def generators(self) -> list[Permutation]:
        """Permutations that generate the whole group.

        >>> Game(4, group="cyclic", blocks=2).generators()
        [(1, 0, 2, 3), (0, 1, 3, 2)]
        """
        size = self.coins // self.blocks
        return [
            tuple(
                moved_to[i - first] + first if first <= i < first + size else i
                for i in range(self.coins)
            )
            for first in range(0, self.coins, size)
            for moved_to in GENERATORS[self.group](size)
        ]

    def order(self) -> int:
        """The number of permutations in the group.

        >>> [Game(4, group=name).order() for name in GENERATORS]
        [1, 4, 8, 24, 4, 4]
        """
        size = self.coins // self.blocks
        orders: dict[str, int] = {
            "trivial": 1,
            "cyclic": size,
            "dihedral": 2 * size if size > 2 else size,
            "symmetric": factorial(size),
            "pairs": 2 ** (size // 2),
            "xor": size,
        }
        return int(orders[self.group] ** self.blocks)

    def shown(self) -> Whole:
        """The faces that the positions of each state show, of shape (states, coins)."""
        return np.arange(self.states)[:, None] // self.weights % self.faces

    def codes(self, shown: Whole) -> Whole:
        """The codes of the states that show `shown` modulo the faces, along the last axis."""
        codes: Whole = shown % self.faces @ self.weights
        return codes


def moved(game: Game, permutation: Permutation) -> Whole:
    """The code of each state after a permutation, of shape (states,)."""
    before = game.shown()
    after = np.empty_like(before)
    after[:, permutation] = before
    return game.codes(after)


@lru_cache(maxsize=16)
def orbits(game: Game) -> list[list[int]]:
    """The orbits of the group on states, the won state's orbit first.

    Each orbit begins with its largest code. The other orbits are in descending order of these.
    """
    actions = [moved(game, permutation).tolist() for permutation in game.generators()]
    seen: set[int] = set()
    classes = []
    for first in (0, *range(game.states - 1, 0, -1)):
        if first not in seen:
            orbit = [first]
            seen.add(first)
            for state in orbit:  # the loop also visits states that it appends
                for action in actions:
                    if action[state] not in seen:
                        seen.add(action[state])
                        orbit.append(action[state])
            classes.append(orbit)
    return classes


@lru_cache(maxsize=16)
def numbers(game: Game) -> Whole:
    """The index in `orbits` of each state's orbit."""
    number = np.empty(game.states, np.int64)
    for index, orbit in enumerate(orbits(game)):
        number[orbit] = index
    return number


def criterion(coins: int, faces: int, group: str, blocks: int) -> Distribution:
    """The verdict by the number of permutations.

    >>> dict(criterion(4, 2, "dihedral", 1).counts), dict(criterion(3, 2, "symmetric", 1).counts)
    ({(True, 15): 1}, {(False, None): 1})
    """
    game = Game(coins, faces, group, blocks)
    dividing, of_faces = primes(game.order()), primes(faces)
    return _verdict(not dividing or (len(of_faces) == 1 and dividing == of_faces), game)


def fixpoint(coins: int, faces: int, group: str, blocks: int) -> Distribution:
    """The verdict by the player's chain and the Devil's closed set."""
    game = Game(coins, faces, group, blocks)
    won = len(chain(game)[-1]) == game.states
    if won == bool(greatest_closed_set(game).any()):
        raise ArithmeticError(f"{game}: both sides win, or neither")
    return _verdict(won, game)


def _verdict(winnable: bool, game: Game) -> Distribution:
    return certain((True, game.states - 1) if winnable else (False, None))


def chain(game: Game) -> list[Whole]:
    """V_0, V_1, ... as arrays of states, up to the last that is larger than the one before."""
    states, shown = np.arange(game.states), game.shown()
    turns = [game.codes(shown[moved(game, g)] - shown) for g in game.generators()]
    members = [np.zeros(1, np.int64)]
    while True:
        is_next = np.isin(turns, members[-1]).all(axis=0) if turns else np.ones(len(states), bool)
        larger = states[is_next]
        if len(larger) == len(members[-1]):
            return members
        members.append(larger)


def greatest_closed_set(game: Game) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each state, True if it is in the greatest closed set: bool of shape (states,)."""
    closed, shown = np.ones(game.states, bool), game.shown()
    closed[0] = False
    classes = [np.array(orbit) for orbit in orbits(game)[1:]]

    def is_forced(orbit: Whole, outside: Whole) -> bool:
        """True if some move leads every state of `orbit` outside, so the Devil can't stay."""
        moves = shown[outside] - shown[orbit[0]]
        to = game.codes(shown[orbit][:, None, :] + moves)
        return bool((~closed[to]).all(axis=0).any())

    while True:
        outside = np.flatnonzero(~closed)
        forced = [orbit for orbit in classes if closed[orbit[0]] and is_forced(orbit, outside)]
        if not forced:
            return closed
        closed[np.concatenate(forced)] = False
