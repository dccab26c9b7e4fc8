"""Deterministic War: won cards are picked up in a fixed order, so the deal decides the game.

A game then goes through finitely many positions, each with one successor. It ends, or comes back to
a position and cycles for ever. Brent's method (1980) detects a cycle without a list of positions:
it keeps one position, replaces it at every power of two, and stops when the kept position recurs.

Spivey (Cycles in War, Integers 10, 2010) builds cycles of different cards; Lakshtanov and Roshchina
(On finiteness in the card game of War, American Mathematical Monthly 119, 2012) show that games end
if the order changes at random now and then.

The winner picks up first the cards of one player and then those of the other, each in the order
played: `winner`, the winner's first; `loser`, the loser's first; `player`, A's first, whoever has
won; `turns`, A's first and B's first in turn. With `turns`, two positions are the same only if it
is the turn of the same player.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution
from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.stream import Stream, shuffle

from ..rules import deck

Cards = NDArray[Any]

ORDERS = ("winner", "loser", "player", "turns")
WINNER, LOSER, PLAYER, TURNS = range(len(ORDERS))
ENDINGS = ("A", "B", "tie", "endless")


def brute(ranks: int, suits: int, down: int, order: str) -> Distribution:
    """How every distinct deal ends."""
    counts = np.zeros(len(ENDINGS), np.int64)
    cards = np.sort(np.array(deck(ranks, suits), np.int64))
    every_deal(counts, cards, down, ORDERS.index(order))
    return _counted(counts)


def simulate(
    stream: Stream, trials: int, ranks: int, suits: int, down: int, order: str
) -> Distribution:
    """How each of `trials` random deals ends."""
    counts = np.zeros(len(ENDINGS), np.int64)
    cards = np.array(deck(ranks, suits), np.int64)
    random_deals(counts, stream, cards, trials, down, ORDERS.index(order))
    return _counted(counts)


def _counted(counts: NDArray[np.int64]) -> Distribution:
    named = zip(ENDINGS, counts.tolist(), strict=True)
    return Distribution({ending: n for ending, n in named if n}, int(counts.sum()))


@compiled
def every_deal(counts: Cards, cards: Cards, down: int, order: int) -> None:
    """Count in `counts` how every arrangement of `cards`, which must be sorted at first, ends."""
    places = np.empty((3, 2, len(cards)), np.int64)
    counts[ending(cards, places, down, order)] += 1
    while next_order(cards):
        counts[ending(cards, places, down, order)] += 1


@inlined
def next_order(cards: Cards) -> bool:
    """Put `cards` into their next order, lexicographically; False after the last order."""
    left = len(cards) - 2
    while left >= 0 and cards[left] >= cards[left + 1]:
        left -= 1
    if left < 0:
        return False
    right = len(cards) - 1
    while cards[right] <= cards[left]:
        right -= 1
    cards[left], cards[right] = cards[right], cards[left]
    low, high = left + 1, len(cards) - 1
    while low < high:
        cards[low], cards[high] = cards[high], cards[low]
        low, high = low + 1, high - 1
    return True


@compiled
def random_deals(
    counts: Cards, state: Stream, cards: Cards, trials: int, down: int, order: int
) -> None:
    """Count in `counts` how each of `trials` shuffles of `cards` ends."""
    places = np.empty((3, 2, len(cards)), np.int64)
    for _ in range(trials):
        shuffle(state, cards, 0, len(cards))
        counts[ending(cards, places, down, order)] += 1


@inlined
def ending(cards: Cards, places: Cards, down: int, order: int) -> int:
    """How the deal of `cards`, A's half first, ends: an index of ENDINGS.

    A hand is a ring buffer of `size` places that begins at first_a or first_b. `places` is
    overwritten: it holds the hands, a position to compare with, and the table.
    """
    hands, kept, table = places[0], places[1], places[2]
    size, half = len(cards), len(cards) // 2
    for k in range(half):
        hands[0, k], hands[1, k] = cards[k], cards[half + k]
    first_a, first_b, a, b = 0, 0, half, half
    kept_a, kept_turn, turn, rounds, power = -1, 0, 0, 0, 1
    while True:
        if kept_a == a and kept_turn == turn and same(hands, kept, first_a, first_b, a):
            return 3
        rounds += 1
        if rounds == power:  # keep this position
            power *= 2
            kept_a, kept_turn = a, turn
            for k in range(a):
                kept[0, k] = hands[0, (first_a + k) % size]
            for k in range(b):
                kept[1, k] = hands[1, (first_b + k) % size]
        played, tied = 0, True
        while tied:
            pairs = 1 if played == 0 else down + 1
            out = min(a, b) < pairs
            for _ in range(min(a, b, pairs)):
                table[0, played], table[1, played] = hands[0, first_a], hands[1, first_b]
                first_a = first_a + 1 if first_a + 1 < size else 0
                first_b = first_b + 1 if first_b + 1 < size else 0
                a, b, played = a - 1, b - 1, played + 1
            tied = out or table[0, played - 1] == table[1, played - 1]
            if tied and (a == 0 or b == 0):
                return 2 if a == b else int(a == 0)
        won = int(table[1, played - 1] > table[0, played - 1])
        before = first_side(order, won, turn)
        turn ^= int(order == TURNS)
        to = first_b + b if won else first_a + a
        for side in (before, 1 - before):
            for k in range(played):
                to = to if to < size else to - size
                hands[won, to] = table[side, k]
                to += 1
        if won:
            b += 2 * played
        else:
            a += 2 * played
        if a == 0 or b == 0:
            return int(a == 0)


@inlined
def first_side(order: int, won: int, turn: int) -> int:
    """The player (A is 0) whose cards are picked up first if `won` wins and it is `turn`'s turn."""
    if order == WINNER:
        return won
    if order == LOSER:
        return 1 - won
    return turn  # always 0 unless the order is TURNS


@inlined
def same(hands: Cards, kept: Cards, first_a: int, first_b: int, a: int) -> bool:
    """True if both hands are the same as in the kept position. A has `a` cards."""
    size = hands.shape[1]
    equal = True
    for k in range(a):
        equal = equal and hands[0, (first_a + k) % size] == kept[0, k]
    for k in range(size - a):
        equal = equal and hands[1, (first_b + k) % size] == kept[1, k]
    return equal
