"""War by playing it: compiled kernels that fill an array with the outcome of each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution, event
from sweepstake.core.kernels import compiled
from sweepstake.core.stream import Stream, below, shuffle, word
from sweepstake.puzzles.war.rules import deck

Words = NDArray[Any]

_ONE = np.uint64(1)
_COINS = 64
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

    Both players' cards stand in one buffer, A's in the first half and B's in the second, and both
    play their cards from the same place on: card t of either half in play t. So the play, and how
    many cards A holds, are all that has to be kept. Who takes the two cards of a battle, and in
    which order, is a matter of addresses instead of branches, for neither can be predicted.
    """
    size = len(cards)
    room = 8 * (size + _COINS)
    hands = np.empty(2 * room, cards.dtype)
    for game in range(len(plays)):
        shuffle(state, cards, 0, size)
        for k in range(size // 2):
            hands[k], hands[room + k] = cards[k], cards[size // 2 + k]
        t, moved = 0, 0
        a = b = size // 2
        while a and b:
            if t + 2 * size + _COINS >= room:
                for k in range(size):
                    hands[k], hands[room + k] = hands[t + k], hands[room + t + k]
                t, moved = 0, moved + t
            t, a, b = battles(hands, room, t, a, b, state)
            if a and b and hands[t] == hands[room + t]:
                t, a, b = war(hands, room, t, a, b, down, state)
        plays[game] = moved + t
        winners[game] = 0 if a else (1 if b else 2)


@compiled
def battles(hands: Words, room: int, t: int, a: int, b: int, state: Stream) -> tuple[int, int, int]:
    """The play, and A's and B's cards, after battles up to a tie, to the end, or 64 of them.

    Nobody runs out sooner than after as many plays as the shorter hand has cards, so the end is
    looked for only then. `end_a` and `end_b` are where the next cards taken go.
    """
    coins, left = word(state), _COINS
    size = a + b
    tie = False
    while a and b and left and not tie:
        sure = min(a, b, left)
        left -= sure
        end_a, end_b = t + a, room + t + b
        for _ in range(sure):
            x, y = hands[np.uintp(t)], hands[np.uintp(room + t)]
            if x == y:
                tie = True
                break
            t += 1
            b_wins: Any = y > x
            at = end_b if b_wins else end_a
            coin = np.int64(coins & _ONE)
            coins >>= _ONE
            hands[np.uintp(at + coin)] = x
            hands[np.uintp(at + 1 - coin)] = y
            end_a += 2 - 2 * b_wins
            end_b += 2 * b_wins
        a = end_a - t
        b = size - a
    return t, a, b


@compiled
def war(
    hands: Words, room: int, t: int, a: int, b: int, down: int, state: Stream
) -> tuple[int, int, int]:
    """The play, and A's and B's cards, after a war that begins with the tie of play t.

    If a player runs out before it is decided, the table's cards are nobody's and the game is over.
    """
    start, x, y = t, hands[t], hands[room + t]
    t, a, b = t + 1, a - 1, b - 1
    while x == y:
        left = min(a, b)
        if left <= down:
            return t + left, a - left, b - left
        t, a, b = t + down + 1, a - down - 1, b - down - 1
        x, y = hands[t - 1], hands[room + t - 1]
    b_wins: Any = np.int64(y > x)
    table = t - start
    at = t + a + b_wins * (room + b - a)
    for k in range(table):
        hands[np.uintp(at + k)] = hands[np.uintp(start + k)]
        hands[np.uintp(at + table + k)] = hands[np.uintp(room + start + k)]
    shuffle(state, hands, at, at + 2 * table)
    return t, a + 2 * table * (1 - b_wins), b + 2 * table * b_wins
