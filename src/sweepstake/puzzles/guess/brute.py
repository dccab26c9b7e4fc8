"""Flipping cards by brute force: a row is played card by card, and every draw is followed."""

from __future__ import annotations

from sweepstake.game import Draw
from sweepstake.game.asked import Asked
from sweepstake.game.paths import Paths


def streak(draw: Draw, cards: int) -> int:
    """How many guesses are right before the first mistake."""
    unseen = list(range(cards))
    last = draw.among(unseen)
    unseen.remove(last)
    right = 0
    while unseen:
        below = sum(card < last for card in unseen)
        says_higher = 2 * below <= len(unseen)
        card = draw.among(unseen)
        if (card > last) != says_higher:
            return right
        unseen.remove(card)
        last = card
        right += 1
    return right


def win(draw: Draw, cards: int) -> bool:
    """Is every guess in a row of `cards` cards right?"""
    return streak(draw, cards) == cards - 1


STREAK, WIN = Paths(Asked(streak, 1, (0,))), Paths(Asked(win, 1, (0,)))
