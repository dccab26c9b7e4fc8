"""Counts the ways in which several random draws give the same counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

Ways = tuple[Sequence[int], Sequence[tuple[int, ...]]]
"""Weights, and the result that has each weight."""


@lru_cache(256)
def rolls(n: int, sides: int) -> Ways:
    """The sorted faces that `n` dice can show, preceded by the number of rolls that show them.

    >>> rolls(2, 2)
    ([1, 2, 1], [(1, 1), (1, 2), (2, 2)])
    """
    faces = list(combinations_with_replacement(range(1, sides + 1), n))
    ways = [factorial(n) // prod(map(factorial, Counter(rolled).values())) for rolled in faces]
    return ways, faces


@lru_cache(256)
def vectors(n: int, weights: tuple[int, ...]) -> Ways:
    """The possible counts of the items in `n` independent picks, preceded by their weights.

    >>> vectors(2, (1, 3))
    ([9, 6, 1], [(0, 2), (1, 1), (2, 0)])
    """
    if any(type(w) is not int or w < 0 for w in weights) or not sum(weights):
        raise ValueError(f"counts by the weights {weights}; allowed: whole numbers, not all 0")
    weighed = [(ways, counts) for counts, ways in _spread(n, weights) if ways]
    return [ways for ways, _ in weighed], [counts for _, counts in weighed]


def _spread(n: int, weights: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    first, rest = weights[0], weights[1:]
    if not rest:
        yield (n,), first**n
        return
    for k in range(n + 1):
        for counts, ways in _spread(n - k, rest):
            yield (k, *counts), comb(n, k) * first**k * ways
