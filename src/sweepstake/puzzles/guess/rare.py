"""Importance sampling of long streaks: every drawn card makes the guess right.

The share of such cards among the unseen cards is a factor of the row's weight. Over many cards the
weights become unequal, so a trial is `PARTICLES` rows that are resampled together, and its weight
is their mean (sequential Monte Carlo). The factor doesn't depend on the card that is drawn, so it
is known before the rows are resampled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled
from sweepstake.core.particles import resampled
from sweepstake.core.stream import Stream, below
from sweepstake.core.weighted import Weighted, event, sums

PARTICLES = 256


def win(stream: Stream, trials: int, cards: int) -> Weighted:
    """The weights of rows in which every guess is right."""
    return event(_reached(stream, trials, cards)[:, -1].copy())


def streaks(stream: Stream, trials: int, cards: int) -> Weighted:
    """The weights of rows by the number of right guesses before the first mistake."""
    reached = _reached(stream, trials, cards)
    reached[:, :-1] -= reached[:, 1:]
    return Weighted({k: sums(reached[:, k]) for k in range(cards)}, trials)


def _reached(stream: Stream, trials: int, cards: int) -> NDArray[np.float64]:
    reached = np.empty((trials, cards))
    weigh_streaks(reached, stream, PARTICLES)
    return reached


@compiled
def weigh_streaks(reached: NDArray[Any], state: Stream, particles: int) -> None:
    """Fill `reached`, of shape (trials, cards): the weights of at least 0, 1, ... right guesses.

    `lower` has, for each row, the number of unseen cards below the card seen last.
    """
    trials, cards = reached.shape
    lower, before = np.empty(particles, np.int64), np.empty(particles, np.int64)
    weights, sources = np.empty(particles), np.empty(particles, np.int64)
    for trial in range(trials):
        scale = 1.0
        reached[trial, 0] = 1.0
        for k in range(particles):
            lower[k], weights[k] = below(state, cards), 1.0
        for guess in range(1, cards):
            unseen, total = cards - guess, 0.0
            for k in range(particles):
                weights[k] *= max(lower[k], unseen - lower[k]) / unseen
                total += weights[k]
            reached[trial, guess] = scale * (total / particles)
            if resampled(lower, weights, state, before, sources):
                scale = reached[trial, guess]
            for k in range(particles):
                if unseen - lower[k] >= lower[k]:
                    lower[k] += below(state, unseen - lower[k])
                else:
                    lower[k] = below(state, lower[k])
