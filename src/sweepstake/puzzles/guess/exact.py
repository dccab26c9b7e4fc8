"""Flipping cards by whole counts.

Only how many unseen cards lie below the last one flipped matters, and how many there are in all.
Let W(n, r) be the number of orders of n unseen cards, r of them below, in which every guess is
right. If the next card is the one with j unseen cards below it, it is lower for j < r and higher
for j >= r, and n - 1 cards are left, j of them below. The player bets on the larger side, so

    W(n, r) = sum over the larger of {j < r}, {j >= r} of W(n - 1, j),    W(0, 0) = 1,

and a row of n + 1 cards is won in sum_r W(n, r) of its (n + 1)! orders. The sums are prefix sums,
so all rows of up to n cards cost O(n^2) additions together, half of them saved by symmetry:
W(n, r) = W(n, n - r), and a tie may be guessed either way.

For the streak, S(n, r, k) counts the orders with k right guesses in a row at least. Every order of
the cards after those k will do, so it is the same recurrence begun at n - k unseen cards with
(n - k)! in place of 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, islice
from math import factorial

from sweepstake.core.distribution import Distribution, event, from_tails

READY = (64, 401, 1024, 4096)  # 401: the notebook asks for ratios up to 400
"""Up to how many cards to have ready, so that the points of a task share one pass."""


def win(cards: int) -> Distribution:
    """Is every guess in a row of `cards` cards right?

    >>> win(5)[True]
    Fraction(31, 60)
    """
    ready = next(ready for ready in READY if cards <= ready)
    return event(_won_orders(ready)[cards - 1], factorial(cards))


def streaks(cards: int) -> Distribution:
    """How many guesses are right before the first mistake; cards - 1 means all.

    >>> streaks(3)[2]
    Fraction(5, 6)
    """
    return from_tails([_orders_with(cards, right) for right in range(cards)], factorial(cards))


@lru_cache(maxsize=8)
def _won_orders(rows: int) -> tuple[int, ...]:
    """For rows of 1, 2, ... `rows` cards, the orders that are won."""
    return tuple(islice(_layers([1], 0), rows))


def _orders_with(cards: int, right: int) -> int:
    """The orders of a row of `cards` cards whose first `right` guesses are right."""
    unseen = cards - 1 - right
    half = [factorial(unseen)] * (unseen // 2 + 1)
    return next(islice(_layers(half, unseen), right, None))


def _layers(half: list[int], unseen: int) -> Iterator[int]:
    """The sum of W(n, r) over all r, for n = `unseen` and on; `half` is its W(n, r) to r = n // 2.

    With fewer unseen cards below than above the player says higher: W(n, r) is the sum of
    W(n - 1, j) over j >= r, all of the layer less a prefix. The middle is its own mirror image.
    """
    while True:
        below = list(accumulate(half, initial=0))
        whole = 2 * below[-1] - (0 if unseen % 2 else half[-1])
        yield whole
        unseen += 1
        half = [whole - passed for passed in below[: unseen // 2 + 1]]
