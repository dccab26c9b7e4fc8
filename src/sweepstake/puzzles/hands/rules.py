"""Hands to the letter: when a hand is ordered, and what a block move does to it.

Only suits matter, so a hand is a row of suits. It is ordered when every suit stands in one block
and, if both colours are present, no two neighbouring blocks share a colour. A block move takes some
adjacent cards out, as they are, and puts them back elsewhere.

Neighbouring cards of a suit need never be parted. Keep one card of every run and follow only those:
a block move of the hand is a block move of what is kept (or nothing), and an ordered hand
with cards missing but every suit still there is ordered. So the collapsed hand, one card a run,
takes no more moves than the hand; and no fewer, since a run can be moved as one card is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import perm, prod

Hand = tuple[int, ...]
Move = tuple[int, int, int]

SPADES, CLUBS, HEARTS, DIAMONDS = SUITS = range(4)
RANKS = 13
DECK = len(SUITS) * RANKS


def red(suit: int) -> bool:
    """Is `suit` hearts or diamonds?"""
    return suit >= HEARTS


def collapsed(hand: Sequence[int]) -> Hand:
    """The suits of the runs of `hand`.

    >>> collapsed((2, 2, 0, 3, 3, 3, 2))
    (2, 0, 3, 2)
    """
    return tuple(suit for suit, _ in groupby(hand))


def ordered(hand: Sequence[int]) -> bool:
    """Is every suit one block, with colours alternating if both are present?

    >>> ordered((SPADES, CLUBS)), ordered((SPADES, CLUBS, HEARTS))
    (True, False)
    """
    blocks = collapsed(hand)
    if len(set(blocks)) < len(blocks):
        return False
    colours = [red(suit) for suit in blocks]
    return len(set(colours)) < 2 or all(left != right for left, right in pairwise(colours))


def moved(hand: Hand, move: Move) -> Hand:
    """`hand` after the block from start to middle has gone to just before stop.

    >>> moved((0, 1, 2, 3), (0, 1, 3))
    (1, 2, 0, 3)
    """
    start, middle, stop = move
    return hand[:start] + hand[middle:stop] + hand[start:middle] + hand[stop:]


def moves(cards: int) -> Iterator[Move]:
    """Every block move of a hand of `cards`: the block goes right, past one neighbouring block.

    A block that goes left past its neighbour leaves the same hand as the neighbour going right.
    """
    for start in range(cards):
        for middle in range(start + 1, cards):
            for stop in range(middle + 1, cards + 1):
                yield start, middle, stop


def after_one_move(hand: Hand) -> Iterator[Hand]:
    """The hands that one block move makes of `hand`."""
    return (moved(hand, move) for move in moves(len(hand)))


def orderable(hand: Hand) -> bool:
    """Does one block move, or none, order `hand`?"""
    return ordered(hand) or any(map(ordered, after_one_move(hand)))


def with_card(hand: Hand, suit: int) -> Hand:
    """The collapsed `hand` after a card of `suit` more."""
    return hand if suit in hand[-1:] else (*hand, suit)


def deals(hand: Hand) -> int:
    """The ways to deal that row of suits, card by card, from a full deck.

    >>> deals((SPADES, SPADES, HEARTS))
    2028
    """
    return prod(perm(RANKS, hand.count(suit)) for suit in SUITS)


def all_deals(cards: int) -> int:
    """The ways to deal `cards` cards, in order, from a full deck."""
    return perm(DECK, cards)
