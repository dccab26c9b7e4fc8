"""One comparison, made at many points, before and after its verdict."""

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
"""How likely a comparison with a right simulation fails."""


@dataclass(frozen=True)
class Comparison:
    """How far apart some methods are at some points, and how far apart they may be.

    Without a bound they are compared, not judged.
    """

    methods: tuple[str, ...]
    compared: str
    at: Whole
    """The places of the points, rising; there may be none."""
    difference: Floats
    """The difference at each point."""
    bound: float | None
    strength: str

    @property
    def agrees(self) -> Bools:
        """At each point: is it judged, and within the bound?"""
        return self.difference <= (-np.inf if self.bound is None else self.bound)

    @property
    def fails(self) -> Bools:
        """At each point: is it judged, and not within the bound?"""
        return np.zeros(len(self.at), bool) if self.bound is None else ~self.agrees

    def where(self, mask: Bools) -> Comparison:
        """The comparison at some of the points."""
        return replace(self, at=self.at[mask], difference=self.difference[mask])

    def split(self, tells: Bools) -> Iterator[Comparison]:
        """This comparison, but not judged at points where few weighted trials carry all weight."""
        yield self.where(tells)
        what = f"{self.compared}, of too few effective trials"
        yield replace(self.where(~tells), compared=what, bound=None, strength="bound")
