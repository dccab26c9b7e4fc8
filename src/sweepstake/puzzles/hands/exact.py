"""Can one move order a hand? Incremental enumeration of collapsed hands, card by card.

What matters of the cards dealt so far is the collapsed hand and how many cards of each suit are
left in the deck. Suits have no names but those that the deal gives them: the first suit dealt is 0,
the other of its colour 1, the first of the other colour 2, its fellow 3. So eight hands that
differ by names only are one.

An ordered hand has at most four runs, and a block move mends at most three joints (where the block
is cut out, two become one; where it is put in, one becomes two): a hand of more than seven runs is
past ordering. And no card more makes a hand orderable that was not (the tests go through every
collapsed hand), so only orderable hands are dealt on to: 512 collapsed hands, or 66 up to names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from sweepstake.core.distribution import Distribution, event
from sweepstake.puzzles.hands.rules import RANKS, SUITS, Hand, after_one_move, all_deals, ordered

Left = tuple[int, ...]
State = tuple[Hand, Left]
MOST_RUNS = 7


def orderable(cards: int) -> Distribution:
    """Can one block move, or none, order a hand of `cards` cards?

    >>> orderable(6)[True]
    Fraction(51083, 83895)
    """
    return event(sum(dealt(cards).values()), all_deals(cards))


@cache
def dealt(cards: int) -> Mapping[State, int]:
    """The orderable collapsed hands of `cards` cards and the deck left, with their deals."""
    if not cards:
        return {((), (RANKS,) * len(SUITS)): 1}
    layer: Counter[State] = Counter()
    for (hand, left), deals in dealt(cards - 1).items():
        for suit, choices in _suits(hand, left):
            longer = hand if suit in hand[-1:] else (*hand, suit)
            if choices and one_move_orders(longer):
                layer[longer, _without(left, suit)] += deals * choices
    return layer


@cache
def one_move_orders(hand: Hand) -> bool:
    """Can one block move, or none, order the collapsed `hand`?"""
    if len(hand) > MOST_RUNS:
        return False
    return ordered(hand) or any(map(ordered, after_one_move(hand)))


def _suits(hand: Hand, left: Left) -> Iterator[tuple[int, int]]:
    """The suits that the next card may have, and how many cards left would give it that suit."""
    if not hand:
        yield 0, sum(left)
        return
    yield from enumerate(left[:2])
    if {2, 3}.isdisjoint(hand):
        yield 2, left[2] + left[3]
    else:
        yield 2, left[2]
        yield 3, left[3]


def _without(left: Left, suit: int) -> Left:
    return (*left[:suit], left[suit] - 1, *left[suit + 1 :])
