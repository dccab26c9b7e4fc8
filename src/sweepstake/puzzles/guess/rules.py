"""Flipping cards to the letter: a row of distinct cards, a guess, a flip.

The first card is flipped. Then, card by card, the player guesses whether the next is higher or
lower than the last one flipped, by the majority of the cards not yet seen, and stops at the first
mistake. As many unseen cards above as below: either guess is as good, and this player says higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Guess:
    """One guess: the card flipped last, unseen cards on either side of it, and the next card."""

    seen: int
    below: int
    above: int
    following: int

    @property
    def higher(self) -> bool:
        """What the player says."""
        return self.above >= self.below

    @property
    def right(self) -> bool:
        """Is it so?"""
        return (self.following > self.seen) == self.higher


def guesses(row: Sequence[int]) -> Iterator[Guess]:
    """The guesses that `row` brings, up to the first mistake and with it.

    >>> [guess.right for guess in guesses([2, 3, 1])]
    [True, True]
    """
    for place in range(1, len(row)):
        unseen = row[place:]
        below = sum(card < row[place - 1] for card in unseen)
        guess = Guess(row[place - 1], below, len(unseen) - below, row[place])
        yield guess
        if not guess.right:
            return
