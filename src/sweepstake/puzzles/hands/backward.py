"""Counts hands by their fewest block moves, backwards from the ordered hands, row by row of cards.

All rows of suits of one length are visited breadth-first, as `brute` does, but compiled, and
without the argument that lets `distance` keep one card of each run. A row is a number with two bits
for each pair of neighbours, the exclusive-or of their suits (see `distance`), so rows that differ
by renaming suits in the same way are one. A block move can be undone by a block move.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution
from sweepstake.core.kernels import compiled

from .rules import RANKS, SUITS, all_deals, ordered

Numbers = NDArray[Any]


def fewest(cards: int) -> Distribution:
    """The fewest block moves that order a hand of `cards` cards.

    >>> float(fewest(5)[2])
    0.1475830332132853
    """
    if not cards:
        return Distribution({0: 1}, 1)
    moves = np.full(4 ** (cards - 1), -1, np.int8)
    for row in range(len(moves) if cards < 3 else 0):
        moves[row] = 0
    if cards > 2:
        firsts(moves, cards)
        spread(moves, cards)
    tallies = np.zeros((cards + 1, *(cards + 1,) * (len(SUITS) - 1)), np.int64)
    tally(tallies, moves, cards)
    counts: Counter[int] = Counter()
    for number, *of in np.argwhere(tallies).tolist():
        rows = len(SUITS) * int(tallies[number, *of])
        deals = 1
        for count in (cards - sum(of), *of):
            deals *= perm(RANKS, count)
        counts[number] += rows * deals
    return Distribution(+counts, all_deals(cards))


def firsts(moves: Numbers, cards: int) -> None:
    """Mark the ordered rows with 0: one block of each suit that occurs, in an allowed order."""
    for blocks in ordered_blocks():
        for ends in blocks_of(cards, len(blocks)):
            row = 0
            hand = [suit for suit, size in zip(blocks, ends, strict=True) for _ in range(size)]
            for left, right in pairwise(hand):
                row = row << 2 | left ^ right
            moves[row] = 0


def ordered_blocks() -> list[tuple[int, ...]]:
    """The orders of suits in ordered hands that begin with suit 0."""
    found: list[tuple[int, ...]] = [(0,)]
    for blocks in found:
        found += [(*blocks, s) for s in SUITS if s not in blocks and ordered((*blocks, s))]
    return found


def blocks_of(cards: int, blocks: int) -> list[tuple[int, ...]]:
    """All sizes of so many blocks, each of one card or more."""
    if blocks == 1:
        return [(cards,)]
    return [
        (first, *others)
        for first in range(1, cards - blocks + 2)
        for others in blocks_of(cards - first, blocks - 1)
    ]


@compiled
def spread(moves: Numbers, cards: int) -> None:
    """Fill in the fewest moves of every row of `cards` cards, given those of ordered rows."""
    suits = np.empty(cards, np.int64)
    top, left = 2 * (cards - 1), 0
    for row in range(len(moves)):
        left += moves[row] < 0
    distance = 0
    while left:
        for row in range(len(moves)):
            if moves[row] != distance:
                continue
            suits[0] = 0
            for k in range(1, cards):
                suits[k] = suits[k - 1] ^ (row >> (top - 2 * k) & 3)
            for start in range(cards - 1):
                before = row >> (top - 2 * max(start - 1, 0)) if start else 0
                for middle in range(start + 1, cards):
                    block = row >> (top - 2 * (middle - 1)) & ((1 << 2 * (middle - 1 - start)) - 1)
                    head = before
                    if start:
                        head = head << 2 | suits[start - 1] ^ suits[middle]
                    for stop in range(middle + 1, cards + 1):
                        size = 2 * (stop - 1 - middle)
                        after = head << size | (row >> (top - 2 * (stop - 1)) & ((1 << size) - 1))
                        after = after << 2 | suits[stop - 1] ^ suits[start]
                        after = after << 2 * (middle - 1 - start) | block
                        if stop < cards:
                            after = after << 2 | suits[middle - 1] ^ suits[stop]
                            rest = top - 2 * stop
                            after = after << rest | (row & ((1 << rest) - 1))
                        if moves[after] < 0:
                            moves[after] = distance + 1
                            left -= 1
        distance += 1


@compiled
def tally(tallies: Numbers, moves: Numbers, cards: int) -> None:
    """Count the rows that begin with suit 0, by their moves and the cards of the other suits."""
    of = np.zeros(4, np.int64)
    for row in range(len(moves)):
        of[:] = 0
        of[0] = 1
        suit = 0
        for k in range(cards - 2, -1, -1):
            suit ^= row >> 2 * k & 3
            of[suit] += 1
        tallies[moves[row], of[1], of[2], of[3]] += 1
