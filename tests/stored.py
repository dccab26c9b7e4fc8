"""Chunks of two points, as a worker would store them, and what is read back."""

from fractions import Fraction
from math import log10

import pyarrow as pa
import pyarrow.parquet as pq

from sweepstake.core.distribution import event
from sweepstake.plan import chunks
from sweepstake.puzzle import register
from sweepstake.store import export, parquet
from sweepstake.store.gather import Gathering
from sweepstake.store.points import declared, whole
from sweepstake.store.rows import Computed
from sweepstake.store.schema import schema
from sweepstake.store.shards import KEY, Origin

QUESTION = register.question("war_sweep")
SAMPLED, WHOLE = b"a" * 32, b"b" * 32


def chunk(point, number=0, trials=0):
    """The row of a chunk of one of the two points."""
    place, suits, method = (0, 1, "exact") if point == WHOLE else (1, 2, "simulate")
    named = {"place": place, "ranks": 2, "suits": suits, "method": method, "point": point}
    return named | {"chunk": number, "trials": trials, "cost": 1.0}


EXACT = (chunk(WHOLE), Computed.of(QUESTION, "exact", event(1, 2), 0.1))


def sampled(number, ways, trials):
    """A chunk of the sampled point with its answer."""
    return chunk(SAMPLED, number, trials), Computed.of(
        QUESTION, "sampled", event(ways, trials), 0.1
    )


def origin(task="t"):
    return Origin(task, "here/1", "2026-01-01T00:00:00+00:00", {"python": "3"})


def rows(some):
    """Chunks as a table."""
    return pa.Table.from_pylist([row for row, _ in some], chunks.chunk_schema(QUESTION))


def put(store, *some, task="t"):
    """Store chunks with their answers as one shard."""
    return store.write(rows(some), [computed for _, computed in some], origin(task))


def found(store, *some):
    """Where chunks are stored."""
    return store.index().found(rows(some))


def gathered(store, *some):
    """The stored rows of chunks."""
    index = store.index()
    return Gathering(store, index.shards).rows(index.found(rows(some)))


def table(store, *some):
    """The rows that stored chunks make in a sweep's table."""
    stored = gathered(store, *some)
    return export.pooled(QUESTION, stored.append_column("place", rows(some)["place"]))


def stored(store):
    """The keys of all stored chunks."""
    return keys(store.index().table)


def keys(table):
    """The keys of some chunks."""
    return {tuple(row.values()) for row in table.select(KEY).to_pylist()}


def key(one):
    """The key of a chunk with its answer."""
    return tuple(one[0][name] for name in KEY)


def flipped(path):
    """The file at `path`, some bits of its rows turned over; what it says of itself is intact."""
    content = bytearray(path.read_bytes())
    group = pq.read_metadata(path).row_group(0)
    names = [group.column(k).path_in_schema for k in range(group.num_columns)]
    column = group.column(next(k for k, name in enumerate(names) if name.startswith("answer")))
    begin = column.dictionary_page_offset or column.data_page_offset
    content[begin + column.total_compressed_size - 1] ^= 0xFF
    path.write_bytes(bytes(content))
    return path


def write(frame, question, results, name):
    """Store `frame` as the sweep `name`."""
    keys = [*question.parameter, "method", *(column.name for column in question.outcomes)]
    made = pa.Table.from_pandas(frame.sort_values(keys), schema(question), preserve_index=False)
    parquet.write(made, results / "data" / f"{name}.parquet", results / ".points")


def points_of(frame, question):
    """The points whose rows `frame` has."""
    table = pa.Table.from_pandas(frame, schema(question), preserve_index=False)
    columns = declared(question)
    return whole(question, table.select(columns.names).cast(columns))


def write_decks(decks, results, name):
    """Store a sweep of war_sweep: so many decks by formula, independent and simulate."""
    parts = (range(begin, min(begin + 2_000, decks)) for begin in range(0, decks, 2_000))
    rows = ([row for deck in part for row in _deck(deck)] for part in parts)
    made = (pa.Table.from_pylist(some, schema(QUESTION)) for some in rows)
    with parquet.writing(results / "data" / f"{name}.parquet", results / ".points") as write_group:
        for part in made:
            write_group(part)


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
