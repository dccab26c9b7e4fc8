"""What sequential Monte Carlo needs, compiled: how unequal weights are, and equal ones instead.

Many paths, called particles, go on side by side, each with a weight. When their weights have become
too unequal, the heavy ones are copied and the light ones dropped, so that all weigh the same again.
Each particle is copied as often on average as its share of the weight asks for, so every mean
weight stays right on average, whenever that is done (Del Moral 2004).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import inlined
from sweepstake.core.stream import Stream, word

Numbers = NDArray[Any]

_11 = np.uint64(11)


@inlined
def uniform(state: Stream) -> float:
    """A uniform number from 0 to 1, 1 not included."""
    return float(word(state) >> _11) * 2.0**-53


@inlined
def unequal(weights: Numbers) -> bool:
    """Do `weights` say less than half as many equal ones would?"""
    total = squares = 0.0
    for weight in weights:
        total += weight
        squares += weight * weight
    return total * total < 0.5 * len(weights) * squares


@inlined
def chosen(sources: Numbers, weights: Numbers, state: Stream) -> None:
    """Fill `sources` with the particles to copy, in order (systematic resampling, Kitagawa 1996).

    Both have the shape (particles,), and not all weights are 0.
    """
    count, total = len(weights), 0.0
    for weight in weights:
        total += weight
    step = total / count
    source, reached, at = 0, weights[0], uniform(state) * step
    for k in range(count):
        while reached <= at and source < count - 1:
            source += 1
            reached += weights[source]
        sources[k] = source
        at += step
