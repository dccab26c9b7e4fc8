"""Deterministic War in plain Python, played by `rules`, with a set of all visited positions."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

from sweepstake.core.distribution import Distribution
from sweepstake.core.stream import Stream

from ..rules import Cards, State, dealt, deck, played


def simulate(
    stream: Stream, trials: int, ranks: int, suits: int, down: int, order: str
) -> Distribution:
    """How each of `trials` random deals ends."""
    random = Random(stream.tobytes())  # noqa: S311 - there is no secret
    cards = list(deck(ranks, suits))
    counts: Counter[str] = Counter()
    for _ in range(trials):
        random.shuffle(cards)
        counts[ending(dealt(tuple(cards)), down, order)] += 1
    return Distribution(counts, trials)


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
