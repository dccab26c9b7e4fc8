"""Where the chunks that a sweep asks for are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config.points import Points
from sweepstake.puzzle import fingerprint
from sweepstake.store.columns import Places, Whole, named
from sweepstake.store.shards import Contents, Partition, Shard, Store

KEY = ("place", "chunk", "trials")
"""The columns that name a chunk of a sweep; `place` is that of its point."""


@dataclass(frozen=True)
class Found:
    """Of some chunks in order, which of the `shards` has each, and in which row; -1 for none."""

    shards: tuple[Shard, ...]
    shard: NDArray[np.int32]
    row: Whole


def find(stored: Store, points: Points, chunks: pa.Table, source: str | None = None) -> Found:
    """Where `chunks` of `points` are stored; the chunks are sorted by their key.

    They were computed by `source`, a fingerprint, or by that of today unless it is given.
    """
    asked, shards = Places(chunks.select(KEY)), list[Shard]()
    shard, row = np.full(len(chunks), -1, np.int32), np.full(len(chunks), -1)
    for partition, contents, place in stored_keys(stored, points, source):
        own = {"place": place, **{name: contents.chunks[name] for name in KEY[1:]}}
        at = asked.of(pa.table(own))
        fresh = np.flatnonzero((at >= 0) & (shard[at] < 0)) if len(chunks) else at[:0]
        shard[at[fresh]], row[at[fresh]] = len(shards), fresh
        is_asked = bool((at >= 0).all())
        shards.append(Shard(contents.path, partition, contents.outcomes, contents.bytes, is_asked))
    return Found(tuple(shards), shard, row)


def stored_keys(
    stored: Store, points: Points, source: str | None = None
) -> Iterator[tuple[Partition, Contents, Whole]]:
    """Each shard that may have chunks of `points`, and the place of the point of each, or -1."""
    names, source = points.asks.parameter, source or fingerprint.of_question(points.question)
    for method, places in points.methods():
        seed = points.seed if points.asks.methods[method].draws else None
        partition = stored.partition(method, source, seed)
        own = Places(named(points.table, names).take(pa.array(places)))
        for contents in partition.contents():
            near = own.of(named(contents.chunks, names))
            yield partition, contents, np.where(near < 0, -1, places[near])
