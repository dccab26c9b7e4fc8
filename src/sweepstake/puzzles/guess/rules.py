"""The rules of flipping cards: a row of distinct cards, a guess, a flip.

The first card is flipped. Then, card by card, the player guesses whether the next card is higher or
lower than the last one flipped, by the majority of the cards not yet seen, and stops at the first
mistake. If as many unseen cards are above as below, both guesses are equally good, and this player
says higher.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Guess:
    """One guess: the card flipped last, the unseen cards below and above it, and the next card."""

    seen: int
    below: int
    above: int
    following: int

    @property
    def higher(self) -> bool:
        """True if the player says higher."""
        return self.above >= self.below

    @property
    def right(self) -> bool:
        """True if the guess is right."""
        return (self.following > self.seen) == self.higher


def guesses(row: Iterable[int], cards: Iterable[int]) -> Iterator[Guess]:
    """The guesses in a row of `cards`, up to and including the first mistake.

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
