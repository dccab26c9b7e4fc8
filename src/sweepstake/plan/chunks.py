"""Chunks: the units into which points are cut, to be computed and stored, and where each is stored.

An exact point is one chunk. A sampled one is cut into chunks whose size depends on the point alone,
so raising `trials` adds chunks and leaves those already computed as they are. Only the last chunk
may be short. A chunk takes about a second, and its games fit in some megabytes.

In a sweep, a chunk's key is (point index, chunk number, trials). Shards have parameters instead of
an index, so the parameters of a shard's chunks are looked up among the points of the sweep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.config.points import Points
from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.store.columns import RowIndex, Whole, digest, named, taken
from sweepstake.store.parquet import VERSION
from sweepstake.store.shards import Shard, Store

CHUNK_SECONDS = 1.0
CHUNK_BYTES = 64 << 20
GAME_BYTES = 32
"""Memory of a game while its chunk is counted: its outcome, and space for sorting."""
MIN_TRIALS, MAX_TRIALS = 1024, CHUNK_BYTES // GAME_BYTES
"""The trials of the smallest and of the largest chunk."""
MOST_CHUNKS = 10**7
"""Most chunks of a sweep: a third of a year on one core at a second each, and a gigabyte here."""


CHUNKS = pa.schema(
    [("_place", pa.int32()), ("chunk", pa.int64()), ("trials", pa.int32()), ("_cost", pa.float64())]
)
"""The columns of chunks: `_place` is the point index, `trials` is 0 if nothing is sampled."""


def cut(points: Points, first: Any = 0) -> pa.Table:
    """The chunks that together answer `points`, in their order.

    They are numbered from `first` on, which is one number or one for each point. ValueError if
    there are more than `MOST_CHUNKS`.
    """
    cost, trials = points.costs, points.table["trials"].to_numpy()
    if not trials.any():
        return _single(cost, first)
    sampled, size = np.flatnonzero(trials), np.ones(len(points), np.int32)
    size[sampled] = chunk_sizes(cost[sampled])
    counts = np.maximum(-(-trials // size), 1)
    if (total := int(counts.sum())) > MOST_CHUNKS:
        raise InputError(
            f"{points.question} at {len(points):,} points is {total:,} chunks of work, of about a "
            f"second each if simulated, and at most {MOST_CHUNKS:,} are allowed; ask for fewer "
            f"points or trials"
        )
    point = np.repeat(np.arange(len(points), dtype=np.int32), counts)
    number = np.arange(total, dtype=np.int32)
    number -= np.repeat((np.cumsum(counts) - counts).astype(np.int32), counts)
    drawn = np.minimum(size[point], trials[point] - number * size[point].astype(np.int64))
    columns = {
        "_place": point,
        "chunk": number + np.broadcast_to(np.asarray(first, np.int64), len(points))[point],
        "trials": drawn,
        "_cost": cost[point] * np.maximum(drawn, 1),
    }
    return pa.table(columns, CHUNKS)


def _single(cost: NDArray[np.float64], first: Any) -> pa.Table:
    """A chunk for each point, if none is sampled; `np.zeros` takes no memory until written."""
    count = len(cost)
    columns = {
        "_place": np.arange(count, dtype=np.int32),
        "chunk": first if np.ndim(first) else np.full(count, first),
        "trials": np.zeros(count, np.int32),
        "_cost": cost,
    }
    return pa.table(columns, CHUNKS)


def with_params(points: Points, chunks: pa.Table) -> pa.Table:
    """`chunks` with the parameters and the method of their points."""
    columns = points.table.select([*points.asks.parameter, "method"])
    joined = taken(columns, chunks["_place"].to_numpy())
    for name in chunks.column_names:
        joined = joined.append_column(name, chunks[name])
    return joined


def identity(points: Points) -> str:
    """A hash of what answers depend on: points, seed, source and the sizes of chunks."""
    sizes = np.zeros(len(points), np.int64)
    for method, indices in points.methods():
        if points.asks.methods[method].draws:
            sizes[indices] = chunk_sizes(points.taken(indices).costs)
    table = points.table.append_column("size", pa.array(sizes))
    source = register.fingerprint(points.question)
    text = f"{VERSION} {source} {digest(table)} {points.untils} {points.seed}"
    return sha256(text.encode()).hexdigest()


def chunk_sizes(cost: NDArray[np.float64]) -> NDArray[np.int64]:
    """The trials in a full chunk, a power of two, for each `cost`, the seconds of a trial.

    >>> chunk_sizes(np.array([1e-9, 1e-6, 1.0])).tolist()
    [2097152, 524288, 1024]
    """
    trials = np.clip(CHUNK_SECONDS / cost, MIN_TRIALS, MAX_TRIALS)
    sizes: NDArray[np.int64] = np.left_shift(1, np.floor(np.log2(trials)).astype(np.int64))
    return sizes


def predicted(chunks: pa.Table) -> float:
    """The predicted seconds of all `chunks`, on one core."""
    return float(pc.sum(chunks["_cost"]).as_py() or 0.0)


KEY = ("_place", "chunk", "trials")
"""The columns that identify a chunk of a sweep; `_place` is the point index."""


def keyed(point: Whole, chunks: pa.Table) -> pa.Table:
    """Chunk keys (point index, chunk number, trials).

    An index of -1 means that the sweep does not ask for this point.
    """
    return pa.table([point, chunks["chunk"], chunks["trials"]], KEY)


def located(
    store: Store, points: Points, chunks: pa.Table, source: str | None = None
) -> tuple[pa.Table, tuple[Shard, ...]]:
    """`chunks` of `points`, each with the number of its `shard` and its `row` there, or -1.

    Also returns the shards. `chunks` must be sorted by key. Only what `source`, a fingerprint, has
    computed is found; the default is the question's fingerprint now.
    """
    index, shards = RowIndex(chunks.select(KEY)), list[Shard]()
    number, row = np.full(len(chunks), -1, np.int32), np.full(len(chunks), -1, np.int32)
    for shard, stored_chunks, point in stored_keys(store, points, source):
        at = index.of(keyed(point, stored_chunks))
        fresh = np.flatnonzero((at >= 0) & (number[at] < 0)) if len(chunks) else at[:0]
        number[at[fresh]], row[at[fresh]] = len(shards), fresh
        shards.append(replace(shard, is_asked=bool((at >= 0).all())))
    for name, column in (("_shard", number), ("_row", row)):
        chunks = chunks.append_column(name, pa.array(column))
    return chunks, tuple(shards)


def stored_keys(
    store: Store, points: Points, source: str | None = None
) -> Iterator[tuple[Shard, pa.Table, Whole]]:
    """Each shard that may have chunks of `points`, its chunks, and their point indices or -1."""
    names, source = points.asks.parameter, source or register.fingerprint(points.question)
    for method, indices in points.methods():
        index = None
        for shard, chunks in store.partition(method, source, points.seed).contents():
            index = index or RowIndex(taken(named(points.table, names), indices))
            row = index.of(named(chunks, names))
            yield shard, chunks, np.where(row < 0, -1, indices[row])
