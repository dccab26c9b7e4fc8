"""Importance sampling of orderable hands: only cards that keep the hand orderable are dealt.

Adding a card never makes an unorderable hand orderable. So each card is drawn from the cards that
keep the hand orderable, in proportion to the probability that it stays orderable if the suits of
all later cards are uniform (`hopes`); the deal's weight corrects for this. Over many cards the
weights become unequal, so a trial is `PARTICLES` deals that are resampled together, and its weight
is their mean (sequential Monte Carlo). Each factor of the weight is the same whichever card is
dealt, so it is known before the deals are resampled.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sweepstake.core.kernels import compiled, inlined
from sweepstake.core.particles import resampled, uniform
from sweepstake.core.stream import Stream
from sweepstake.core.weighted import Weighted, event

from .formula import orderable_patterns
from .rules import DECK, RANKS, SUITS, with_card

PARTICLES = 256
Numbers = NDArray[Any]


def orderable(stream: Stream, trials: int, cards: int) -> Weighted:
    """The weights of hands that at most one block move orders."""
    weights = np.empty(trials)
    weigh_hands(weights, stream, steps(), hopes(), cards, PARTICLES)
    return event(weights)


@cache
def steps() -> NDArray[np.int64]:
    """The number of each collapsed hand after one more card of each suit: int64, shape (514, 4).

    Orderable hands are numbered 1, 2, ..., beginning with the empty hand; all others have 0.
    """
    hands = sorted(orderable_patterns(), key=len)
    number = {hand: place for place, hand in enumerate(hands, 1)}
    rows = [[number.get(with_card(hand, suit), 0) for suit in SUITS] for hand in hands]
    return np.array([[0] * len(SUITS), *rows])


@cache
def hopes() -> NDArray[np.float64]:
    """The probability that each hand stays orderable for 0 to 52 more cards: shape (53, 514)."""
    after = np.ones((DECK + 1, len(steps())))
    after[:, 0] = 0.0
    for cards in range(DECK):
        after[cards + 1, 1:] = after[cards][steps()[1:]].mean(axis=1)
    return after


@compiled
def weigh_hands(
    weights: Numbers, state: Stream, step: Numbers, hope: Numbers, cards: int, particles: int
) -> None:
    """Fill `weights`, float64 of shape (trials,), with the mean weights of hands of `cards` cards.

    `held` has, for each deal, the number of its collapsed hand and the cards left of each suit.
    """
    columns = 1 + step.shape[1]
    held = np.empty((particles, columns), np.int64)
    before = np.empty_like(held)
    deal_weights, sources = np.empty(particles), np.empty(particles, np.int64)
    for trial in range(len(weights)):
        held[:, 0], held[:, 1:] = 1, RANKS
        deal_weights[:] = hope[cards, 1]
        scale = 1.0
        for dealt in range(cards):
            after, total = hope[cards - dealt - 1], 0.0
            for k in range(particles):
                now = hope[cards - dealt, held[k, 0]]
                if now > 0.0:
                    deal_weights[k] *= hoped(held[k], step, after) / (now * (DECK - dealt))
                total += deal_weights[k]
            if total == 0.0:
                break
            if resampled(held, deal_weights, state, before, sources):
                scale *= total / particles
            for k in range(particles):
                if deal_weights[k] > 0.0:
                    deal(held[k], state, step, after)
        weights[trial] = scale * deal_weights.mean()


@inlined
def hoped(held: Numbers, step: Numbers, after: Numbers) -> float:
    """The sum, over the cards left, of the hope (see `hopes`) of the hand with that card."""
    total = 0.0
    for suit in range(step.shape[1]):
        total += held[1 + suit] * after[step[held[0], suit]]
    return total


@inlined
def deal(held: Numbers, state: Stream, step: Numbers, after: Numbers) -> None:
    """Deal one of the cards left, with probability proportional to the hope of its hand."""
    at = uniform(state) * hoped(held, step, after)
    last = -1
    for suit in range(step.shape[1]):
        share = held[1 + suit] * after[step[held[0], suit]]
        if share > 0.0:
            last = suit
            if at < share:
                break
            at -= share
    held[1 + last] -= 1
    held[0] = step[held[0], last]
