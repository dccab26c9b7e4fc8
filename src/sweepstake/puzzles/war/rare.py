"""War's rare endings by weighted deals: cards are drawn only so that what is rare goes on.

A deal is drawn pair by pair. Of all pairs that the cards left could make, one of those that B does
not win is drawn, and the share of those is a factor of the deal's weight. So every deal counts, and
its weight is on average the probability (sequential importance sampling; Kong, Liu and Wong 1994).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.stream import Stream, below
from sweepstake.core.weighted import Weighted, event, merged, sums

Words = NDArray[Any]

BLOCK = 4096
"""Trials whose weights are in memory at a time."""
_BATTLE, _ENDINGS = 0, 1


def sweep(stream: Stream, trials: int, ranks: int, suits: int) -> Weighted:
    """The weights of deals in which A wins every battle."""
    weights = np.empty(trials)
    weigh_sweeps(weights, stream, ranks, suits)
    return event(weights)


def rush(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Weighted:
    """The weights of deals that B never wins a play of, by how the dealt cards run out.

    A trial is two deals: one of ties alone, for they are rare even among these, and one in which
    each pair that faces up is drawn from those that B does not win. So the weights of a trial need
    not sum to 1, and that of `other`, which is what is left of 1, may be a little below 0.
    """
    names = ["battle", *(f"{w}-{k}" for w in ("tie", "war") for k in range(down + 1))]
    parts = []
    for begin in range(0, trials, BLOCK):
        weights = np.zeros((min(BLOCK, trials - begin), len(names)))
        weigh_endings(weights, stream, ranks, suits, down)
        met = {name: weights[:, k] for k, name in enumerate(names) if weights[:, k].any()}
        met["other"] = 1.0 - weights.sum(axis=1)
        parts += [(name, (len(weights), *sums(its))) for name, its in met.items()]
    return merged(parts, trials)


@compiled
def weigh_sweeps(weights: Words, state: Stream, ranks: int, suits: int) -> None:
    """Fill `weights`, float64 of shape (trials,)."""
    left = np.empty(ranks, np.int64)
    for trial in range(len(weights)):
        left[:] = suits
        cards, weight = ranks * suits, 1.0
        while cards and weight > 0.0:
            _, won = ways(left, cards)
            weight *= won / (cards * (cards - 1))
            if won:
                draw_won(left, state, won)
            cards -= 2
        weights[trial] = weight


@compiled
def weigh_endings(weights: Words, state: Stream, ranks: int, suits: int, down: int) -> None:
    """Fill `weights`, of shape (trials, endings): battle, tie-0 .. tie-down, war-0 .. war-down."""
    left = np.empty(ranks, np.int64)
    for trial in range(len(weights)):
        for only_ties in (True, False):
            left[:] = suits
            cards, weight = ranks * suits, 1.0
            owed, at_war, decided = 0, False, 0
            while cards and weight > 0.0:
                total = cards * (cards - 1)
                if owed:
                    draw_any(left, state, cards)
                    draw_any(left, state, cards - 1)
                    owed -= 1
                else:
                    tied, won = ways(left, cards)
                    kept = tied if only_ties else tied + won
                    weight *= kept / total
                    if not kept:
                        pass
                    elif only_ties or below(state, kept) < tied:
                        draw_tied(left, state, tied)
                        owed, at_war = down, True
                    else:
                        draw_won(left, state, won)
                        at_war, decided = False, 1
                cards -= 2
            if weight > 0.0 and only_ties == (at_war and not decided):
                ending = _ENDINGS + decided * (down + 1) + owed if at_war else _BATTLE
                weights[trial, ending] = weight


@inlined
def ways(left: Words, cards: int) -> tuple[int, int]:
    """How many ordered pairs of the cards left tie, and how many the first player wins."""
    tied = 0
    for rank in range(len(left)):
        tied += left[rank] * (left[rank] - 1)
    return tied, (cards * (cards - 1) - tied) // 2


@inlined
def draw_won(left: Words, state: Stream, won: int) -> None:
    """Draw a pair that the first player wins, each of the `won` as likely as any other.

    A deck has at most 4,800 cards, so their pairs are fewer than 2**31.
    """
    k = below(state, won)
    rank, lower = 0, 0
    while k >= left[rank] * lower:
        k -= left[rank] * lower
        lower += left[rank]
        rank += 1
    left[rank] -= 1
    take(left, k % lower)


@inlined
def draw_tied(left: Words, state: Stream, tied: int) -> None:
    """Draw a pair that ties, each of the `tied` as likely as any other."""
    k = below(state, tied)
    rank = 0
    while k >= left[rank] * (left[rank] - 1):
        k -= left[rank] * (left[rank] - 1)
        rank += 1
    left[rank] -= 2


@inlined
def draw_any(left: Words, state: Stream, cards: int) -> None:
    """Draw one of the cards left."""
    take(left, below(state, cards))


@inlined
def take(left: Words, k: int) -> None:
    """Take card `k` of those left, from the lowest rank on."""
    rank = 0
    while k >= left[rank]:
        k -= left[rank]
        rank += 1
    left[rank] -= 1
