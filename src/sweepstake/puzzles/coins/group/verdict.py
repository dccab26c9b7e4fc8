"""Can the player win blindfolded if the Devil moves coins or dials by any permutation of a group?

*The fixed point* looks from both ends. Let V_0 hold the won state only, and V_(k+1) each state s
such that every g of the group makes of s a state that differs from s by a state of V_k. These are
groups, and the Devil can't move a coset of V_k in V_(k+1), so whoever wins from V_k wins from
V_(k+1), one coset after the other. If they come to hold every state, the player wins in q^N - 1
moves, for N positions of q faces; fewer do not reach all states of a Devil that moves nothing. On
the other side, a set of states is closed if, whatever the move, the Devil can answer so that each
of them leads back into the set; if there is one without the won state, the player can't win, not
even one who sees.

*The criterion*: the player wins if and only if the group has one permutation, or p^m of them and
the faces are a power of the same prime p (compare Ehrenborg and Skinner, The blind bartender's
problem, 1995). Else some prime r divides their number and another prime p the faces. One of them
has the order r, and so a cycle of r positions; those alone are r dials on a turning table, which
the Devil holds (see `ruler`).
With p^m the chain above does not stop before it has everything: the group moves the cosets of V_k,
a power of p of them, in orbits of 1, p, p^2, ... cosets. V_k itself is fixed, so another one is.
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
    """V_0, V_1, ... to the last that is larger than the one before, as states."""
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
    """Of each state, whether it is in the greatest closed set: bool of shape (states,)."""
    held, shown = np.ones(game.states, bool), game.shown()
    held[0] = False
    classes = [np.array(orbit) for orbit in orbits(game)[1:]]

    def is_forced(orbit: Whole, outside: Whole) -> bool:
        """Does some move lead all of `orbit` to states outside, whatever is done to it?"""
        moves = shown[outside] - shown[orbit[0]]
        to = game.codes(shown[orbit][:, None, :] + moves)
        return bool((~held[to]).all(axis=0).any())

    while True:
        outside = np.flatnonzero(~held)
        forced = [orbit for orbit in classes if held[orbit[0]] and is_forced(orbit, outside)]
        if not forced:
            return held
        held[np.concatenate(forced)] = False
