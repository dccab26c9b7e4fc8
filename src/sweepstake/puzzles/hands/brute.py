"""Hands by brute force: every row of suits, with the number of its deals."""

from __future__ import annotations

from collections import Counter
from itertools import product

from sweepstake.core.distribution import Distribution, event

from . import rules
from .rules import SUITS, after_one_move, all_deals, deals, ordered


def orderable(cards: int) -> Distribution:
    """Can one block move, or none, order a hand? Moves every block of cards to every place.

    >>> orderable(4)[True]
    Fraction(1, 1)
    """
    hands = filter(rules.orderable, product(SUITS, repeat=cards))
    return event(sum(map(deals, hands)), all_deals(cards))


def fewest(cards: int) -> Distribution:
    """The fewest block moves that order a hand, by breadth-first search from all ordered hands.

    A block move can be undone by a block move, so distances are the same in both directions.
    """
    counts: Counter[int] = Counter()
    frontier = {hand for hand in product(SUITS, repeat=cards) if ordered(hand)}
    reached, moves = frontier, 0
    while frontier:
        counts[moves] = sum(map(deals, frontier))
        frontier = {after for hand in frontier for after in after_one_move(hand)} - reached
        reached, moves = reached | frontier, moves + 1
    return Distribution(counts, all_deals(cards))
