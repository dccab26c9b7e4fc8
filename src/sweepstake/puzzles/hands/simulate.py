"""Compiled kernels that deal random hands and search for the fewest moves that order each.

The search makes block moves on the row of runs; unlike `distance` it has no table and doesn't
rename suits. It allows one more move at a time, so the first number of moves that orders the hand
is the fewest (iterative deepening). A move removes at most three runs, so a branch is cut when its
runs exceed its suits by more than three for each move left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution, event
from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.stream import Stream, below

from . import rules
from .rules import RANKS, SUITS

Suits = NDArray[np.uint8]
Numbers = NDArray[np.int64]

_MENDED = 3  # the most runs that one move can remove
_NEXT, _RUNS = 0, 1  # columns of a search level: the next move to try, and the hand's runs


def orderable(stream: Stream, trials: int, cards: int) -> Distribution:
    """How many of `trials` hands at most one block move orders."""
    moves = np.zeros(3, np.int64)
    count_moves(moves, stream, new_deck(), all_moves(cards), cards, trials)
    return event(int(moves[:2].sum()), trials)


def fewest(stream: Stream, trials: int, cards: int) -> Distribution:
    """The fewest block moves that order each of `trials` hands."""
    moves = np.zeros(max(cards, 1) + 1, np.int64)
    count_moves(moves, stream, new_deck(), all_moves(cards), cards, trials)
    return Distribution({k: int(count) for k, count in enumerate(moves) if count}, trials)


def new_deck() -> Suits:
    """The suits of a deck of 52 cards."""
    return np.repeat(np.array(SUITS, np.uint8), RANKS)


def all_moves(runs: int) -> Numbers:
    """Every move (start, middle, stop) of `runs` runs; the moves of fewer runs come first."""
    moves = sorted(rules.moves(runs), key=lambda move: move[-1])
    return np.array(moves, np.int64).reshape(-1, 3)


@compiled
def count_moves(
    counts: Numbers, state: Stream, deck: Suits, every: Numbers, cards: int, trials: int
) -> None:
    """Count `trials` hands in `counts` by fewest moves; the last entry also counts larger numbers.

    `every` has all moves of hands of `cards` cards.
    """
    most = len(counts) - 1
    hands = np.empty((most + 1, max(cards, 1)), np.uint8)
    search = np.empty((most + 1, 2), np.int64)
    for _ in range(trials):
        runs, suits = deal(hands[0], state, deck, cards)
        moves = 0
        while moves < most and not within(hands, search, every, runs, suits, moves):
            moves += 1
        counts[moves] += 1


@inlined
def deal(hand: Suits, state: Stream, deck: Suits, cards: int) -> tuple[int, int]:
    """Deal `cards` cards; write their runs into `hand`; return the number of runs and of suits."""
    runs, seen, suits = 0, 0, 0
    for dealt in range(cards):
        k = dealt + below(state, len(deck) - dealt)
        deck[dealt], deck[k] = deck[k], deck[dealt]
        suit = deck[dealt]
        if runs == 0 or hand[runs - 1] != suit:
            hand[runs] = suit
            runs += 1
        if not seen >> suit & 1:
            seen |= 1 << suit
            suits += 1
    return runs, suits


@inlined
def within(
    hands: Suits, search: Numbers, every: Numbers, runs: int, suits: int, moves: int
) -> bool:
    """True if at most `moves` block moves order the first `runs` runs of hands[0].

    This is a depth-first search: search[level] has the index in `every` of the next move to try on
    hands[level], and its number of runs. (The function isn't recursive, because Numba can't load a
    recursive function from its cache.)
    """
    if runs > suits + _MENDED * moves:
        return False
    level = 0
    search[0, _NEXT], search[0, _RUNS] = 0, runs
    while level >= 0:
        if search[level, _RUNS] == suits and in_order(hands[level], suits):
            return True
        too_many = suits + _MENDED * (moves - level - 1) + 1
        if level < moves and tried(hands, search, every, level, too_many):
            level += 1
        else:
            level -= 1
    return False


@inlined
def tried(hands: Suits, search: Numbers, every: Numbers, level: int, too_many: int) -> bool:
    """Make the next move on hands[level] that leaves fewer than `too_many` runs; False if none."""
    hand, runs = hands[level], search[level, _RUNS]
    while search[level, _NEXT] < (runs + 1) * runs * (runs - 1) // 6:  # its number of moves
        start, middle, stop = every[search[level, _NEXT]]
        search[level, _NEXT] += 1
        left = runs - mended(hand, runs, start, middle, stop)
        if left < too_many:
            make(hands[level + 1], hand, runs, start, middle, stop)
            search[level + 1, _NEXT], search[level + 1, _RUNS] = 0, left
            return True
    return False


@inlined
def mended(hand: Suits, runs: int, start: int, middle: int, stop: int) -> int:
    """By how much the move reduces the number of runs."""
    before = start > 0 and hand[start - 1] == hand[middle]
    between = hand[stop - 1] == hand[start]
    after = stop < runs and hand[middle - 1] == hand[stop]
    return int(before) + int(between) + int(after)


@inlined
def make(out: Suits, hand: Suits, runs: int, start: int, middle: int, stop: int) -> None:
    """Write into `out` the runs of `hand` after the block from start to middle moves to stop."""
    left = 0
    for place in range(runs):
        source = place
        if start <= place < stop:
            source = place + middle - start
            if source >= stop:
                source -= stop - start
        suit = hand[source]
        if left == 0 or out[left - 1] != suit:
            out[left] = suit
            left += 1


@inlined
def in_order(hand: Suits, runs: int) -> bool:
    """True if the colours of `runs` runs of different suits alternate, or are all the same."""
    same = different = 0
    for k in range(1, runs):
        if hand[k] >> 1 == hand[k - 1] >> 1:
            same += 1
        else:
            different += 1
    return same == 0 or different == 0
