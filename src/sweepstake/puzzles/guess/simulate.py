"""Simulates flipping cards: compiled kernels that count streaks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution, event
from sweepstake.core.kernels import compiled
from sweepstake.core.stream import Stream, below


def win(stream: Stream, trials: int, cards: int) -> Distribution:
    """In how many of `trials` rows every guess is right."""
    return event(int(_counts(stream, trials, cards)[cards - 1]), trials)


def streaks(stream: Stream, trials: int, cards: int) -> Distribution:
    """How many guesses are right before the first mistake, in each of `trials` rows."""
    counts = _counts(stream, trials, cards)
    return Distribution({int(k): int(counts[k]) for k in np.flatnonzero(counts)}, trials)


def _counts(stream: Stream, trials: int, cards: int) -> NDArray[np.int64]:
    counts = np.zeros(cards, np.int64)
    count_streaks(counts, stream, trials, cards)
    return counts


@compiled
def count_streaks(counts: NDArray[Any], state: Stream, trials: int, cards: int) -> None:
    """Count `trials` rows in `counts`, int64 of shape (cards,), by their number of right guesses.

    The next card is a random unseen card. Its rank among the unseen cards is enough to know whether
    it is lower, and how many unseen cards will lie below it.
    """
    for _ in range(trials):
        right = 0
        lower = below(state, cards)
        for unseen in range(cards - 1, 0, -1):
            following = below(state, unseen)
            say_higher = unseen - lower >= lower
            if (following >= lower) != say_higher:
                break
            right += 1
            lower = following
        counts[right] += 1
