"""Simulates the Devil's game: a state is a word of bits, and the Devil turns it at random."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution
from sweepstake.core.kernels import compiled
from sweepstake.core.stream import Stream, word

from .ruler import plan_for

_ONE = np.uint64(1)
_NONE = np.uint64(0)


def moves(stream: Stream, trials: int, coins: int) -> Distribution:
    """How many moves of the ruler's plan each of `trials` random games needs."""
    plan = np.array(plan_for(coins)) @ 2 ** np.arange(coins)
    taken = np.zeros(2**coins, np.int64)
    play_games(taken, stream, plan.astype(np.uint64), trials, coins)
    return Distribution({int(k): int(taken[k]) for k in np.flatnonzero(taken)}, trials)


@compiled
def play_games(taken: NDArray[np.int64], state: Stream, plan: Any, trials: int, coins: int) -> None:
    """Add to `taken` how many of `trials` games win after 0, 1, ... moves; coins is a power of two.

    Each turn is made of the last bits of a random word, and one word gives many turns.
    """
    size = np.uint64(coins)
    table = (_ONE << size) - _ONE
    turns = size - _ONE
    width = 0
    while 1 << width < coins:
        width += 1
    drawn, bits = _NONE, 0
    for _ in range(trials):
        coin = word(state) & table
        step = 0
        while coin != _NONE:
            if bits < width:
                drawn, bits = word(state), 64
            turn = drawn & turns
            drawn >>= np.uint64(width)
            bits -= width
            coin = (((coin << turn) | (coin >> (size - turn))) & table) ^ plan[step]
            step += 1
        taken[step] += 1
