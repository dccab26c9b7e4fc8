"""The rules of hands: when a hand is ordered, and what a block move does to it.

Only suits matter, so a hand is a row of suits. It is ordered when every suit stands in one block
and, if both colours are present, no two neighbouring blocks share a colour. A block move takes some
adjacent cards out, in their order, and puts them back elsewhere.

Neighbouring cards of a suit need never be separated. Keep one card of every run and follow only
those: a block move of the hand is a block move of the kept cards (or changes nothing), and an
ordered hand stays ordered if cards are removed but every suit remains. So the collapsed hand, with
one card for each run, needs no more moves than the hand. It needs no fewer either, since a run can
be moved like one card.
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
    """True if `suit` is hearts or diamonds."""
    return suit >= HEARTS


def collapsed(hand: Sequence[int]) -> Hand:
    """The suits of the runs of `hand`.

    >>> collapsed((2, 2, 0, 3, 3, 3, 2))
    (2, 0, 3, 2)
    """
    return tuple(suit for suit, _ in groupby(hand))


def ordered(hand: Sequence[int]) -> bool:
    """True if every suit is one block, with colours alternating if both are present.

    >>> ordered((SPADES, CLUBS)), ordered((SPADES, CLUBS, HEARTS))
    (True, False)
    """
    blocks = collapsed(hand)
    if len(set(blocks)) < len(blocks):
        return False
    colours = [red(suit) for suit in blocks]
    return len(set(colours)) < 2 or all(left != right for left, right in pairwise(colours))


def moved(hand: Hand, move: Move) -> Hand:
    """`hand` after the block from start to middle has been moved to just before stop.

    >>> moved((0, 1, 2, 3), (0, 1, 3))
    (1, 2, 0, 3)
    """
    start, middle, stop = move
    return hand[:start] + hand[middle:stop] + hand[start:middle] + hand[stop:]


def moves(cards: int) -> Iterator[Move]:
    """Every block move of a hand of `cards`: the block moves right, past one neighbouring block.

    Moving a block left past its neighbour is the same as moving the neighbour right.
    """
    for start in range(cards):
        for middle in range(start + 1, cards):
            for stop in range(middle + 1, cards + 1):
                yield start, middle, stop


def after_one_move(hand: Hand) -> Iterator[Hand]:
    """The hands after each block move of `hand`."""
    return (moved(hand, move) for move in moves(len(hand)))


def orderable(hand: Hand) -> bool:
    """True if at most one block move orders `hand`."""
    return ordered(hand) or any(map(ordered, after_one_move(hand)))


def with_card(hand: Hand, suit: int) -> Hand:
    """The collapsed `hand` after one more card, of `suit`."""
    return hand if suit in hand[-1:] else (*hand, suit)


def deals(hand: Hand) -> int:
    """The number of ways to deal that row of suits, card by card, from a full deck.

    >>> deals((SPADES, SPADES, HEARTS))
    2028
    """
    return prod(perm(RANKS, hand.count(suit)) for suit in SUITS)


def all_deals(cards: int) -> int:
    """The number of ways to deal `cards` cards, in order, from a full deck."""
    return perm(DECK, cards)
