"""Simulates War: compiled kernels that count how games end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution, event
from sweepstake.core.kernels import compiled
from sweepstake.core.stream import Stream, below

from .kernels.games import HIGHEST, PLAYS, WINNER, WINNERS, counted, packed
from .rules import APART, deck, endings

Words = NDArray[Any]

_BATTLE, _ENDINGS, _OTHER = 0, 1, -1


def sweep(stream: Stream, trials: int, ranks: int, suits: int) -> Distribution:
    """In how many of `trials` deals A wins every battle, with no war."""
    return event(int(count_sweeps(stream, packed(deck(ranks, suits)), trials)), trials)


def rush(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Distribution:
    """How the dealt cards run out in each of `trials` deals."""
    names = [*endings(down), "other"]
    counts = np.zeros(len(names), np.int64)
    count_endings(counts, stream, packed(deck(ranks, suits)), trials, down)
    return Distribution({n: int(c) for n, c in zip(names, counts, strict=True) if c}, trials)


def length(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Distribution:
    """The plays and the winner of each of `trials` games."""
    games = counted(stream, packed(deck(ranks, suits)), trials, down, (PLAYS, WINNER))
    return Distribution({(plays, WINNERS[who]): n for (plays, who), n in games.items()}, trials)


def aces(
    stream: Stream, trials: int, ranks: int, suits: int, down: int, hands: str
) -> Distribution:
    """The number of A's highest cards, the plays and the winner of each of `trials` games."""
    apart = suits if hands == APART else 0
    cards = packed(deck(ranks, suits)[:: -1 if apart else 1])
    games = counted(stream, cards, trials, down, (HIGHEST, PLAYS, WINNER), apart)
    return Distribution(
        {(aces, plays, WINNERS[who]): n for (aces, plays, who), n in games.items()}, trials
    )


@compiled
def count_sweeps(state: Stream, cards: Words, trials: int) -> int:
    """The number of shuffles of `cards`, out of `trials`, that give A the higher card of each pair.

    Cards are drawn one at a time, until A's card does not beat B's.
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
    """Count in `counts` how deals end: battle, tie-0 .. tie-down, war-0 .. war-down, other."""
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
