"""Shows a random hand, and the fewest block moves that order it, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sweepstake.puzzle import Parameter
from sweepstake.puzzle.display import Listing, Show

from ..plan import shortest_plan
from ..rules import DECK, RANKS, Hand, Move, collapsed, moved

if TYPE_CHECKING:
    from numpy.random import Generator

RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NAMES = "♠♣♥♦"
NOTE = "Each row moves the block in parentheses to the ▸; cards of a suit keep their order."


def hand(rng: Generator, cards: int) -> Iterator[Listing]:
    """A random hand of `cards` cards, ordered step by step in the fewest block moves."""
    dealt = tuple(int(card) for card in rng.permutation(DECK)[:cards])
    plan = shortest_plan(suits(dealt))
    yield Listing(
        f"A hand of {_counted(cards, 'card')}, ordered in {_counted(len(plan), 'block move')}",
        ("moves made", "runs", "hand"),
        list(_steps(dealt, plan)),
        NOTE if plan else "It was dealt in order.",
    )


def suits(hand: Hand) -> Hand:
    """The suits of cards numbered 0 to 51."""
    return tuple(card // RANKS for card in hand)


def named(card: int) -> str:
    """A card's rank and suit.

    >>> named(0), named(51)
    ('2♠', 'A♦')
    """
    return RANK_NAMES[card % RANKS] + SUIT_NAMES[card // RANKS]


def marked(hand: Hand, move: Move) -> str:
    """The cards of `hand`, with the moving block in parentheses and its target marked.

    >>> marked((0, 13, 1), (1, 2, 3))
    '2♠ (2♣) 3♠ ▸'
    """
    start, middle, stop = move
    names = [named(card) for card in hand]
    block = f"({' '.join(names[start:middle])})"
    return " ".join([*names[:start], block, *names[middle:stop], "▸", *names[stop:]])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _steps(hand: Hand, plan: tuple[Move, ...]) -> Iterator[tuple[int, int, str]]:
    for number, move in enumerate(plan):
        yield number, len(collapsed(suits(hand))), marked(hand, move)
        hand = moved(hand, move)
    yield len(plan), len(collapsed(suits(hand))), " ".join(map(named, hand))


SHOWS = (
    Show(
        name="hand",
        meaning="a random hand and the fewest block moves that order it",
        parameters=(Parameter("cards", "number of cards in the hand", 0, 13, default=7),),
        listings=hand,
    ),
)
