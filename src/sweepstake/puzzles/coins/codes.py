"""States as whole numbers: a state's code shows what its positions show, to the base of the faces.

Position 0 comes first, so the codes are in the order of `rules.states`, and all heads has code 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]


def states(coins: int, faces: int) -> Whole:
    """Every state by its code: whole numbers of shape (faces ** coins, coins)."""
    powers = faces ** np.arange(coins - 1, -1, -1, dtype=np.int64)
    shown: Whole = np.arange(faces**coins, dtype=np.int64)[:, None] // powers % faces
    return shown


def codes(shown: NDArray[Any], faces: int) -> Whole:
    """The code of each state, `shown` along the last axis."""
    powers = faces ** np.arange(shown.shape[-1] - 1, -1, -1, dtype=np.int64)
    summed: Whole = shown @ powers
    return summed
