"""The Devil's game by construction: the ruler's plan with a certificate, followed if it is short.

Primes decide if there is a plan; `ruler` has both proofs. The moves come with sums that prove them
right, which separate code checks (`certificate`). For up to 65,536 states, the whole plan is also
followed with all states that are possible after each move.
"""

from __future__ import annotations

from sweepstake.core.distribution import Distribution, certain

from .beliefs import left
from .certificate import ruled, two_turns
from .proof import relations
from .ruler import Ruler, ruler
from .rules import flips

FOLLOWED = 2**16


def verdict(coins: int, faces: int) -> Distribution:
    """Is there a plan, and how long is the shortest? For any number of coins or dials.

    >>> dict(verdict(32, 2).counts), dict(verdict(3, 4).counts)
    ({(True, 4294967295): 1}, {(False, None): 1})
    """
    answer = ruler(coins, faces)
    if not isinstance(answer, Ruler):
        _require(two_turns(answer, coins, faces), coins, faces)
        return certain((False, None))
    _require(ruled(answer, relations(answer)), coins, faces)
    if faces**coins <= FOLLOWED:
        _require(left(answer)[-1] == 1, coins, faces)
    return certain((True, faces**coins - 1))


def plan(coins: int, faces: int) -> Distribution:
    """The steps of the plan, with the number of necklaces possible after each; empty if no plan."""
    answer = ruler(coins, faces)
    if not isinstance(answer, Ruler):
        return Distribution({}, 1)
    named = [flips(move) for move in answer.moves]
    played = ["", *(named[mark] for mark in answer.marks())]
    possible = left(answer).tolist()
    _require(possible[-1] == 1, coins, faces)
    rows = zip(range(len(played)), played, possible, strict=True)
    return Distribution(dict.fromkeys(rows, 1), 1)


def _require(holds: bool, coins: int, faces: int) -> None:
    if not holds:
        raise ArithmeticError(f"coins {coins}, faces {faces}: the certificate does not hold")
