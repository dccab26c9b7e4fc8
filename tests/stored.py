"""Pieces of two points, as a worker would store them, and what is read back; whole tables."""

from fractions import Fraction
from math import log10

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sweepstake.core.distribution import event
from sweepstake.puzzle import register
from sweepstake.store import keys, tables
from sweepstake.store.rows import Computed
from sweepstake.store.schema import schema
from sweepstake.store.shards import Origin

QUESTION = register.question("war_sweep")
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


def write(frame, question, results, name):
    """Store `frame` as the sweep `name`."""
    keys = [*question.parameter, "method", *(column.name for column in question.outcomes)]
    made = pa.Table.from_pandas(frame.sort_values(keys), schema(question), preserve_index=False)
    tables.write_sweep(results, name, [made])


def write_decks(decks, results, name):
    """Store a sweep of war_sweep: so many decks by formula, independent and simulate."""
    parts = (range(begin, min(begin + 2_000, decks)) for begin in range(0, decks, 2_000))
    rows = ([row for deck in part for row in _deck(deck)] for part in parts)
    made = (pa.Table.from_pylist(some, schema(QUESTION)) for some in rows)
    tables.write_sweep(results, name, made)


def _deck(number):
    at = {"ranks": 2 + number // 12, "suits": 1 + number % 12}
    won, trials = Fraction(10**20 + number, 10**21 + 7 * number), 1_000
    wins = trials // 10 + number % 20
    for method in ("formula", "independent", "simulate"):
        for swept, p, count in ((False, 1 - won, trials - wins), (True, won, wins)):
            share = count / trials if method == "simulate" else float(p)
            row = {**at, "method": method, "swept": swept, "probability": share}
            row["log10_probability"] = log10(share)
            row["exact"] = str(p) if method == "formula" else None
            if method == "simulate":
                error = (share * (1 - share) / trials) ** 0.5
                row |= {"count": count, "trials": trials, "standard_error": error}
            yield row
