"""Chunks of two points, as a run stores them, and what is read back."""

from fractions import Fraction
from itertools import accumulate, pairwise
from math import log10

import numpy as np
import pyarrow as pa

from sweepstake.config.points import Points, point_schema
from sweepstake.core.distribution import event
from sweepstake.plan import chunks as locations
from sweepstake.plan.chunks import CHUNKS, KEY, with_params
from sweepstake.puzzle import register
from sweepstake.puzzle.answer import Computed
from sweepstake.store import export, parquet
from sweepstake.store import rows as stored_rows
from sweepstake.store.compaction import compacted as compacting
from sweepstake.store.export import Gathering
from sweepstake.store.parquet import schema
from sweepstake.store.points import whole

QUESTION = register.question("toy_won")
WHOLE, SAMPLED = 0, 1
METHODS, SEED, SOURCE = ("exact", "simulate"), 1, "a" * 16
POINTS = Points(
    "toy_won",
    SEED,
    (),
    pa.Table.from_pylist(
        [
            {"coins": 2, "sides": 1, "method": "exact", "trials": 0, "_until": -1},
            {"coins": 2, "sides": 2, "method": "simulate", "trials": 10, "_until": -1},
        ]
    ).cast(point_schema(QUESTION)),
)


def chunk(point, number=0, trials=0):
    """The row of a chunk of one of the two points."""
    return {"_place": point, "chunk": number, "trials": trials, "_cost": 1.0}


EXACT = (chunk(WHOLE), Computed.of(QUESTION, "exact", event(1, 2), 0.1))


def sampled(number, ways, trials):
    """A chunk of the sampled point with its answer."""
    return chunk(SAMPLED, number, trials), Computed.of(
        QUESTION, "sampled", event(ways, trials), 0.1
    )


def origin(task="t"):
    when, versions = "2026-01-01T00:00:00+00:00", '{"python": "3"}'
    return {"task": task, "worker": "here/1", "started": when, "versions": versions}


MANY = [EXACT, *(sampled(number, number % 7, 10) for number in range(20))]
"""Chunks of both points."""


def rows(some):
    """Chunks as a table."""
    return pa.Table.from_pylist([row for row, _ in some], CHUNKS)


def partition(store, point):
    """Where the chunks of one of the two points are."""
    return store.partition(METHODS[point], SOURCE, SEED if point == SAMPLED else None)


def paths(store):
    """All shards."""
    return sorted(path for one in store.partitions() for path in one.paths())


def put_answers(partition, chunks, answers, task="t"):
    """Store chunks of one method with their answers, as a shard."""
    filled = stored_rows.of_shard(partition.store.question, chunks, answers, origin(task))
    return partition.write_rows(stored_rows.grouped(filled))


def put(store, *some, task="t"):
    """Store chunks with their answers, as one shard for each of the two points."""
    shards = []
    for point in (WHOLE, SAMPLED):
        own = [one for one in some if one[0]["_place"] == point]
        if own:
            chunks = with_params(POINTS, rows(own))
            answers = stored_rows.answers(store.question, [computed for _, computed in own])
            shards += put_answers(partition(store, point), chunks, answers, task)
    return shards[-1]


def found(store, *some):
    """Where chunks are stored: the chunks as asked, and the shards."""
    chunks = rows(some)
    order = chunks.take(pa.array(np.lexsort([chunks[name].to_numpy() for name in KEY[::-1]])))
    order, shards = locations.located(store, POINTS, order, SOURCE)
    keys = [tuple(row.values()) for row in order.select(KEY).to_pylist()]
    return (
        with_params(
            POINTS, order.take(pa.array([keys.index(key(one)) for one in some], pa.int64()))
        ),
        shards,
    )


def gathered(store, *some):
    """The stored rows of chunks."""
    chunks, shards = found(store, *some)
    return Gathering(store, shards).rows(chunks).drop_columns(["_shard"])


def table(store, *some):
    """The rows that stored chunks make in a sweep's table."""
    chunks, shards = found(store, *some)
    return export.pooled(QUESTION, Gathering(store, shards).rows(chunks))


def stored(store):
    """The keys of all stored chunks."""
    return {
        (int(point), *(row[name] for name in KEY[1:]))
        for _, chunks, place in locations.stored_keys(store, POINTS, SOURCE)
        for point, row in zip(place, chunks.to_pylist(), strict=True)
    }


def compacted(store, *parts):
    """Read chunks part by part, as a run does for its table, and leave fewer shards."""
    chunks, shards = found(store, *(one for part in parts for one in part))
    begins = [0, *accumulate(map(len, parts))]
    cut = (chunks.slice(begin, end - begin) for begin, end in pairwise(begins))
    for _ in compacting(map(Gathering(store, shards).rows, cut), shards):
        pass


def key(one):
    """The key of a chunk with its answer."""
    return tuple(one[0][name] for name in KEY)


def flipped(path):
    """The shard at `path`, with a bit turned over."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    return path


def write(frame, question, results, name):
    """Store `frame` as the sweep `name`."""
    keys = [*question.parameter, "method", *(column.name for column in question.outcomes)]
    made = table_of(frame.sort_values(keys), question)
    parquet.write(made, results / "data" / f"{name}.parquet", results / ".points")


def points_of(frame, question):
    """The points whose rows `frame` has."""
    return whole(question, table_of(frame, question))


def table_of(frame, question):
    """The rows of a frame, which may lack measures, as a sweep's table."""
    whole = frame.reindex(columns=schema(question).names).assign(question=question.name)
    texts = ["left_out", *parquet.means(question).values()]
    whole = whole.astype(dict.fromkeys(texts, object))
    return pa.Table.from_pandas(whole, schema(question), preserve_index=False)


def write_decks(decks, results, name):
    """Store a sweep of toy_won: so many decks by formula, nearly and simulate."""
    parts = (range(begin, min(begin + 2_000, decks)) for begin in range(0, decks, 2_000))
    rows = ([row for deck in part for row in _deck(deck)] for part in parts)
    made = (pa.Table.from_pylist(some, schema(QUESTION)) for some in rows)
    file = results / "data" / f"{name}.parquet"
    with parquet.writing(file, results / ".points", schema(QUESTION)) as groups:
        for part in made:
            groups.add(part)


def _deck(number):
    at = {"coins": 2 + number // 12, "sides": 1 + number % 12}
    won, trials = Fraction(10**20 + number, 10**21 + 7 * number), 1_000
    wins = trials // 10 + number % 20
    for method in ("formula", "nearly", "simulate"):
        for wins_all, p, count in ((False, 1 - won, trials - wins), (True, won, wins)):
            share = count / trials if method == "simulate" else float(p)
            row = {"question": QUESTION.name, **at, "method": method, "won": wins_all}
            row["probability"] = share
            row["log10_probability"] = log10(share)
            row["exact"] = str(p) if method == "formula" else None
            if method == "simulate":
                error = (share * (1 - share) / trials) ** 0.5
                row |= {"count": count, "trials": trials, "standard_error": error}
            yield row
