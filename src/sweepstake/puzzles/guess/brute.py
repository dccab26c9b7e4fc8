"""Flipping cards by brute force: plays a row card by card, and follows every possible draw."""

from __future__ import annotations

from sweepstake.game import Draw
from sweepstake.game.reading.query import Query
from sweepstake.game.solving.paths import Paths

from .rules import guesses


def streak(draw: Draw, cards: int) -> int:
    """How many guesses are right before the first mistake; no card is drawn after it."""
    deck = range(cards)
    return sum(guess.right for guess in guesses(draw.shuffled(deck), deck))


def win(draw: Draw, cards: int) -> bool:
    """True if every guess in a row of `cards` cards is right."""
    return streak(draw, cards) == cards - 1


STREAK, WIN = Paths(Query(streak, 1, (0,))), Paths(Query(win, 1, (0,)))
