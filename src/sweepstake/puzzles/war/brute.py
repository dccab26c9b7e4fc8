"""War by brute force: every deal of a small deck, played by the rules."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

from sweepstake.core.distribution import Distribution, event

from .rules import Cards, State, dealt, deck, ending, played


def sweep(ranks: int, suits: int) -> Distribution:
    """Does A win every battle, with no war, until B is out? Counts every deal, card by card.

    >>> sweep(2, 2)[True]
    Fraction(1, 6)
    """
    cards = deck(ranks, suits)
    return event(_swept_deals(cards), factorial(len(cards)))


def rush(ranks: int, suits: int, down: int) -> Distribution:
    """How the dealt cards run out in all (ranks * suits)! deals."""
    cards = deck(ranks, suits)
    counts = Counter(_rushed(dealt(deal), down) for deal in permutations(cards))
    return Distribution(counts, factorial(len(cards)))


def _swept_deals(cards: Cards) -> int:
    """The number of orders of `cards` in which A wins every pair."""
    if not cards:
        return 1
    return sum(
        _swept_deals(tuple(c for k, c in enumerate(cards) if k not in (i, j)))
        for i, a in enumerate(cards)
        for j, b in enumerate(cards)
        if a > b
    )


def _rushed(state: State, down: int) -> str:
    for _ in range(len(state.b)):
        cards = len(state.b)
        state = played(state, down)
        if len(state.b) >= cards:
            return "other"
    return ending(state)
