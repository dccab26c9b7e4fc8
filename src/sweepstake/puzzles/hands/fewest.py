"""Counts hands by their fewest block moves: patterns with those moves, times their deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import numpy as np

from sweepstake.core.distribution import Distribution

from .distance import Numbers, new_table, settle, tally, word
from .formula import Runs, filled
from .rules import SUITS, Hand, all_deals, collapsed

MAX_CARDS = 13
_OF_A_SUIT = (MAX_CARDS + 1) // 2


def fewest(cards: int) -> Distribution:
    """The fewest block moves that order a hand of `cards` cards, for up to 13 cards.

    >>> float(fewest(5)[2])
    0.1475830332132853
    """
    counts: Counter[int] = Counter()
    for runs in range(cards + 1):
        for (moves, shape), patterns in patterns_by_moves(runs).items():
            counts[moves] += patterns * filled(shape)[cards]
    return Distribution(+counts, all_deals(cards))


@cache
def patterns_by_moves(runs: int) -> Mapping[tuple[int, Runs], int]:
    """The number of collapsed hands of `runs` runs, by fewest moves and by runs of each suit."""
    if not runs:
        return {(0, (0,) * len(SUITS)): 1}
    tallies = np.zeros((runs + 1, *(_OF_A_SUIT + 1,) * len(SUITS)), np.int64)
    tally(tallies, _settled(runs), runs)
    patterns: Counter[tuple[int, Runs]] = Counter()
    for moves, *shape in np.argwhere(tallies).tolist():
        patterns[moves, tuple(sorted(shape, reverse=True))] += int(tallies[moves, *shape])
    return {key: len(SUITS) * count for key, count in patterns.items()}


def needed(hand: Hand) -> int:
    """The fewest block moves that order a hand of at most 13 runs.

    >>> needed((0, 2, 0, 2)), needed((0, 1, 1))
    (1, 0)
    """
    runs = collapsed(hand)
    joints = np.array([left ^ right for left, right in pairwise(runs)], np.int64)
    return int(_settled(len(runs))[word(joints)])


@cache
def _settled(runs: int) -> Numbers:
    """The table, filled in with the fewest moves of all hands of up to `runs` runs."""
    if runs < 2:
        return new_table(MAX_CARDS)
    settle(_settled(runs - 1), runs)
    return _settled(runs - 1)
