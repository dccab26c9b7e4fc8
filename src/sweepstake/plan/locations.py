"""Finding the stored chunks that a sweep asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pyarrow as pa

from sweepstake.config.points import Points
from sweepstake.puzzle import register
from sweepstake.store.columns import Places, Whole, named, taken
from sweepstake.store.shards import Shard, Store

KEY = ("place", "chunk", "trials")
"""The columns that name a chunk of a sweep; `place` is that of its point."""


def keyed(place: Whole, chunks: pa.Table) -> pa.Table:
    """The keys of `chunks`, whose points are at `place`; -1 if no point asks for them."""
    return pa.table([place, chunks["chunk"], chunks["trials"]], KEY)


def located(
    stored: Store, points: Points, chunks: pa.Table, source: str | None = None
) -> tuple[pa.Table, tuple[Shard, ...]]:
    """`chunks` of `points`, each with the number of its `shard` and its `row` there, or -1.

    Also returns the shards. `chunks` must be sorted by key. Only what `source`, a fingerprint, has
    computed is found; the default is the question's fingerprint now.
    """
    asked, shards = Places(chunks.select(KEY)), list[Shard]()
    shard, row = np.full(len(chunks), -1, np.int32), np.full(len(chunks), -1, np.int32)
    for held, of_shard, place in stored_keys(stored, points, source):
        at = asked.of(keyed(place, of_shard))
        fresh = np.flatnonzero((at >= 0) & (shard[at] < 0)) if len(chunks) else at[:0]
        shard[at[fresh]], row[at[fresh]] = len(shards), fresh
        shards.append(replace(held, is_asked=bool((at >= 0).all())))
    for name, column in (("shard", shard), ("row", row)):
        chunks = chunks.append_column(name, pa.array(column))
    return chunks, tuple(shards)


def stored_keys(
    stored: Store, points: Points, source: str | None = None
) -> Iterator[tuple[Shard, pa.Table, Whole]]:
    """Each shard that may have chunks of `points`, its chunks, and the place of their points."""
    names, source = points.asks.parameter, source or register.fingerprint(points.question)
    for method, places in points.methods():
        own = None
        for shard, chunks in stored.partition(method, source, points.seed).contents():
            own = own or Places(taken(named(points.table, names), places))
            near = own.of(named(chunks, names))
            yield shard, chunks, np.where(near < 0, -1, places[near])
