"""Flipping cards by brute force: every order of a short row, guessed by the rules."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

from sweepstake.core.distribution import Distribution, event

from .rules import streak


def win(cards: int) -> Distribution:
    """Is every guess in a row of `cards` cards right?

    >>> win(3)[True]
    Fraction(5, 6)
    """
    return event(_streaks(cards)[cards - 1], factorial(cards))


def streaks(cards: int) -> Distribution:
    """How many guesses are right before the first mistake, over all cards! orders."""
    return Distribution(_streaks(cards), factorial(cards))


def _streaks(cards: int) -> Counter[int]:
    return Counter(streak(row) for row in permutations(range(cards)))
