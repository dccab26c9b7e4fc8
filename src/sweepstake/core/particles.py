"""Compiled parts of sequential Monte Carlo: particles are resampled when weights grow unequal.

Many paths, called particles, are simulated together, each with a weight. When the weights become
too unequal, heavy particles are copied and light ones dropped, so that all weigh the same again.
The expected number of copies is in proportion to a particle's weight, so every mean weight stays
unbiased, whenever particles are resampled (Del Moral 2004).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.stream import Stream, word

Numbers = NDArray[Any]

_11 = np.uint64(11)


@inlined
def uniform(state: Stream) -> float:
    """A uniform random number in [0, 1)."""
    return float(word(state) >> _11) * 2.0**-53


@compiled
def resampled(
    particles: Numbers, weights: Numbers, state: Stream, before: Numbers, sources: Numbers
) -> bool:
    """Resample `particles`, setting `weights` to 1, if these are too unequal; True if it did.

    `particles` has a particle in each row. `before`, of the same shape, and `sources`, int64 of
    shape (particles,), are overwritten. Not all weights are 0.
    """
    if not unequal(weights):
        return False
    choose(sources, weights, state)
    before[:] = particles
    for k in range(len(weights)):
        particles[k] = before[sources[k]]
        weights[k] = 1.0
    return True


@inlined
def unequal(weights: Numbers) -> bool:
    """True if the effective number of `weights` (Kish) is below half of their number."""
    total = squares = 0.0
    for weight in weights:
        total += weight
        squares += weight * weight
    return total * total < 0.5 * len(weights) * squares


@inlined
def choose(sources: Numbers, weights: Numbers, state: Stream) -> None:
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
