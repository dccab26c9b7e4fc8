"""Reading stored chunks by where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.core import weighted
from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted
from sweepstake.store import parquet, rows
from sweepstake.store.columns import Whole, concatenated, distinct, taken
from sweepstake.store.parquet import ChangedError, DamagedFileError
from sweepstake.store.rows import key, shard_schema
from sweepstake.store.schema import WEIGHTS
from sweepstake.store.shards import Shard, Store

MOST_BYTES = 16 << 20
"""The bytes of the row groups that are kept while chunks are gathered."""


@dataclass
class Gathering:
    """Reads stored chunks, keeping the row groups that were read last.

    It raises DamagedFileError if some are gone or damaged; a damaged shard is moved to `.rejected`.
    """

    store: Store
    shards: Sequence[Shard]
    starts: dict[int, Whole] = field(default_factory=dict)
    groups: dict[tuple[int, int], pa.Table] = field(default_factory=dict)
    bytes: int = 0
    """Of the row groups that are kept."""

    def rows(self, places: pa.Table) -> pa.Table:
        """The rows of chunks with their `shard` and `row`, in their order."""
        shard, row = places["shard"].to_numpy(), places["row"].to_numpy()
        order = np.lexsort((row, shard))
        tables, question = list[pa.Table](), self.store.question
        for number in distinct(shard).tolist():
            tables += self._of_shard(number, row[order][shard[order] == number])
        gathered = taken(
            concatenated(tables, shard_schema(question).empty_table()), np.argsort(order)
        )
        names = key(question)
        if not gathered.select(names).equals(
            places.select(names).cast(gathered.select(names).schema)
        ):
            raise ChangedError(f"{self.store.folder} has changed since it was listed")
        if not rows.is_sound(gathered, question):
            self._reject_unsound(distinct(shard).tolist())
        return gathered

    def _of_shard(self, number: int, wanted: Whole) -> Iterator[pa.Table]:
        if number not in self.starts:
            with self.store.opened(self.shards[number].path) as file:
                self.starts[number] = np.cumsum([0, *parquet.sizes(file)])
                if file.num_row_groups == 1:
                    self._keep(number, 0, file)
        starts = self.starts[number]
        if wanted[-1] >= starts[-1]:
            raise ChangedError(f"{self.shards[number].path} has changed since it was listed")
        group = np.searchsorted(starts, wanted, "right") - 1
        for part in distinct(group).tolist():
            yield taken(self._group(number, part), wanted[group == part] - starts[part])

    def _group(self, shard: int, group: int) -> pa.Table:
        if (shard, group) not in self.groups:
            with self.store.opened(self.shards[shard].path) as file:
                self._keep(shard, group, file)
        table = self.groups[shard, group] = self.groups.pop((shard, group))  # now the last read
        while len(self.groups) > 1 and self.bytes > MOST_BYTES:
            self.bytes -= self.groups.pop(next(iter(self.groups))).nbytes
        return table

    def _keep(self, shard: int, group: int, file: Any) -> None:
        table = parquet.row_group(file, group)
        self.groups[shard, group] = table
        self.bytes += table.nbytes

    def _reject_unsound(self, numbers: Sequence[int]) -> None:
        """Move those shards away that say what can't be; raises DamagedFileError."""
        for number in numbers:
            with suppress(DamagedFileError), self.store.opened(self.shards[number].path) as file:
                if not rows.is_sound(file.read(), self.store.question):
                    raise DamagedFileError(self.shards[number].path)
        raise DamagedFileError(f"{self.shards[numbers[0]].path} is damaged")


def tally(gathering: Gathering, places: pa.Table) -> Distribution | Weighted:
    """The chunks of one point that draws, counted together."""
    question = gathering.store.question
    outcomes, of = rows.flat(gathering.rows(places))
    columns = [outcomes[column.name].to_pylist() for column in question.outcomes]
    held = map(question.outcome, zip(*columns, strict=True))
    trials = int(pc.sum(places["trials"]).as_py())
    if outcomes["count"].null_count:
        each = places["trials"].to_numpy()[of].tolist()
        sums = zip(each, *(outcomes[name].to_pylist() for name, _ in WEIGHTS), strict=True)
        return weighted.merged(zip(held, sums, strict=True), trials)
    counts: Counter[Any] = Counter()
    for outcome, count in zip(held, outcomes["count"].to_pylist(), strict=True):
        counts[outcome] += count
    return Distribution(counts, trials)
