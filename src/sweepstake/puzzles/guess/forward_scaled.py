"""Flipping cards from the front in floating point, for rows so long that whole counts are too long.

The recurrence of `forward`, with the ways to each state divided by all orders of the cards, so that
they are probabilities, and by a power of two whenever they become small. All terms are positive, so
little is lost: it differs from `scaled` by 2e-13 of the probability at 20,000 cards.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sweepstake.core.distribution import Distribution, event

SMALL, SHIFT = 1e-200, 600


def win(cards: int) -> Distribution:
    """Is every guess in a row of `cards` cards right?

    The probability is a Fraction over a power of two, so that it may lie below the smallest float.
    """
    states, shifted = np.full(cards, 1.0 / cards), 0  # by the unseen cards below the one seen last
    for unseen in range(cards - 1, 0, -1):
        higher = unseen // 2 + 1  # states from which the player says higher
        up, down = np.cumsum(states[:higher]), np.cumsum(states[: higher - 1 : -1])
        all_down = down[-1] if len(down) else 0.0
        states = np.concatenate((up + all_down, up[-1] + down[-2::-1])) / unseen
        if states[0] < SMALL:
            states, shifted = states * 2.0**SHIFT, shifted + SHIFT
    return event(Fraction(float(states.sum())) / (1 << shifted), 1)
