"""Kernels written by hand for games of the gallery, which the compiled rules are held against."""

from __future__ import annotations

import numpy as np

from sweepstake.core.kernels import compiled
from sweepstake.core.stream import below


@compiled
def ruin(stream, trials, stake, goal, wins, of):
    """How many gamblers reach the goal, if each bet is won with the chance `wins` / `of`."""
    reached = 0
    for _ in range(trials):
        holds = stake
        while 0 < holds < goal:
            holds += 1 if below(stream, of) < wins else -1
        reached += holds == goal
    return np.int64(reached)


@compiled
def craps(stream, trials, rolls):
    """How many hands last so many rolls."""
    lasted = 0
    for _ in range(trials):
        point, done = 0, 1
        while done < rolls:
            pips = below(stream, 6) + below(stream, 6) + 2
            if point == 0:
                point = pips if 4 <= pips <= 10 and pips != 7 else 0
            elif pips == 7:
                break
            elif pips == point:
                point = 0
            done += 1
        lasted += done == rolls
    return np.int64(lasted)
