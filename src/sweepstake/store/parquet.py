"""The one file that knows Parquet."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from sweepstake.store import files
from sweepstake.store.files import Place
from sweepstake.store.remote import UnreachableError

ROW_GROUP = 10_000
"""Rows that small parts are gathered to; a larger part is a row group of its own."""
BATCH = 1_000
"""Rows that are read at a time, ..."""
BUFFER = 2**16
"""... and bytes of each column."""


class DamagedFileError(OSError):
    """A stored file is not what was written."""


class ChangedError(DamagedFileError):
    """Another run has merged or removed what was listed: nothing is damaged, it is listed anew."""


def write(table: pa.Table, path: Place, root: Place) -> None:
    """Write `table` to `path`, whole or not at all."""
    with writing(path, root) as add:
        add(table)


@contextmanager
def writing(
    path: Place, root: Place, about: Callable[[], Mapping[str, str]] = dict
) -> Iterator[Callable[[pa.Table], None]]:
    """A function that adds a table to a new file at `path` as a row group of its own.

    The file is there, whole, once the body ends well; `about()` is then asked what it says of
    itself. Until then it is in `root`, on the same disk.
    """
    writer: pq.ParquetWriter | None = None
    with files.writing(path, root) as stream:

        def write(table: pa.Table) -> None:
            nonlocal writer
            writer = writer or pq.ParquetWriter(
                stream, table.schema, compression="zstd", write_page_checksum=True
            )
            writer.write_table(table, row_group_size=max(len(table), 1))

        try:
            yield write
            assert writer
            if said := about():
                writer.add_key_value_metadata(dict(said))
            writer.close()
        finally:
            if writer:
                with suppress(OSError):  # a full disk was said already
                    writer.close()


@contextmanager
def opened(path: Place, **how: Any) -> Iterator[pq.ParquetFile]:
    """Open a file, whose checksums are compared as it is read.

    DamagedFileError if it is damaged, another OSError if it can't be read now or is not there.
    """
    try:
        with files.opened(path) as file:
            yield pq.ParquetFile(file, page_checksum_verification=True, **how)
    except (MemoryError, FileNotFoundError, UnreachableError, DamagedFileError):
        raise
    except OSError as error:
        if error.errno not in (None, errno.EIO, errno.EISDIR, errno.ELOOP):
            raise
        raise DamagedFileError(f"{path} is damaged") from error
    except (ValueError, pa.ArrowException) as error:
        raise DamagedFileError(f"{path} is damaged") from error


def declared(file: pq.ParquetFile) -> pa.Schema:
    """The columns of an open file, and what it says of itself."""
    about = {**(file.schema_arrow.metadata or {}), **(file.metadata.metadata or {})}
    return file.schema_arrow.with_metadata(about)


def sizes(file: pq.ParquetFile) -> list[int]:
    """The rows of each row group of an open file."""
    return [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)]


def read(path: Place) -> pa.Table:
    """All rows of a file."""
    with opened(path) as file:
        return file.read()


def rows_of(path: Place, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a file as plain values, some hundreds in memory at a time."""
    # without `pre_buffer`, or the whole file would be in memory
    with opened(path, buffer_size=BUFFER, pre_buffer=False) as file:
        for batch in file.iter_batches(BATCH, columns=list(columns)):
            yield from zip(*(batch[name].to_pylist() for name in columns), strict=True)


def tables_of(path: Place, columns: Sequence[str], rows: int) -> Iterator[pa.Table]:
    """Some columns of a file as a stream of tables of so many rows, or up to twice as many."""
    names, held, count = list(columns), list[pa.RecordBatch](), 0
    with opened(path, buffer_size=BUFFER, pre_buffer=False) as file:
        for batch in file.iter_batches(rows, columns=names):
            held.append(batch)
            count += len(batch)
            if count >= rows:
                yield pa.Table.from_batches(held).select(names)
                held, count = [], 0
    if count:
        yield pa.Table.from_batches(held).select(names)


def is_whole(path: Place) -> bool:
    """Can all of a file be read, with its checksums right?"""
    try:
        with opened(path, buffer_size=BUFFER, pre_buffer=False) as file:
            for _ in file.iter_batches(BATCH):
                pass
    except DamagedFileError:
        return False
    return True


def rows(path: Place) -> int:
    """How many rows a file has."""
    with opened(path) as file:
        return int(file.metadata.num_rows)


class Groups:
    """Gathers small tables to row groups, which `write` writes."""

    def __init__(self, write: Callable[[pa.Table], None]) -> None:
        self._write, self._held, self._rows = write, list[pa.Table](), 0

    def add(self, part: pa.Table) -> None:
        """Take in a table; a row group is written when there is enough of it."""
        self._held.append(part)
        self._rows += len(part)
        if self._rows >= ROW_GROUP:
            self.end()

    def end(self) -> None:
        """Write what is left."""
        if self._held:
            self._write(pa.concat_tables(self._held))
        self._held, self._rows = [], 0
