"""Reading stored chunks by where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from sweepstake.core import weighted
from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted
from sweepstake.store import parquet, rows
from sweepstake.store.columns import distinct, taken
from sweepstake.store.parquet import ChangedError, DamagedFileError
from sweepstake.store.schema import WEIGHTS
from sweepstake.store.shards import Shard, Store

OF_SWEEP = ("method", "place", "shard")
"""The columns of a sweep's chunks that rows of shards don't have."""


@dataclass
class Gathering:
    """Reads stored chunks, keeping the shards that the last ones were in.

    It raises DamagedFileError if some are gone or damaged; a damaged shard is moved to `.rejected`.
    """

    store: Store
    shards: Sequence[Shard]
    held: dict[int, pa.Table] = field(default_factory=dict)
    """The rows of shards, by number."""

    def rows(self, chunks: pa.Table) -> pa.Table:
        """What is stored of `chunks` with their `shard` and `row`: their rows, in their order.

        The columns `OF_SWEEP` are added.
        """
        shard, row = chunks["shard"].to_numpy(), chunks["row"].to_numpy()
        order, numbers = np.lexsort((row, shard)), distinct(shard).tolist()
        self.held = {number: self.held[number] for number in numbers if number in self.held}
        parts = [rows.shard_schema(self.store.question).empty_table()]
        for number in numbers:
            table, wanted = self._of_shard(number), row[order][shard[order] == number]
            if wanted[-1] >= len(table):
                raise self._changed()
            parts.append(taken(table, wanted))
        stored = taken(pa.concat_tables(parts).unify_dictionaries(), np.argsort(order))
        keys = stored.select(rows.key(self.store.question))
        if not keys.equals(chunks.select(keys.column_names).cast(keys.schema)):
            raise self._changed()
        for name in OF_SWEEP:
            stored = stored.append_column(name, chunks[name])
        return stored

    def _of_shard(self, number: int) -> pa.Table:
        if number not in self.held:
            path = self.shards[number].path
            with self.store.opened(path) as file:
                table = parquet.table(file).combine_chunks()
                if not rows.is_sound(table, self.store.question):
                    raise DamagedFileError(path)
            self.held[number] = table
        return self.held[number]

    def _changed(self) -> ChangedError:
        return ChangedError(f"{self.store.folder} has changed since it was listed")


def tally(gathering: Gathering, chunks: pa.Table) -> Distribution | Weighted:
    """The chunks of one point that draws, counted together."""
    stored, question = gathering.rows(chunks), gathering.store.question
    outcomes, of = rows.flat(stored)
    columns = [outcomes[column.name].to_pylist() for column in question.outcomes]
    held = map(question.outcome, zip(*columns, strict=True))
    trials = stored["trials"].to_numpy()
    if outcomes["count"].null_count:
        columns = [outcomes[name].to_pylist() for name, _ in WEIGHTS]
        sums = zip(trials[of].tolist(), *columns, strict=True)
        return weighted.merged(zip(held, sums, strict=True), int(trials.sum()))
    counts: Counter[Any] = Counter()
    for outcome, count in zip(held, outcomes["count"].to_pylist(), strict=True):
        counts[outcome] += count
    return Distribution(counts, int(trials.sum()))
