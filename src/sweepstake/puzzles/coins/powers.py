"""The Devil's game by powers of x - 1: a verdict for any number of dials that looks for no prime.

Let positions be powers of x, so that a state is a polynomial modulo x^N - 1 with coefficients
modulo q, and turning the table by one multiplies it by x. `fixpoint` proves that the player wins,
blindfolded or not, exactly if some power of the map s -> turned(s, 1) - s takes every state to 0:
the states that V_k holds are those that its k-th power takes there, and V_k is as large as it gets
once a step adds none. That map is the product with x - 1. So there is a plan if and only if some
power of x - 1 is 0 modulo x^N - 1 and q.

Each V_k is a subgroup of the next, of at most half its size. So they have stopped growing after
log2(q^N) steps, and no later power needs to be looked at.
"""

from __future__ import annotations

from sweepstake.core.distribution import Distribution, certain


def verdict(coins: int, faces: int) -> Distribution:
    """Is there a plan, and how long is the shortest? For any number of coins or dials.

    >>> dict(verdict(4, 2).counts), dict(verdict(6, 2).counts)
    ({(True, 15): 1}, {(False, None): 1})
    """
    power = [1] + [0] * (coins - 1)
    for _ in range((faces**coins).bit_length()):
        power = [(power[k - 1] - power[k]) % faces for k in range(coins)]
        if not any(power):
            return certain((True, faces**coins - 1))
    return certain((False, None))
