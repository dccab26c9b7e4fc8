"""Sparse factors of a chain's equations, in floats: they suggest solutions, and prove nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import ldexp
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

if TYPE_CHECKING:
    from sweepstake.game.solving.enclosing import Row

BITS = 64
"""Bits after the binary point that are kept of a float whose size is about 1."""


class Factored:
    """The equations U x - W x = b as a product of sparse triangular matrices."""

    def __init__(self, units: Sequence[int], rows: Sequence[Row]) -> None:
        size, self._units = len(units), units
        here, to, cells = [*range(size)], [*range(size)], [1.0] * size
        for i, (at, all_ways) in enumerate(rows):
            for j, ways in zip(at, all_ways, strict=True):
                if i == j:  # 1 less a probability near 1 would lose digits in floats
                    cells[i] = (units[i] - ways) / units[i]
                else:
                    here.append(i)
                    to.append(j)
                    cells.append(-ways / units[i])
        matrix = csc_array((np.array(cells), (np.array(here), np.array(to))), shape=(size, size))
        self._factors: Any = None
        with suppress(RuntimeError):  # singular in floats
            self._factors = splu(matrix)

    def solved(self, b: Sequence[int], *, transposed: bool) -> list[int]:
        """About the solution, as multiples of the same unit as `b`; 0 where floats can't tell."""
        shift = max(max(map(abs, b)).bit_length(), 1)
        units: Sequence[int] = [1] * len(b) if transposed else self._units
        right = np.array([side / (unit << shift) for side, unit in zip(b, units, strict=True)])
        if self._factors is None:
            return [0] * len(b)
        found = self._factors.solve(right, trans="T" if transposed else "N")
        if not np.isfinite(found).all() or abs(found).max() > ldexp(1.0, 900):
            return [0] * len(b)
        whole = [int(ldexp(number, BITS)) << shift for number in found.tolist()]
        units = self._units if transposed else units
        return [
            number // ((unit if transposed else 1) << BITS)
            for number, unit in zip(whole, units, strict=True)
        ]
