"""Flipping cards by whole counts.

The state is the number n of unseen cards and the number r of those below the last card flipped. Let
W(n, r) be the number of orders of the n unseen cards in which every guess is right. If the next
card has j unseen cards below it, it is lower for j < r and higher for j >= r, and the next state
has n - 1 unseen cards, j of them below. The player bets on the larger side, so

    W(n, r) = sum over the larger of {j < r}, {j >= r} of W(n - 1, j),    W(0, 0) = 1,

and a row of n + 1 cards is won in sum_r W(n, r) of its (n + 1)! orders. The sums are prefix sums,
so all rows of up to n cards together cost O(n^2) additions. Symmetry saves half of them:
W(n, r) = W(n, n - r), because a tie may be guessed either way.

For the streak, S(n, r, k) counts the orders whose first k guesses, at least, are right. The cards
after those k may come in any order, so the same recurrence begins at n - k unseen cards, with
(n - k)! in place of 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, islice
from math import factorial

from sweepstake.core.distribution import Distribution, event, from_tails

READY = (64, 401, 1024, 4096)  # 401: the notebook asks for ratios up to 400
"""A pass covers all rows of up to one of these numbers of cards, so points of a task share it."""


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
    """The number of won orders for rows of 1, 2, ..., `rows` cards."""
    return tuple(islice(_layers([1], 0), rows))


def _orders_with(cards: int, right: int) -> int:
    """The number of orders of `cards` cards in which the first `right` guesses are right."""
    unseen = cards - 1 - right
    half = [factorial(unseen)] * (unseen // 2 + 1)
    return next(islice(_layers(half, unseen), right, None))


def _layers(half: list[int], unseen: int) -> Iterator[int]:
    """Yield the sum of W(n, r) over r for n = `unseen`, `unseen` + 1, ...; `half` has r <= n // 2.

    If fewer unseen cards are below than above, the player says higher: W(n, r) is the sum of
    W(n - 1, j) over j >= r, the whole layer less a prefix. Symmetry gives the other half; for an
    even n, the middle term is its own mirror image.
    """
    while True:
        below = list(accumulate(half, initial=0))
        whole = 2 * below[-1] - (0 if unseen % 2 else half[-1])
        yield whole
        unseen += 1
        half = [whole - passed for passed in below[: unseen // 2 + 1]]
