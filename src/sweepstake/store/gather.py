"""Reading stored chunks by where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.core import weighted
from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted
from sweepstake.store import rows
from sweepstake.store.files import Place
from sweepstake.store.index import KEY
from sweepstake.store.parquet import ChangedError
from sweepstake.store.schema import WEIGHTS
from sweepstake.store.shards import Store, shard_schema

MOST_BYTES = 32 << 20
"""The bytes of the row groups that are kept while chunks are gathered."""


@dataclass
class Gathering:
    """Reads stored chunks, keeping the row groups that were read last.

    It raises DamagedFileError if some are gone or damaged; a damaged shard is moved to `.rejected`.
    """

    store: Store
    shards: Sequence[Place]
    starts: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    groups: dict[tuple[int, int], pa.Table] = field(default_factory=dict)

    def rows(self, found: pa.Table) -> pa.Table:
        """The rows of chunks that were found, in their order."""
        shard, row = found["shard"].to_numpy(), found["row"].to_numpy()
        order = np.lexsort((row, shard))
        parts = [shard_schema(self.store.question).empty_table()]
        for number in np.unique(shard).tolist():
            parts += self._of_shard(number, row[order][shard[order] == number])
        gathered = pa.concat_tables(parts).take(pa.array(np.argsort(order)))
        if not gathered.select(KEY).equals(found.select(KEY).cast(gathered.select(KEY).schema)):
            raise ChangedError(f"{self.store.folder} has changed since it was listed")
        return gathered

    def _of_shard(self, number: int, wanted: NDArray[np.int64]) -> Iterator[pa.Table]:
        if number not in self.starts:
            self.starts[number] = np.cumsum([0, *self.store.sizes(self.shards[number])])
        starts = self.starts[number]
        if wanted[-1] >= starts[-1]:
            raise ChangedError(f"{self.shards[number]} has changed since it was listed")
        group = np.searchsorted(starts, wanted, "right") - 1
        for one in np.unique(group).tolist():
            yield self._group(number, one).take(pa.array(wanted[group == one] - starts[one]))

    def _group(self, shard: int, group: int) -> pa.Table:
        table = self.groups.pop((shard, group), None)
        if table is None:
            table = self.store.row_group(self.shards[shard], group)
        self.groups[shard, group] = table  # the last one read stands last
        while len(self.groups) > 1 and sum(g.nbytes for g in self.groups.values()) > MOST_BYTES:
            del self.groups[next(iter(self.groups))]
        return table


def tally(store: Store, found: pa.Table, shards: Sequence[Place]) -> Distribution | Weighted:
    """The chunks of one point that draws, counted together."""
    outcomes, of = rows.flat(Gathering(store, shards).rows(found))
    columns = [outcomes[column.name].to_pylist() for column in store.question.outcomes]
    held = map(store.question.outcome, zip(*columns, strict=True))
    trials = int(pc.sum(found["trials"]).as_py())
    if outcomes["count"].null_count:
        each = found["trials"].to_numpy()[of].tolist()
        sums = zip(each, *(outcomes[name].to_pylist() for name, _ in WEIGHTS), strict=True)
        return weighted.merged(zip(held, sums, strict=True), trials)
    counts: Counter[Any] = Counter()
    for outcome, count in zip(held, outcomes["count"].to_pylist(), strict=True):
        counts[outcome] += count
    return Distribution(counts, trials)
