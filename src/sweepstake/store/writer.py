"""The writer of a run: the only one that adds answers to the store while tasks are computed.

Tasks return their answers to the run's process, which collects some seconds of them in a file. So a
run leaves few files, and its workers need no disk. A killed run loses what is not written yet.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pyarrow as pa

from sweepstake.store import rows
from sweepstake.store.shards import Partition

SECONDS, BYTES = 1.5, 32 << 20
"""Answers are written once they have waited so long (a run looks twice a second), or once those of
all sweeps of this process take more bytes."""


class Writer:
    """Collects answers, and writes them as shards of their partitions; all when it is left."""

    _open: ClassVar[set[int]] = set()
    """Those that are open in this process."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """Answers wait for at most `seconds`, if `write_due` is called often enough."""
        self._seconds = seconds
        self._rows: dict[Path, tuple[Partition, list[pa.Table]]] = {}
        self._bytes, self._since = 0, 0.0

    def __enter__(self) -> Writer:
        self._open.add(id(self))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.discard(id(self))
        self.write()

    def add(
        self, partition: Partition, chunks: pa.Table, answers: pa.Table, origin: Mapping[str, str]
    ) -> None:
        """Add the answers to `chunks`, computed by `origin` (the texts of `rows.ORIGIN`)."""
        if not self._rows:
            self._since = time.monotonic()
        filled = rows.of_shard(partition.store.question, chunks, answers, origin)
        self._rows.setdefault(partition.folder, (partition, []))[1].append(filled)
        self._bytes += filled.nbytes

    def write_due(self) -> None:
        """Write the answers if they have waited long enough, or are large; OSError as `write`."""
        if time.monotonic() - self._since >= self._seconds or self._bytes > BYTES / max(
            len(self._open), 1
        ):
            self.write()

    def write(self) -> None:
        """Write all answers; OSError in one line if the store can't be written.

        If it is interrupted, by Ctrl-C for instance, the answers that are not written yet stay.
        """
        try:
            while self._rows:
                partition, tables = next(iter(self._rows.values()))
                partition.write_rows(rows.grouped(pa.concat_tables(tables).unify_dictionaries()))
                del self._rows[partition.folder]
            self._bytes = 0
        except OSError as error:
            self._rows.clear()
            raise OSError(
                f"nothing can be stored in {partition.store.root}: {error}; make it writable "
                f"or free some space, and run again"
            ) from error
