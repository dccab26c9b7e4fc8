"""Counts the hands that at most one move orders: enumerates collapsed hands, card by card.

Two things matter about the cards dealt so far: the collapsed hand, and how many cards of each suit
are left in the deck. Suits are named by the deal: the first suit dealt is 0, the other suit of its
colour 1, the first suit of the other colour 2, the last 3. So the eight hands that differ only by
names count as one.

An ordered hand has at most four runs, and a block move reduces the number of runs by at most three
(at each of the three places where it cuts or joins, two runs may become one), so no hand of more
than seven runs is orderable. Adding a card never makes an unorderable hand orderable (the tests
check every collapsed hand), so only orderable hands are continued: 512 collapsed hands, or 66 up to
names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from sweepstake.core.distribution import Distribution, event

from . import rules
from .rules import RANKS, SUITS, Hand, all_deals, with_card

Left = int
"""The number of cards of each suit left in the deck, in four bits for each suit."""
FULL = sum(RANKS << 4 * suit for suit in SUITS)
one_move_orders = cache(rules.orderable)


def orderable(cards: int) -> Distribution:
    """Can one block move, or none, order a hand of `cards` cards?

    >>> orderable(6)[True]
    Fraction(51083, 83895)
    """
    deals = (sum(decks.values()) for decks in dealt(cards).values())
    return event(sum(deals), all_deals(cards))


@cache
def dealt(cards: int) -> Mapping[Hand, Mapping[Left, int]]:
    """The number of deals of `cards` cards, by orderable collapsed hand and by remaining deck."""
    if not cards:
        return {(): {FULL: 1}}
    layer: dict[Hand, dict[Left, int]] = defaultdict(lambda: defaultdict(int))
    for hand, decks in dealt(cards - 1).items():
        for suit, named in _suits(hand):
            longer = with_card(hand, suit)
            if one_move_orders(longer):
                decks_left = layer[longer]
                for left, deals in decks.items():
                    if choices := sum(left >> 4 * other & 15 for other in named):
                        decks_left[left - (1 << 4 * suit)] += deals * choices
    return layer


def _suits(hand: Hand) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The names that the next card's suit may get, each with the suits that would get it."""
    if not hand:
        yield 0, (*SUITS,)
        return
    yield 0, (0,)
    yield 1, (1,)
    if {2, 3}.isdisjoint(hand):
        yield 2, (2, 3)
    else:
        yield 2, (2,)
        yield 3, (3,)
