"""How often all battles are decided, by building the pairs rank by rank.

The battles of a deal are a random way to pair the cards. Ranks are added one after another; the
cards of earlier ranks are in pairs, or open: paired with a card of a rank to come. Of the cards of
the next rank, j are paired with open cards and the others become open. So no two cards of a rank
are ever paired, and every term of the sum counts such pairings; nothing is subtracted.
"""

from __future__ import annotations

from collections import defaultdict
from math import comb, perm, prod

from sweepstake.core.distribution import Distribution, event


def sweep(ranks: int, suits: int) -> Distribution:
    """Does A win every battle, with no war, until B is out? O(ranks^2 * suits^2) additions.

    >>> sweep(3, 2)[True]
    Fraction(1, 15)
    """
    cards = ranks * suits
    return event(decided(ranks, suits), prod(range(1, cards, 2)) * 2 ** (cards // 2))


def decided(ranks: int, suits: int) -> int:
    """The number of ways to pair all cards of a deck so that no pair has equal cards.

    >>> decided(2, 2), decided(3, 2)
    (2, 8)
    """
    ways = {0: 1}
    for left in range(ranks - 1, -1, -1):
        more: dict[int, int] = defaultdict(int)
        for unpaired, count in ways.items():
            for paired in range(min(suits, unpaired) + 1):
                after = unpaired + suits - 2 * paired
                if after <= left * suits:
                    more[after] += count * comb(suits, paired) * perm(unpaired, paired)
        ways = more
    return ways[0]
