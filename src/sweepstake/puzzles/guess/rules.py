"""Flipping cards to the letter: a row of distinct cards, a guess, a flip.

The first card is flipped. Then, card by card, the player guesses whether the next is higher or
lower than the last one flipped, by the majority of the cards not yet seen, and stops at the first
mistake. As many unseen cards above as below: either guess is as good, and this player says higher.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
        """Does the player say higher?"""
        return self.above >= self.below

    @property
    def right(self) -> bool:
        """Is the guess right?"""
        return (self.following > self.seen) == self.higher


def guesses(row: Iterable[int], cards: Iterable[int]) -> Iterator[Guess]:
    """The guesses that a row of `cards` brings, up to the first mistake and with it.

    >>> [guess.right for guess in guesses([2, 3, 1], cards=[1, 2, 3])]
    [True, True]
    """
    unseen, seen = [*cards], None
    for following in row:
        if seen is not None:
            below = sum(card < seen for card in unseen)
            yield (guess := Guess(seen, below, len(unseen) - below, following))
            if not guess.right:
                return
        seen = following
        unseen.remove(seen)
