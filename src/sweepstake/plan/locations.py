"""Where the chunks that a sweep asks for are stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config.points import Points
from sweepstake.puzzle import fingerprint
from sweepstake.store.columns import Places, Whole, among, distinct, named, taken
from sweepstake.store.shards import Contents, Partition, Shard, Store

KEY = ("place", "chunk", "trials")
"""The columns that name a chunk of a sweep; `place` is that of its point."""


class Keys:
    """Finds chunks among others that are sorted by their key, each of which is there once."""

    def __init__(self, chunks: pa.Table) -> None:
        self._trials, number = (chunks[name].to_numpy() for name in ("trials", "chunk"))
        self._axis = distinct(number)
        self._numbers = self._numbered(chunks["place"].to_numpy(), among(self._axis, number))

    def of(self, place: Whole, chunks: pa.Table) -> Whole:
        """The row of each of `chunks`, whose points are at `place`; -1 if it is not there."""
        number = among(self._axis, chunks["chunk"].to_numpy())
        at = among(self._numbers, self._numbered(place, number))
        is_there = (place >= 0) & (number >= 0) & (at >= 0)
        if len(self._trials):
            is_there &= self._trials[at] == chunks["trials"].to_numpy()
        return np.where(is_there, at, -1)

    def _numbered(self, place: NDArray[Any], number: Whole) -> NDArray[Any]:
        """One number for each point's place and place of a chunk's number in the axis."""
        width = len(self._axis)
        return place if width == 1 else place.astype(np.int64) * width + number


def located(
    stored: Store, points: Points, chunks: pa.Table, source: str | None = None
) -> tuple[pa.Table, tuple[Shard, ...]]:
    """`chunks` of `points` with the number of the `shard` that has each and its `row`, or -1.

    The second value are the shards. The chunks are sorted by their key, and were computed by
    `source`, a fingerprint, or by that of today unless it is given.
    """
    asked, shards = Keys(chunks), list[Shard]()
    shard, row = np.full(len(chunks), -1, np.int32), np.full(len(chunks), -1, np.int32)
    for partition, contents, place in stored_keys(stored, points, source):
        at = asked.of(place, contents.chunks)
        fresh = np.flatnonzero((at >= 0) & (shard[at] < 0)) if len(chunks) else at[:0]
        shard[at[fresh]], row[at[fresh]] = len(shards), fresh
        is_asked = bool((at >= 0).all())
        shards.append(Shard(contents.path, partition, contents.outcomes, contents.bytes, is_asked))
    for name, column in (("shard", shard), ("row", row)):
        chunks = chunks.append_column(name, pa.array(column))
    return chunks, tuple(shards)


def stored_keys(
    stored: Store, points: Points, source: str | None = None
) -> Iterator[tuple[Partition, Contents, Whole]]:
    """Each shard that may have chunks of `points`, and the place of the point of each, or -1."""
    names, source = points.asks.parameter, source or fingerprint.of_question(points.question)
    for method, places in points.methods():
        seed = points.seed if points.asks.methods[method].draws else None
        partition = stored.partition(method, source, seed)
        own = None
        for contents in partition.contents():
            own = own or Places(taken(named(points.table, names), places))
            near = own.of(named(contents.chunks, names))
            yield partition, contents, np.where(near < 0, -1, places[near])
