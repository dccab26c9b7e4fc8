"""Deterministic War by `rules`: every deal, with a set of all positions that its game has met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from sweepstake.core.distribution import Distribution

from ..rules import Cards, State, dealt, deck, played


def every(ranks: int, suits: int, down: int, order: str) -> Distribution:
    """How every distinct deal ends."""
    deals = [*orders(Counter(deck(ranks, suits)))]
    return Distribution(Counter(ending(dealt(deal), down, order) for deal in deals), len(deals))


def orders(cards: Counter[int]) -> Iterator[Cards]:
    """Every different order of `cards`.

    >>> [*orders(Counter((1, 1, 2)))]
    [(1, 1, 2), (1, 2, 1), (2, 1, 1)]
    """
    if not cards.total():
        yield ()
    for card in [card for card, count in cards.items() if count]:
        for others in orders(cards - Counter((card,))):
            yield (card, *others)


def ending(state: State, down: int, order: str) -> str:
    """How a game ends: A, B, tie or endless.

    >>> ending(State((1, 2), (0, 3)), 0, "player")
    'B'
    """
    positions, turn = set(), "A"
    while not state.over:
        if (state, turn) in positions:
            return "endless"
        positions.add((state, turn))
        state = played(state, down, partial(picked_up, order, turn))
        if order == "turns" and not state.table:  # the table was picked up
            turn = "B" if turn == "A" else "A"
    return state.winner


def picked_up(order: str, turn: str, table: Cards) -> Cards:
    """The cards on the table in the winner's order; before, A's cards are at even places.

    >>> picked_up("winner", "A", (5, 5, 1, 0, 2, 7))
    (5, 0, 7, 5, 1, 2)
    """
    a, b = table[0::2], table[1::2]
    a_won = a[-1] > b[-1]
    a_first = {"winner": a_won, "loser": not a_won, "player": True, "turns": turn == "A"}[order]
    return a + b if a_first else b + a
