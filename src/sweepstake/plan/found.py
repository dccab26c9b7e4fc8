"""Where the chunks that a sweep asks for are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config.points import Points
from sweepstake.puzzle import fingerprint
from sweepstake.store.columns import Places, Whole, starts
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
    """Where `chunks` of `points` are stored, in their order, with the numbers of each together.

    They were computed by `source`, a fingerprint, or by that of today unless it is given.
    """
    place, number, trials = (chunks[name].to_numpy() for name in KEY)
    first = np.full(len(points), -1)
    begins = starts(place)
    first[place[begins]] = begins
    count = np.bincount(place, minlength=len(points))
    shards, shard, row = list[Shard](), np.full(len(chunks), -1, np.int32), np.full(len(chunks), -1)
    for partition, contents, at in stored_keys(stored, points, source):
        chunk, drawn = (contents.chunks[name].to_numpy() for name in KEY[1:])
        there = (at >= 0) & (first[at] >= 0)
        ahead = np.where(there, chunk - number[np.where(there, first[at], 0)], -1)
        there &= (ahead >= 0) & (ahead < count[at])
        wanted = np.where(there, first[at] + ahead, 0)
        there &= trials[wanted] == drawn if len(chunks) else False
        fresh = there & (shard[wanted] < 0) if len(chunks) else there
        shard[wanted[fresh]], row[wanted[fresh]] = len(shards), np.flatnonzero(fresh)
        own = Shard(contents.path, partition, contents.outcomes, contents.bytes, bool(there.all()))
        shards.append(own)
    return Found(tuple(shards), shard, row)


def stored_keys(
    stored: Store, points: Points, source: str | None = None
) -> Iterator[tuple[Partition, Contents, Whole]]:
    """Each shard that may have chunks of `points`, and the place of the point of each, or -1."""
    names, source = points.asks.parameter, source or fingerprint.of_question(points.question)
    for method, places in points.methods():
        seed = points.seed if points.asks.methods[method].draws else None
        partition = stored.partition(method, source, seed)
        own = Places(points.table.select([*names]).take(pa.array(places)))
        for contents in partition.contents():
            near = own.of(contents.chunks.select([*names]))
            yield partition, contents, np.where(near < 0, -1, places[near])
