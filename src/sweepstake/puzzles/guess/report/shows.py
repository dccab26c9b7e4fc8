"""A guessing game, card by card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sweepstake.puzzle import Parameter
from sweepstake.puzzle.display import Listing, Show

from ..exact import win
from ..rules import guesses

if TYPE_CHECKING:
    from numpy.random import Generator

HEADER = ("guess", "card seen", "unseen below", "unseen above", "says", "next card", "right")


def game(rng: Generator, cards: int) -> Iterator[Listing]:
    """One random row of the cards 1 to `cards`, guessed until the first mistake."""
    row = [int(card) + 1 for card in rng.permutation(cards)]
    shown = list(guesses(row, row))
    rows = [
        (number, g.seen, g.below, g.above, "higher" if g.higher else "lower", g.following,
         "yes" if g.right else "no")
        for number, g in enumerate(shown, 1)
    ]  # fmt: skip
    right = sum(guess.right for guess in shown)
    chance = float(win(cards)[True])
    note = (
        f"{right} of {cards - 1} guesses right{' in a row: won' * (right == cards - 1)}. "
        f"All are right with probability {chance:.6g}."
    )
    yield Listing(f"Flipping {cards} cards, numbered from 1", HEADER, rows, note)


SHOWS = (
    Show("game", "a guessing game", (Parameter("cards", "cards in the row", 1, 400, 9),), game),
)
