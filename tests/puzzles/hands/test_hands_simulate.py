"""Hands dealt and searched, against the exact answers."""

from collections import Counter
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest

from sweepstake.core.stream import stream
from sweepstake.puzzles.hands import formula, simulate
from sweepstake.puzzles.hands.fewest import fewest, needed
from sweepstake.puzzles.hands.rules import SUITS, collapsed

TRIALS = 40_000


def standard_errors(sample, truth, outcome):
    p = float(truth[outcome])
    error = sqrt(max(p * (1 - p), 1 / TRIALS) / TRIALS)
    return abs(float(sample[outcome]) - p) / error


@pytest.mark.parametrize("cards", [0, 1, 4, 5, 7, 10, 13])
def test_orderable_hands_are_within_five_standard_errors(cards):
    sample = simulate.orderable(stream(2, "orderable", cards), TRIALS, cards=cards)
    assert sample.total == TRIALS
    assert standard_errors(sample, formula.orderable(cards), True) < 5


def test_all_hands_are_dealt_equally_often():
    state, deck, hand = stream(4, "deals"), np.arange(4, dtype=np.uint8), np.empty(2, np.uint8)
    dealt = Counter()
    for _ in range(12_000):
        simulate.deal(hand, state, deck, 2)
        dealt[tuple(hand.tolist())] += 1
    assert all(abs(dealt[pair] - 1_000) < 5 * 31 for pair in permutations(range(4), 2))


@pytest.mark.parametrize("cards", [0, 1, 3, 5, 7, 8])
def test_fewest_moves_are_within_five_standard_errors(cards):
    truth = fewest(cards)
    sample = simulate.fewest(stream(3, "moves", cards), TRIALS, cards=cards)
    assert sum(sample.counts.values()) == TRIALS
    assert set(sample) <= set(truth)
    assert all(standard_errors(sample, truth, count) < 5 for count in truth)


@pytest.mark.parametrize("runs", range(1, 8))
def test_the_search_tells_just_the_hands_that_so_many_moves_order(runs):
    answers, every = Counter(), simulate.all_moves(runs)
    hands, search = np.empty((runs + 1, runs), np.uint8), np.empty((runs + 1, 2), np.int64)
    for hand in product(SUITS, repeat=runs):
        if hand[0] == 0 and collapsed(hand) == hand:
            hands[0], moves, suits = hand, needed(hand), len(set(hand))
            answers[simulate.within(hands, search, every, runs, suits, moves)] += 1
            if moves:
                answers[not simulate.within(hands, search, every, runs, suits, moves - 1)] += 1
    assert answers[True] >= 3 ** (runs - 1)
    assert not answers[False]
