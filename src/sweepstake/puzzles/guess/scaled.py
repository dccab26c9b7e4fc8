"""Flipping cards in floating point, for rows so long that exact counts have too many digits.

This is the recurrence of `exact`. Each layer is divided by the number of unseen cards, which makes
it a probability, and rescaled by a power of two when it becomes small. All terms are positive, and
the larger side is never a small difference, so the relative error is small: 3e-15 at 4,096 cards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from sweepstake.core.distribution import Distribution, event

READY = (1024, 4096, 20_000)
"""A pass covers all rows of up to one of these numbers of cards, so points of a task share it."""


def win(cards: int) -> Distribution:
    """Is every guess in a row of `cards` cards right?

    The probability is a Fraction over a power of two, so that it may lie below the smallest float.
    """
    mantissas, exponents = _won(next(ready for ready in READY if cards <= ready))
    return event(Fraction(mantissas[cards - 1]) / (1 << -exponents[cards - 1]), 1)


@lru_cache(maxsize=4)
def _won(rows: int) -> tuple[list[float], list[int]]:
    """P(won) as mantissa * 2**exponent, for rows of 1, 2, ..., `rows` cards."""
    layer, exponent = np.ones(1), 0  # layer[r]: P(all right | n unseen, r below), r <= n // 2
    mantissas, exponents = [1.0], [0]
    for unseen in range(1, rows):
        whole = 2 * layer.sum() - (0.0 if (unseen - 1) % 2 else layer[-1])
        passed = np.concatenate(([0.0], np.cumsum(layer)))[: unseen // 2 + 1]
        layer = (whole - passed) / unseen
        if layer[0] < 1e-100:
            layer, exponent = layer * 2.0**300, exponent - 300
        total = 2 * layer.sum() - (0.0 if unseen % 2 else layer[-1])
        mantissas.append(float(total) / (unseen + 1))
        exponents.append(exponent)
    return mantissas, exponents
