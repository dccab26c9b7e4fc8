"""One comparison of methods, made at many points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sweepstake.store.columns import Whole
from sweepstake.store.points import Floats

Bools = NDArray[np.bool_]
ROUNDING = 1e-9
STANDARD_ERRORS = 5.0
BY_CHANCE = 2 * float(ndtr(-STANDARD_ERRORS))
"""The probability that a comparison with a correct simulation fails."""


@dataclass(frozen=True)
class Comparison:
    """The differences of some methods at some points, and the largest difference allowed.

    If `bound` is None, the methods are compared, not judged.
    """

    methods: tuple[str, ...]
    compared: str
    at: Whole
    """The ascending places of the points; may be empty."""
    difference: Floats
    """The difference at each point."""
    bound: float | None
    strength: str

    @property
    def agrees(self) -> Bools:
        """For each point, True if it is judged and within the bound."""
        return self.difference <= (-np.inf if self.bound is None else self.bound)

    @property
    def fails(self) -> Bools:
        """For each point, True if it is judged and not within the bound."""
        return np.zeros(len(self.at), bool) if self.bound is None else ~self.agrees

    def where(self, mask: Bools) -> Comparison:
        """The comparison at the points with a True in `mask`."""
        return replace(self, at=self.at[mask], difference=self.difference[mask])

    def split(self, tells: Bools) -> Iterator[Comparison]:
        """The comparison where `tells`, and an unjudged one where few trials carry the weight."""
        yield self.where(tells)
        what = f"{self.compared}, of too few effective trials"
        yield replace(self.where(~tells), compared=what, bound=None, strength="bound")
