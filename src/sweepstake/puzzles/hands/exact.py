"""Can at most one move order a hand? Incremental enumeration of collapsed hands, card by card.

Two things matter about the cards dealt so far: the collapsed hand, and how many cards of each suit
are left in the deck. Suits are named by the deal: the first suit dealt is 0, the other of its
colour 1, the first of the other colour 2, the last 3. So eight hands that differ only by names are
one.

An ordered hand has at most four runs, and a block move mends at most three joints (two runs become
one where the block is cut out, and one becomes two where it is put in), so no hand of more than
seven runs is orderable. Adding a card never makes an unorderable hand orderable (the tests check
every collapsed hand), so only orderable hands are dealt on to: 512 collapsed hands, or 66 up to
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
"""The cards of each suit that are left in the deck, four bits a suit."""
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
    """The deals of `cards` cards, by orderable collapsed hand and by the deck that is left."""
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
    """The suits that the next card may have, and those that would be given its name."""
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
