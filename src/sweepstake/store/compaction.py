"""Compaction: merging small shards into a few sorted ones, and removing chunks from shards.

Tasks leave many small shards. When a run reads them for its table, it also writes them into shards
of bounded size, and removes the old ones once the new ones are there. If it is interrupted, a chunk
may be in two shards; only one of them is used. Small shards of other sweeps are merged after that:
each sweep reads the keys of all shards of its partitions, so many sweeps must leave few shards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa

from sweepstake.errors import DamagedFileError
from sweepstake.store import parquet
from sweepstake.store.columns import Whole
from sweepstake.store.rows import grouped
from sweepstake.store.shards import FULL, Partition, Shard

FEW = 8
"""Up to so many small shards of a partition are left as they are."""


def compacted(parts: Iterable[pa.Table], shards: Sequence[Shard]) -> Iterator[pa.Table]:
    """Yield stored chunks, in the order of points, and merge many small shards."""
    merges = [_Merge(small) for small in _small(shards, is_asked=True)]
    for part in parts:
        yield part
        for merge in merges:
            merge.add(part)
    for merge in merges:
        merge.end()


def merge(shards: Sequence[Shard]) -> None:
    """Merge many small shards that several sweeps have left, of those that a plan has listed."""
    for small in _small(shards, is_asked=False):
        with suppress(DamagedFileError):  # missing or moved: the next sweep merges the others
            _Merge(small, [_rows(shard) for shard in small.values()]).end()


def _small(shards: Sequence[Shard], *, is_asked: bool) -> list[dict[int, Shard]]:
    """The small shards of each partition by number, where there are many."""
    small: dict[Path, dict[int, Shard]] = {}
    for number, shard in enumerate(shards):
        if shard.is_asked == is_asked and shard.bytes < FULL // 2:
            small.setdefault(shard.partition.folder, {})[number] = shard
    return [by_number for by_number in small.values() if len(by_number) > FEW]


def _rows(shard: Shard) -> pa.Table:
    with shard.partition.store.opened(shard.path) as file:
        return parquet.table(file)


@dataclass
class _Merge:
    """The small shards of a partition by number, and their chunks that are not written yet."""

    shards: dict[int, Shard]
    chunks: list[pa.Table] = field(default_factory=list)
    written: set[Path] = field(default_factory=set)

    def add(self, chunks: pa.Table) -> None:
        """Add the chunks that are in these shards."""
        are_here = np.isin(chunks["_shard"].to_numpy(), [*self.shards])
        if are_here.any():
            self.chunks.append(chunks if are_here.all() else chunks.filter(pa.array(are_here)))
        if sum(table.nbytes for table in self.chunks) > FULL:
            self._write()

    def end(self) -> None:
        """Write what is left, and remove the old shards."""
        self._write()
        old = {shard.path for shard in self.shards.values()} - self.written
        for path in old:
            path.unlink(missing_ok=True)

    def _write(self) -> None:
        if self.chunks:
            partition = next(iter(self.shards.values())).partition
            whole = pa.concat_tables(self.chunks).unify_dictionaries()
            self.written |= {*partition.write_rows(grouped(whole))}
        self.chunks = []


def remove(partition: Partition, unwanted: Iterable[tuple[Path, Whole]]) -> None:
    """Remove rows of shards; a shard that has other rows is written anew without them."""
    for path, numbers in unwanted:
        with suppress(DamagedFileError):  # then it was moved to `.rejected`
            with partition.store.opened(path) as file:
                whole = parquet.table(file)
            remaining = whole.take(pa.array(np.delete(np.arange(len(whole)), numbers)))
            if path not in partition.write_rows(grouped(remaining)):
                path.unlink(missing_ok=True)
