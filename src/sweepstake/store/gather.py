"""Reading stored chunks by their shards and rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from sweepstake.core import weighted
from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted
from sweepstake.store import parquet, rows
from sweepstake.store.columns import distinct, taken
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.schema import WEIGHTS
from sweepstake.store.shards import Shard, Store

OF_SWEEP = ("method", "place", "shard")
"""The columns of a sweep's chunks that rows of shards don't have."""
SHARD = 2**40
"""More than the rows of a shard."""


class Gathering:
    """Reads stored chunks, keeping the row groups that were read last.

    DamagedFileError if chunks are gone or damaged; a damaged shard is moved to `.rejected`.
    """

    def __init__(self, store: Store, shards: Sequence[Shard]) -> None:
        self.store = store
        self._groups = [(shard.path, k) for shard in shards for k in range(len(shard.groups))]
        every = ((number, shard.groups) for number, shard in enumerate(shards))
        begins = [number * SHARD + first for number, groups in every for first in groups]
        self._begins = np.array(begins, np.int64)
        self._held: dict[int, pa.Table] = {}

    def rows(self, chunks: pa.Table) -> pa.Table:
        """The stored rows of `chunks`, which have `shard` and `row`, in their order.

        The columns `OF_SWEEP` are added.
        """
        at = chunks["shard"].to_numpy().astype(np.int64) * SHARD + chunks["row"].to_numpy()
        order = np.argsort(at)
        group = np.searchsorted(self._begins, at[order], "right") - 1
        numbers = distinct(group).tolist()
        self._held = {number: self._held[number] for number in numbers if number in self._held}
        parts = [rows.shard_schema(self.store.question).empty_table()]
        for number in numbers:
            wanted = at[order][group == number] - self._begins[number]
            parts.append(taken(self._group(number), wanted))
        stored = taken(pa.concat_tables(parts).unify_dictionaries(), np.argsort(order))
        for name in OF_SWEEP:
            stored = stored.append_column(name, chunks[name])
        return stored

    def _group(self, number: int) -> pa.Table:
        """A row group, by its number among those of all shards."""
        if number not in self._held:
            path, place = self._groups[number]
            with self.store.opened(path) as file:
                table = parquet.row_group(file, place)
                if not (rows.is_filled(table) and rows.has_outcomes(table, self.store.question)):
                    raise DamagedFileError(path)
            self._held[number] = table
        return self._held[number]


def tally(gathering: Gathering, chunks: pa.Table) -> Distribution | Weighted:
    """The sample of one point: its chunks counted together."""
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
