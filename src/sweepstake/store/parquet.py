"""The one file that knows Parquet.

A file comes into being whole: it is written elsewhere on the same disk and then renamed.
"""

from __future__ import annotations

import errno
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

HOUR = 3600.0
ROW_GROUP = 10_000
"""Rows that small parts are gathered to; a larger part is a row group of its own."""
BATCH = 1_000
"""Rows that are read at a time, ..."""
BUFFER = 2**16
"""... and bytes of each column."""


class DamagedFileError(OSError):
    """A stored file is not what was written."""


def write(table: pa.Table, path: Path, results: Path) -> None:
    """Write `table` to `path`, whole or not at all."""
    with writing(path, results) as add:
        add(table)


@contextmanager
def writing(
    path: Path, results: Path, about: Callable[[], Mapping[str, str]] = dict
) -> Iterator[Callable[[pa.Table], None]]:
    """A function that adds a table to a new file at `path` as a row group of its own.

    The file is there, whole, once the body ends well; `about()` is then asked what it says of
    itself.
    """
    partial = partial_file(results, "parquet")
    path.parent.mkdir(parents=True, exist_ok=True)
    writer: pq.ParquetWriter | None = None

    def write(table: pa.Table) -> None:
        nonlocal writer
        writer = writer or pq.ParquetWriter(
            partial, table.schema, compression="zstd", write_page_checksum=True
        )
        writer.write_table(table, row_group_size=max(len(table), 1))

    try:
        yield write
        assert writer
        if said := about():
            writer.add_key_value_metadata(dict(said))
        writer.close()
        partial.replace(path)
    finally:
        if writer:
            with suppress(OSError):  # a full disk was said already
                writer.close()
        partial.unlink(missing_ok=True)


def columns(path: Path, names: Sequence[str]) -> pa.Table:
    """Some columns of a file, checksums compared."""
    with _opened(path) as file:
        return pq.read_table(file, columns=list(names), page_checksum_verification=True)


def row_groups(path: Path) -> tuple[pa.Schema, list[int]]:
    """The columns of a file and what it says of itself, and the rows of each row group."""
    with _opened(path) as file:
        stored = pq.ParquetFile(file)
        sizes = [stored.metadata.row_group(k).num_rows for k in range(stored.num_row_groups)]
        about = {**(stored.schema_arrow.metadata or {}), **(stored.metadata.metadata or {})}
        return stored.schema_arrow.with_metadata(about), sizes


def row_group(path: Path, number: int) -> pa.Table:
    """The rows of one row group, checksums compared."""
    with _opened(path) as file:
        return pq.ParquetFile(file, page_checksum_verification=True).read_row_group(number)


def read(path: Path) -> pa.Table:
    """All rows of a file, checksums compared."""
    with _opened(path) as file:
        return pq.read_table(file, page_checksum_verification=True)


def rows_of(path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a file as plain values, checksums compared, some hundreds in memory at a time."""
    with _opened(path) as file:
        stored = pq.ParquetFile(
            file,
            buffer_size=BUFFER,
            pre_buffer=False,  # or the whole file would be in memory
            page_checksum_verification=True,
        )
        for batch in stored.iter_batches(BATCH, columns=list(columns)):
            yield from zip(*(batch[name].to_pylist() for name in columns), strict=True)


def rows(path: Path) -> int:
    """How many rows a file has."""
    return int(pq.read_metadata(path).num_rows)


def remove_partial(results: Path) -> None:
    """Remove what killed processes left half written: files that are over an hour old."""
    for path in _partial(results).glob("*"):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > HOUR:
                path.unlink()


def partial_file(results: Path, ending: str) -> Path:
    """The path of a file to be written and then renamed, on the disk of the results."""
    _partial(results).mkdir(parents=True, exist_ok=True)
    return _partial(results) / f"{uuid.uuid4().hex}.{ending}"


def _partial(results: Path) -> Path:
    return results / ".points" / ".partial"


@contextmanager
def _opened(path: Path) -> Iterator[pa.NativeFile]:
    """Open a file; DamagedFileError if it is damaged, OSError if the system can't read it now."""
    try:
        with pa.OSFile(str(path)) as file:
            yield file
    except MemoryError:
        raise
    except OSError as error:
        if error.errno not in (None, errno.EIO, errno.EISDIR, errno.ELOOP):
            raise
        raise DamagedFileError(f"{path} is damaged") from error
    except (ValueError, pa.ArrowException) as error:
        raise DamagedFileError(f"{path} is damaged") from error


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
