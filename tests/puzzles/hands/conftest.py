"""The table of the fewest moves, for what is compared with it."""

from itertools import pairwise

import numpy as np
import pytest

from sweepstake.puzzles.hands.distance import new_table, settle, word
from sweepstake.puzzles.hands.rules import collapsed

MOST_RUNS = 8


@pytest.fixture(scope="package")
def distance():
    """The fewest moves that the table has for a hand of up to eight runs."""
    table = new_table(MOST_RUNS)
    for runs in range(1, MOST_RUNS + 1):
        settle(table, runs)

    def of(hand):
        joints = [a ^ b for a, b in pairwise(collapsed(hand))]
        return int(table[word(np.array(joints, np.int64))]) if hand else 0

    return of
