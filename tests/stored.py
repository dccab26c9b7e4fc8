"""Pieces of two points, as a worker would store them, and what is read back."""

import numpy as np
import pyarrow.parquet as pq

from sweepstake import puzzles
from sweepstake.core.distribution import event
from sweepstake.store import keys, tables
from sweepstake.store.pieces import Origin
from sweepstake.store.rows import Computed

QUESTION = puzzles.question("war_sweep")
SAMPLED, WHOLE = "a" * 64, "b" * 64
POINTS = {
    "ranks": np.array([2, 2]),
    "suits": np.array([1, 2]),
    "method": np.array(["exact", "simulate"], object),
    "trials": np.array([0, 30]),
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
    [made] = tables.finished(QUESTION, POINTS, [rows])
    return made


def flipped(path):
    """The file at `path`, some bits of its rows turned over; what it says of itself is intact."""
    content = bytearray(path.read_bytes())
    column = pq.read_metadata(path).row_group(0).column(2)
    begin = column.dictionary_page_offset or column.data_page_offset
    content[begin + column.total_compressed_size - 1] ^= 0xFF
    path.write_bytes(bytes(content))
    return path
