"""Pieces of two points, as a worker would store them, and what is read back."""

import numpy as np

from sweepstake import puzzles
from sweepstake.core.distribution import event
from sweepstake.store import keys, tables
from sweepstake.store.pieces import Origin
from sweepstake.store.rows import Computed

QUESTION = puzzles.question("war_sweep")
SAMPLED, WHOLE = "a" * 64, "b" * 64
POINTS = {
    "ranks": [2, 2],
    "suits": [2, 1],
    "method": ["simulate", "exact"],
    "trials": [30, 0],
}
EXACT = Computed((WHOLE, 0, 0), "exact", event(1, 2), 0.1)


def origin(task="t"):
    return Origin(task, "here/1", "2026-01-01T00:00:00+00:00", {"python": "3"})


def sampled(chunk, ways, trials):
    return Computed((SAMPLED, chunk, trials), "sampled", event(ways, trials), 0.1)


def stored(points):
    """The keys of all pieces in the store."""
    return set(map(bytes, points.index().keys))


def wanted(points, numbers):
    """Pieces to be read, by key with the number that each goes by."""
    return points.index().wanted(keys.packed(list(numbers)), np.array([*numbers.values()]))


def table(points, numbers):
    """The finished table of some pieces."""
    rows = points.gather(wanted(points, numbers))
    return tables.finished(QUESTION, POINTS, [rows])
