"""Which shard has which chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.store.files import Place

KEY = ("point", "chunk", "trials")
"""The columns that name a chunk."""


@dataclass(frozen=True)
class Index:
    """Which shard has which chunk, and in which row."""

    shards: tuple[Place, ...]
    table: pa.Table
    """Each chunk once, by its key, with `shard` and `row`."""

    def found(self, chunks: pa.Table) -> pa.Table:
        """`chunks` in their order, with `shard` and `row`; null where a chunk is not stored."""
        keys = chunks.select(KEY).append_column("_order", pa.array(np.arange(len(chunks))))
        joined = keys.join(self.table, list(KEY), join_type="left outer")
        joined = joined.select(["_order", "shard", "row"]).sort_by("_order")
        return chunks.append_column("shard", joined["shard"]).append_column("row", joined["row"])

    def of_points(self, ids: pa.Array) -> Index:
        """The chunks of some points only."""
        own = pc.is_in(self.table["point"], value_set=ids)
        return Index(self.shards, self.table.filter(own))


def indexed(shards: Sequence[tuple[Place, pa.Table]], empty: pa.Table) -> Index:
    """The index of shards, of each of which some columns are given; `empty` has those columns."""
    parts = [_placed(empty, 0), *(_placed(own, number) for number, (_, own) in enumerate(shards))]
    return Index(tuple(path for path, _ in shards), _once(pa.concat_tables(parts)))


def _placed(chunks: pa.Table, shard: int) -> pa.Table:
    """`chunks` with the number of their shard, and the row of each."""
    numbers = pa.array(np.full(len(chunks), shard, np.int32))
    rows = pa.array(np.arange(len(chunks)))
    return chunks.append_column("shard", numbers).append_column("row", rows)


def _once(table: pa.Table) -> pa.Table:
    """Each chunk once, as the first shard has it."""
    if pc.count_distinct(table["shard"]).as_py() < 2:
        return table
    keys = table.select(KEY).append_column("_place", pa.array(np.arange(len(table))))
    first = keys.group_by(list(KEY)).aggregate([("_place", "min")])["_place_min"]
    if len(first) == len(table):
        return table
    return table.take(first.combine_chunks().sort())
