"""Hands in closed form: finds the orderable patterns backwards, and counts the deals of each.

A block move can be undone by a block move, so block moves of ordered hands lead to all orderable
collapsed hands. A move cuts a hand in at most three places, so it cuts a run into at most four
pieces, and four cards for each run are enough to find all orderable patterns.

The t cards of a suit fill r runs in C(t - 1, r - 1) ways, and are dealt in 13! / (13 - t)! orders.
Let A_r(x) be the sum of those products times x^t. If a pattern has r_0, .., r_3 runs of the four
suits, A_(r_0)(x) .. A_(r_3)(x) is the generating function of the hands that collapse to it,
whichever the suits and the order of the runs. The number of deals of N cards is the coefficient of
x^N.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import permutations
from math import comb, perm
from typing import Any

import numpy as np

from sweepstake.core.distribution import Distribution, event

from .rules import DECK, RANKS, SUITS, Hand, after_one_move, all_deals, collapsed, ordered

Polynomial = tuple[int, ...]
Runs = tuple[int, ...]


def orderable(cards: int) -> Distribution:
    """Can one block move, or none, order a hand of `cards` cards?

    >>> orderable(52)[True]
    Fraction(13, 9123254722021903544088000)
    """
    return event(orderable_deals()[cards], all_deals(cards))


@lru_cache(maxsize=1)
def orderable_deals() -> Polynomial:
    """The number of deals of 0, 1, ..., 52 cards that at most one block move orders."""
    shapes = Counter(run_counts(pattern) for pattern in orderable_patterns())
    deals = [0] * (DECK + 1)
    for runs, patterns in shapes.items():
        for cards, ways in enumerate(filled(runs)):
            deals[cards] += patterns * ways
    return tuple(deals)


@lru_cache(maxsize=1)
def orderable_patterns() -> frozenset[Hand]:
    """The collapsed hands that at most one block move orders: 512, and the empty hand."""
    blocks = [p for size in range(len(SUITS) + 1) for p in permutations(SUITS, size) if ordered(p)]
    wide = [tuple(suit for suit in pattern for _ in range(4)) for pattern in blocks]
    return frozenset(blocks) | {
        collapsed(hand) for pattern in wide for hand in after_one_move(pattern)
    }


def run_counts(pattern: Hand) -> Runs:
    """The number of runs of each suit in descending order: the suits' names make no difference.

    >>> run_counts((0, 2, 0, 3))
    (2, 1, 1, 0)
    """
    return tuple(sorted(map(pattern.count, SUITS), reverse=True))


@cache
def filled(runs: Runs) -> Polynomial:
    """The number of deals of 0, 1, ... cards that collapse to a given pattern with those runs."""
    product: Any = np.ones(1, object)
    for count in runs:
        product = np.convolve(product, np.array(_one_suit(count), object))
    return tuple(product)


def _one_suit(runs: int) -> Polynomial:
    """The number of ways to deal 0, 1, ..., 13 cards of one suit in `runs` runs."""
    if not runs:
        return (1,) + (0,) * RANKS
    return (0, *(comb(t - 1, runs - 1) * perm(RANKS, t) for t in range(1, RANKS + 1)))
