"""Small shards are written anew as a few sorted ones, and shards without unwanted chunks.

Tasks leave many small shards. When a run reads them for its table, it also writes them into shards
of bounded size, and removes the old ones once the new ones are there. If that is interrupted, a
chunk is in two shards, of which one is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from sweepstake.store import files
from sweepstake.store.columns import Whole
from sweepstake.store.files import Place
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.rows import grouped
from sweepstake.store.shards import FULL, Partition, Shard

FEW = 8
"""Small shards of a partition that are left as they are."""


@dataclass
class Compaction:
    """Writes the chunks of many small shards anew, as they are read in the order of points."""

    shards: Sequence[Shard]
    merges: list[_Merge] = field(init=False)
    failure: OSError | None = None
    """Why shards are left as they are, if so: a full disk, perhaps."""

    def __post_init__(self) -> None:
        small: dict[Place, list[int]] = {}
        for number, shard in enumerate(self.shards):
            if shard.is_asked and shard.bytes < FULL // 2:
                small.setdefault(shard.partition.folder, []).append(number)
        self.merges = [
            _Merge(self.shards[numbers[0]].partition, np.array(numbers))
            for numbers in small.values()
            if len(numbers) > FEW
        ]

    def add(self, shard: Whole, rows: pa.Table) -> None:
        """Take in rows of shards, and of each the number of its shard."""
        with self._failing():
            for merge in self.merges:
                own = np.isin(shard, merge.numbers)
                if own.any():
                    merge.add(rows if own.all() else rows.filter(pa.array(own)))

    def end(self) -> None:
        """Write what is left, and remove the old shards."""
        with self._failing():
            for merge in self.merges:
                merge.write()
                old = {self.shards[number].path for number in merge.numbers.tolist()}
                for _ in files.each(lambda path: path.unlink(missing_ok=True), old - merge.written):
                    pass

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Leave the shards as they are if they can't be written anew."""
        try:
            yield
        except OSError as error:
            self.merges, self.failure = [], error


@dataclass
class _Merge:
    """The small shards of a partition by number, and what of them is not written yet."""

    partition: Partition
    numbers: Whole
    held: list[pa.Table] = field(default_factory=list)
    written: set[Place] = field(default_factory=set)

    def add(self, rows: pa.Table) -> None:
        self.held.append(rows)
        if sum(table.nbytes for table in self.held) > FULL:
            self.write()

    def write(self) -> None:
        if self.held:
            whole = pa.concat_tables(self.held).unify_dictionaries()
            self.written |= {*self.partition.write_rows(grouped(whole))}
        self.held = []


def remove(partition: Partition, unwanted: Iterable[tuple[Place, Whole]]) -> None:
    """Remove rows of shards; a shard that has others as well is written anew without them."""
    for path, rows in unwanted:
        with suppress(DamagedFileError):  # it is out of the way then
            with partition.store.opened(path) as file:
                whole = file.read().replace_schema_metadata(None)
            kept = np.delete(np.arange(len(whole)), rows)
            written = {*partition.write_rows(grouped(whole.take(kept)))} if len(kept) else ()
            if path not in written:
                path.unlink(missing_ok=True)
