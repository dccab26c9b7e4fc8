"""War by playing it: compiled kernels that fill an array with the outcome of each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution, event
from sweepstake.core.stream import Stream, below, compiled, shuffle, word
from sweepstake.puzzles.war.rules import deck

Words = NDArray[Any]

_ONE = np.uint64(1)
_BATTLE, _OTHER, _ENDINGS = 0, 1, 2
WINNERS = ("A", "B", "tie")


def sweep(stream: Stream, trials: int, ranks: int, suits: int) -> Distribution:
    """How many of `trials` deals A sweeps."""
    cards = np.array(deck(ranks, suits), np.uint16)
    return event(int(count_sweeps(stream, cards, trials)), trials)


def rush(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Distribution:
    """How the dealt cards run out in each of `trials` deals."""
    cards = np.array(deck(ranks, suits), np.uint16)
    counts = np.zeros(_ENDINGS + 2 * (down + 1), np.int64)
    count_endings(counts, stream, cards, trials, down)
    names = ["battle", "other", *(f"{w}-{k}" for w in ("tie", "war") for k in range(down + 1))]
    return Distribution({n: int(c) for n, c in zip(names, counts, strict=True) if c}, trials)


def length(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Distribution:
    """The plays and the winner of each of `trials` games."""
    plays, winners = np.empty(trials, np.int32), np.empty(trials, np.uint8)
    play_games(plays, winners, stream, np.array(deck(ranks, suits), np.uint16), down)
    coded, counts = np.unique(plays.astype(np.int64) * len(WINNERS) + winners, return_counts=True)
    return Distribution(
        {
            (int(code) // len(WINNERS), WINNERS[code % len(WINNERS)]): int(count)
            for code, count in zip(coded, counts, strict=True)
        },
        trials,
    )


@compiled
def count_sweeps(state: Stream, cards: Words, trials: int) -> int:
    """How many of `trials` shuffles of `cards` give A the higher card of each pair.

    Cards are drawn one at a time, and no more once B has a card that A's does not beat.
    """
    swept = 0
    for _ in range(trials):
        left = len(cards)
        while left:
            k = below(state, left)
            cards[k], cards[left - 1] = cards[left - 1], cards[k]
            k = below(state, left - 1)
            cards[k], cards[left - 2] = cards[left - 2], cards[k]
            if cards[left - 1] <= cards[left - 2]:
                break
            left -= 2
        swept += left == 0
    return swept


@compiled
def count_endings(counts: Words, state: Stream, cards: Words, trials: int, down: int) -> None:
    """Add to `counts` (battle, other, tie-0 .. tie-down, war-0 .. war-down) how each deal ends."""
    for _ in range(trials):
        left = len(cards)
        owed, at_war, decided = 0, False, 0
        while left:
            k = below(state, left)
            cards[k], cards[left - 1] = cards[left - 1], cards[k]
            k = below(state, left - 1)
            cards[k], cards[left - 2] = cards[left - 2], cards[k]
            x, y = cards[left - 1], cards[left - 2]
            left -= 2
            if owed:
                owed -= 1
            elif x == y:
                owed, at_war = down, True
            elif x > y:
                at_war, decided = False, 1
            else:
                left = -1
                break
        if left:
            counts[_OTHER] += 1
        elif at_war:
            counts[_ENDINGS + decided * (down + 1) + owed] += 1
        else:
            counts[_BATTLE] += 1


@compiled
def play_games(plays: Words, winners: Words, state: Stream, cards: Words, down: int) -> None:
    """Fill `plays` and `winners`, of shape (trials,), with the length and the winner of each game.

    Both hands are rings in one buffer, A's in the first half. Who takes the two cards of a battle,
    and in which order, is a matter of addresses instead of branches: neither can be predicted.
    """
    size = len(cards)
    ring = 1
    while ring < size:
        ring *= 2
    mask = ring - 1
    hands = np.empty(2 * ring, cards.dtype)
    table = np.empty(size, cards.dtype)
    top, end = np.zeros(2, np.int64), np.zeros(2, np.int64)
    coins, tossed = np.uint64(0), 64
    for game in range(len(plays)):
        shuffle(state, cards, 0, size)
        for k in range(size // 2):
            hands[k] = cards[k]
            hands[ring + k] = cards[size // 2 + k]
        top[0] = top[1] = 0
        end[0] = end[1] = size // 2
        played, on_table, owed = 0, 0, 0
        while end[0] > top[0] and end[1] > top[1]:
            played += 1
            x = hands[top[0] & mask]
            y = hands[ring + (top[1] & mask)]
            top[0] += 1
            top[1] += 1
            if owed == 0 and x != y and on_table == 0:
                if tossed == 64:
                    coins, tossed = word(state), 0
                swap = np.int64(coins & _ONE)
                coins >>= _ONE
                tossed += 1
                taker = np.int64(y > x)
                at = end[taker]
                hands[taker * ring + ((at + swap) & mask)] = x
                hands[taker * ring + ((at + 1 - swap) & mask)] = y
                end[taker] = at + 2
                continue
            table[on_table], table[on_table + 1] = x, y
            on_table += 2
            if owed:
                owed -= 1
            elif x == y:
                owed = down
            else:
                shuffle(state, table, 0, on_table)
                taker = np.int64(y > x)
                for k in range(on_table):
                    hands[taker * ring + ((end[taker] + k) & mask)] = table[k]
                end[taker] += on_table
                on_table = 0
        plays[game] = played
        winners[game] = 0 if end[0] > top[0] else (1 if end[1] > top[1] else 2)
