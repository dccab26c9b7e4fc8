"""The Devil's game by construction: the ruler's plan, certified and, where it can be, played out.

Whether there is a plan depends on primes; `ruler` has both proofs. The moves come with sums that
prove them right, which other code checks (`certificate`), and up to 65,536 states the whole plan is
followed with everything the player may be facing.
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
    """The steps of the plan, with the necklaces still possible after each; empty without a plan."""
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
