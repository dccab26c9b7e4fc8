"""A puzzle whose chunks take a known time on any machine, and hardly any of its processor.

For tests that need a sweep to last: what they wait for comes on a fast and on a busy machine alike.
"""

import time
from functools import partial
from math import comb

import numpy as np

from sweepstake.core.distribution import Distribution
from sweepstake.core.stream import generator
from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question

SECONDS, LONG = 0.1, 2.0
"""How long a chunk waits; the longer time is for sweeps that last minutes."""
CHUNK = 1024
"""The trials of a chunk, for each is predicted to take a millisecond."""


def counted(coins):
    return Distribution({heads: comb(coins, heads) for heads in range(coins + 1)}, 2**coins)


def tossed(stream, trials, coins, seconds=SECONDS):
    time.sleep(seconds)
    heads = generator(stream).binomial(coins, 0.5, trials)
    outcomes, counts = np.unique(heads, return_counts=True)
    return Distribution(dict(zip(outcomes.tolist(), counts.tolist(), strict=True)), trials)


PUZZLE = Puzzle(
    name="waiting",
    questions=(
        Question(
            name="waiting_heads",
            text="How many coins show heads, when one waits before the toss?",
            parameters=(Parameter("coins", "number of coins", 1, 20),),
            outcomes=(Column("heads", "int", "coins that show heads"),),
            methods={
                "exact": Method(counted, "exact"),
                "simulate": Method(tossed, "sampled", lambda coins: 1e-3),
                "dawdle": Method(partial(tossed, seconds=LONG), "sampled", lambda coins: 1e-3),
            },
        ),
    ),
)


def config(chunks, *names, method="simulate"):
    """A config of sweeps of so many chunks that wait, besides exact points.

    Each sweep has its own four points, so that none finds what another has stored.
    """
    methods = {method: {"trials": chunks // 4 * CHUNK}, "exact": None}
    sweeps = {}
    for place, name in enumerate(names or ("waits",)):
        coins = range(4 * place + 1, 4 * place + 5)
        points = [{"grid": {"coins": [*coins]}, "methods": methods}]
        sweeps[name] = {"question": "waiting_heads", "points": points}
    return {"puzzles": [__file__], "sweeps": sweeps}
