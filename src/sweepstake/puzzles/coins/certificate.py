"""Checks the proofs that the methods give, by arithmetic that a reader can repeat.

The checks share no code with the methods: they decode states from their codes again, and add them
position by position.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .proof import Relations
from .ruler import Ruler, TwoTurns

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class ClosedSet:
    """The greatest closed set: `first` has its states up to rotation, `outside` all other states.

    `turns[i, k]` is the Devil's turn against the move from state first[i] to outside[k]. Against
    moves that stay inside, the Devil does not turn the table.
    """

    coins: int
    faces: int
    first: Whole
    outside: Whole
    turns: NDArray[np.int8]


def closed(devil: ClosedSet) -> bool:
    """True if, for every move from every state of the set, a turn leads back into the set.

    One rotation of each state is enough, because turning a state first only renumbers the Devil's
    turns. A move that stays inside needs no turn.
    """
    coins, faces = devil.coins, devil.faces
    inside = np.ones(faces**coins, bool)
    inside[devil.outside] = False
    shown = _shown(np.arange(faces**coins), coins, faces)
    turned = [_code(shown[:, [(p + j) % coins for p in range(coins)]], faces) for j in range(coins)]
    covered = np.zeros(faces**coins, bool)
    for codes in turned:
        covered[codes[devil.first]] = True
    answered = all(
        inside[_code((shown[[codes[s] for codes in turned]][turns] + moves) % faces, faces)].all()
        for s, turns in zip(devil.first, devil.turns, strict=True)
        for moves in [shown[devil.outside] - shown[s]]
    )
    return bool(not inside[0] and (covered == inside).all() and answered)


def ruled(plan: Ruler, shown: Relations) -> bool:
    """True if the moves have the three properties that make the plan win; see `ruler`.

    Computes the sums again in about coins^3 additions, whatever the length of the plan.
    """
    moves, coins, faces = np.array(plan.moves), plan.coins, plan.faces
    multiples, turns = np.array(shown.multiples), np.array(shown.turns)
    earlier = not (np.triu(multiples).any() or np.triu(turns).any())
    summed = ((multiples @ moves - plan.order * moves) % faces).any()
    turned = ((turns @ moves - np.roll(moves, 1, axis=1) + moves) % faces).any()
    single = sorted(plan.moves[-1]) == [0] * (coins - 1) + [1]
    reached = plan.order ** len(plan.moves) == faces**coins
    return earlier and not summed and not turned and single and reached


def two_turns(devil: TwoTurns, coins: int, faces: int) -> bool:
    """True if these are two different primes, one dividing `coins` and the other `faces`."""
    r, p = devil.of_coins, devil.of_faces
    return r != p and coins % r == faces % p == 0 and _prime(r) and _prime(p)


def _prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, number))


def _shown(codes: Whole, coins: int, faces: int) -> Whole:
    """The faces shown at each position of each state, by repeated division with remainder."""
    shown = np.empty((len(codes), coins), np.int64)
    rest = codes
    for position in reversed(range(coins)):
        rest, shown[:, position] = np.divmod(rest, faces)
    return shown


def _code(shown: Whole, faces: int) -> Whole:
    code = np.zeros(shown.shape[:-1], np.int64)
    for position in range(shown.shape[-1]):
        code = code * faces + shown[..., position]
    return code
