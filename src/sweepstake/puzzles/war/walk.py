"""The length of War with one suit: no two cards tie, so the size of A's hand is a fair random walk.

A won pair is picked up in random order, so all orders of the cards stay equally likely whoever has
won so far, and each player wins the next battle with probability 1/2. A's hand begins with half of
the cards and gains or loses one card in each play, until it has none or all of them: the gambler's
ruin of Huygens and de Moivre.
"""

from __future__ import annotations

from sweepstake.core.distribution import Distribution
from sweepstake.core.markov import absorptions, explored


def length(ranks: int, suits: int, down: int) -> Distribution:
    """The plays and the winner of a game; the longest games (probability 1e-14) are left out.

    `suits` is 1, so `down` makes no difference.

    >>> round(length(2, 1, 0)[1, "A"], 12)
    0.5
    """

    def after_play(held: int) -> dict[int, int]:
        return {held - 1: 1, held + 1: 1} if 0 < held < ranks else {}

    chain = explored({ranks // 2: 1}, after_play)
    return Distribution(
        {
            (plays, winner): ended[held]
            for plays, ended in enumerate(absorptions(chain))
            for winner, held in (("A", ranks), ("B", 0))
            if ended[held]
        },
        1,
    )
