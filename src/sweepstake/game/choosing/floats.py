"""Policy iteration in floats: it suggests a policy, and proves nothing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, identity
from scipy.sparse.linalg import splu

ROUNDS = 1_000
"""Most rounds; a policy that still changes then is left to the exact rounds."""
CHANGE = 1e-9
"""An option must be better by more, relative to the largest value, else rounding could decide."""
Pair = tuple[int, int]


def suggested(
    policy: Mapping[int, int], sides: Mapping[Pair, Fraction], rows: Mapping[Pair, Any]
) -> dict[int, int]:
    """A policy that is nearly best, from one that surely ends.

    `sides` and `rows` have, by state and option, what is gained, and the probabilities of the
    states; the options of a state follow each other.
    """
    pairs, index = [*sides], {n: i for i, n in enumerate(policy)}
    number = {pair: r for r, pair in enumerate(pairs)}
    try:
        gains = np.array([float(side) for side in sides.values()])
    except OverflowError:
        return dict(policy)
    whole = _matrix([(index, rows[pair]) for pair in pairs], len(index))
    starts = np.flatnonzero([i == 0 or pairs[i - 1][0] != n for i, (n, _) in enumerate(pairs)])
    ends = [*starts[1:], len(pairs)]
    now = np.array([number[pair] for pair in policy.items()])
    for _ in range(ROUNDS):
        try:
            value = splu((identity(len(index)) - whole[now]).tocsc()).solve(gains[now])
        except RuntimeError:  # it no longer ends: the exact rounds say why
            break
        worth = gains + whole @ value
        better = np.maximum.reduceat(worth, starts) > worth[now] + CHANGE * (1 + abs(value).max())
        if not better.any() or not np.isfinite(worth).all():
            break
        for i in np.flatnonzero(better):
            now[i] = starts[i] + int(np.argmax(worth[starts[i] : ends[i]]))
    return {n: pairs[r][1] for n, r in zip(policy, now.tolist(), strict=True)}


def _matrix(rows: list[tuple[dict[int, int], Mapping[int, Fraction]]], width: int) -> Any:
    """The sparse matrix with these rows."""
    cells = [
        (r, index[to], float(p)) for r, (index, row) in enumerate(rows) for to, p in row.items()
    ]
    at, to, p = zip(*cells, strict=True) if cells else ((), (), ())
    return csr_matrix((p, (at, to)), (len(rows), width))
