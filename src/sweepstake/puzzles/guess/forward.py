"""Flipping cards from the front: how many ways lead to each state while all guesses are right.

`exact` counts the orders of the cards still unseen, from the last card back. Here the cards already
flipped are counted, from the first one on. Let F(m, r) be the number of ways to flip n - m of n
cards, all guesses right, so that m cards are unseen, r of them below the last one flipped. At
first F(n - 1, r) = 1 for every r. A right guess from (m, r) leads to (m - 1, j): to each j < r if
most are below, 2 r > m, and else to each j >= r. So

    F(m - 1, j) = sum of F(m, r) over r > j with 2 r > m, and over r <= j with 2 r <= m,

and k guesses at least are right in sum_r F(n - 1 - k, r) times (n - 1 - k)! of the n! orders. One
pass of O(n^2) additions gives the whole distribution of the streak.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import factorial

from sweepstake.core.distribution import Distribution, event, from_tails


def win(cards: int) -> Distribution:
    """Is every guess in a row of `cards` cards right?

    >>> win(5)[True]
    Fraction(31, 60)
    """
    *_, won = _ways(cards)
    return event(won, factorial(cards))


def streaks(cards: int) -> Distribution:
    """How many guesses are right before the first mistake; cards - 1 means all.

    >>> streaks(3)[2]
    Fraction(5, 6)
    """
    at_least = [ways * factorial(cards - 1 - right) for right, ways in enumerate(_ways(cards))]
    return from_tails(at_least, factorial(cards))


def _ways(cards: int) -> Iterator[int]:
    """The ways to flip 1, 2, ... `cards` cards with every guess right."""
    ways = [1] * cards
    yield cards
    for unseen in range(cards - 1, 0, -1):
        higher = unseen // 2 + 1  # states from which the player says higher: r <= unseen / 2
        up = list(accumulate(ways[:higher]))
        down = list(accumulate(reversed(ways[higher:]), initial=0))
        ways = [
            up[min(j, higher - 1)] + down[min(unseen - j, unseen + 1 - higher)]
            for j in range(unseen)
        ]
        yield sum(ways)
