"""Importance sampling of War's rare endings: every drawn pair is one that B does not win.

A deal is drawn pair by pair. Each pair is drawn uniformly from the pairs of the remaining cards
that B does not win, and the share of these pairs among all is a factor of the deal's weight. So the
mean weight is the probability (sequential importance sampling; Kong, Liu and Wong 1994).

With wars the weights become unequal, because face-down pairs may be any pairs and have no factor.
Then a trial is `PARTICLES` deals that are resampled together, and its weight is their mean
(sequential Monte Carlo).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.particles import resampled
from sweepstake.core.stream import Stream, below
from sweepstake.core.weighted import Weighted, event, merged, sums

from .rules import endings

Words = NDArray[Any]

BLOCK = 4096
"""The number of trials whose weights are in memory at a time."""
PARTICLES = 128
"""The number of deals in a trial; enough for correct results with 1,600 cards."""
_BATTLE, _ENDINGS = 0, 1


def sweep(stream: Stream, trials: int, ranks: int, suits: int) -> Weighted:
    """The weights of deals in which A wins every battle."""
    weights = np.empty(trials)
    weigh_sweeps(weights, stream, ranks, suits)
    return event(weights)


def rush(stream: Stream, trials: int, ranks: int, suits: int, down: int) -> Weighted:
    """The weights of deals in which B never wins a play, by how the dealt cards run out.

    A trial is two sets of `PARTICLES` deals. In the first set all face-up pairs tie, which is rare
    even among deals without a win for B; in the second set they are drawn from all pairs that B
    does not win. So the weights of a trial need not sum to 1, and the weight of `other`, 1 minus
    their sum, may be slightly negative.
    """
    names = endings(down)
    parts = []
    for begin in range(0, trials, BLOCK):
        weights = np.zeros((min(BLOCK, trials - begin), len(names)))
        weigh_endings(weights, stream, ranks, suits, down, PARTICLES)
        weights_of = {name: weights[:, k] for k, name in enumerate(names) if weights[:, k].any()}
        weights_of["other"] = 1.0 - weights.sum(axis=1)
        parts += [(name, (len(weights), *sums(part))) for name, part in weights_of.items()]
    return merged(parts, trials)


@compiled
def weigh_sweeps(weights: Words, state: Stream, ranks: int, suits: int) -> None:
    """Fill `weights`, float64 of shape (trials,), with the weights of deals that A sweeps."""
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
def weigh_endings(
    weights: Words, state: Stream, ranks: int, suits: int, down: int, particles: int
) -> None:
    """Fill `weights`, of shape (trials, endings): battle, tie-0 .. tie-down, war-0 .. war-down.

    A row of `deals` has the number of cards left of each rank, then the cards owed face down, 1 if
    a war is under way, and 1 if A has won before.
    """
    owed, at_war, decided = ranks, ranks + 1, ranks + 2
    deals = np.empty((particles, ranks + 3), np.int64)
    before = np.empty_like(deals)
    deal_weights, sources = np.empty(particles), np.empty(particles, np.int64)
    for trial in range(len(weights)):
        for only_ties in (True, False):
            deals[:, :ranks], deals[:, ranks:] = suits, 0
            deal_weights[:] = 1.0
            scale, cards = 1.0 / particles, ranks * suits
            while cards and scale > 0.0:
                total = 0.0
                for k in range(particles):
                    if deal_weights[k] > 0.0 and not deals[k, owed]:
                        tied, won = ways(deals[k, :ranks], cards)
                        kept = tied if only_ties else tied + won
                        deal_weights[k] *= kept / (cards * (cards - 1))
                    total += deal_weights[k]
                if total == 0.0:
                    scale = 0.0
                elif resampled(deals, deal_weights, state, before, sources):
                    scale *= total / particles
                for k in range(particles):
                    if total > 0.0 and deal_weights[k] > 0.0:
                        draw_on(deals[k, :ranks], deals[k, owed:], state, cards, only_ties, down)
                cards -= 2
            for k in range(particles):
                if only_ties == (deals[k, at_war] and not deals[k, decided]):
                    ending = _BATTLE
                    if deals[k, at_war]:
                        ending = _ENDINGS + deals[k, decided] * (down + 1) + deals[k, owed]
                    weights[trial, ending] += scale * deal_weights[k]


@inlined
def draw_on(
    left: Words, then: Words, state: Stream, cards: int, only_ties: bool, down: int
) -> None:
    """Draw the next pair of a deal; `then` has the last three columns of its row in `deals`."""
    if then[0]:
        draw_any(left, state, cards)
        draw_any(left, state, cards - 1)
        then[0] -= 1
        return
    tied, won = ways(left, cards)
    if only_ties or below(state, tied + won) < tied:
        draw_tied(left, state, tied)
        then[0], then[1] = down, 1
    else:
        draw_won(left, state, won)
        then[1], then[2] = 0, 1


@inlined
def ways(left: Words, cards: int) -> tuple[int, int]:
    """The number of ordered pairs of the cards left that tie, and that the first player wins."""
    tied = 0
    for rank in range(len(left)):
        tied += left[rank] * (left[rank] - 1)
    return tied, (cards * (cards - 1) - tied) // 2


@inlined
def draw_won(left: Words, state: Stream, won: int) -> None:
    """Draw one of the `won` pairs that the first player wins, with equal probability.

    A deck has at most 4,800 cards, so it has fewer than 2**31 pairs.
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
    """Draw one of the `tied` pairs that tie, with equal probability."""
    k = below(state, tied)
    rank = 0
    while k >= left[rank] * (left[rank] - 1):
        k -= left[rank] * (left[rank] - 1)
        rank += 1
    left[rank] -= 2


@inlined
def draw_any(left: Words, state: Stream, cards: int) -> None:
    """Draw one of the cards left, with equal probability."""
    take(left, below(state, cards))


@inlined
def take(left: Words, k: int) -> None:
    """Take card number `k` of the cards left, counted from the lowest rank."""
    rank = 0
    while k >= left[rank]:
        k -= left[rank]
        rank += 1
    left[rank] -= 1
