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

    def after_play(cards: int) -> dict[int, int]:
        """The weights of A's next numbers of cards."""
        return {cards - 1: 1, cards + 1: 1} if 0 < cards < ranks else {}

    chain = explored({ranks // 2: 1}, after_play)
    return Distribution(
        {
            (plays, winner): ended[cards]
            for plays, ended in enumerate(absorptions(chain))
            for winner, cards in (("A", ranks), ("B", 0))
            if ended[cards]
        },
        1,
    )
