"""Decides if the player wins blindfolded against a Devil with any group of permutations.

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

import numpy as np

from sweepstake.core.distribution import Distribution, certain

from ..ruler import primes
from .groups import Game, Whole, moved, orbits


def criterion(coins: int, faces: int, group: str, blocks: int) -> Distribution:
    """The verdict by the number of permutations.

    >>> dict(criterion(4, 2, "dihedral", 1).counts), dict(criterion(3, 2, "symmetric", 1).counts)
    ({(True, 15): 1}, {(False, None): 1})
    """
    game = Game(coins, faces, group, blocks)
    dividing, of_faces = primes(game.order()), primes(faces)
    return _verdict(not dividing or (len(of_faces) == 1 and dividing == of_faces), game)


def fixpoint(coins: int, faces: int, group: str, blocks: int) -> Distribution:
    """The verdict by the player's chain and the set that the Devil can hold."""
    game = Game(coins, faces, group, blocks)
    won = len(chain(game)[-1]) == game.states
    held = held_by_devil(game)
    if won == bool(held.any()):
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
        held = np.isin(turns, members[-1]).all(axis=0) if turns else np.ones(len(states), bool)
        larger = states[held]
        if len(larger) == len(members[-1]):
            return members
        members.append(larger)


def held_by_devil(game: Game) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each state, True if it is in the greatest closed set: bool of shape (states,)."""
    held, shown = np.ones(game.states, bool), game.shown()
    held[0] = False
    classes = [np.array(orbit) for orbit in orbits(game)[1:]]

    def is_forced(orbit: Whole, outside: Whole) -> bool:
        """True if some move leads every state of `orbit` outside, so the Devil can't stay."""
        moves = shown[outside] - shown[orbit[0]]
        to = game.codes(shown[orbit][:, None, :] + moves)
        return bool((~held[to]).all(axis=0).any())

    while True:
        outside = np.flatnonzero(~held)
        forced = [orbit for orbit in classes if held[orbit[0]] and is_forced(orbit, outside)]
        if not forced:
            return held
        held[np.concatenate(forced)] = False
