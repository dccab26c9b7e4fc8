"""The one file that knows Parquet.

A file comes into being whole: it is written elsewhere on the same disk and then renamed.
"""

from __future__ import annotations

import errno
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
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
    write_parts([table], path, results)


def write_parts(parts: Iterable[pa.Table], path: Path, results: Path) -> None:
    """Write the tables `parts`, of one schema and at least one, as one file, a few at a time."""
    partial = _partial(results) / f"{uuid.uuid4().hex}.parquet"
    for folder in (partial.parent, path.parent):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        groups = _row_groups(parts)
        first = next(groups)
        with pq.ParquetWriter(
            partial, first.schema, compression="zstd", write_page_checksum=True
        ) as writer:
            writer.write_table(first)
            for group in groups:
                writer.write_table(group)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def read(path: Path) -> pa.Table:
    """All rows of a file, checksums compared."""
    with _opened(path) as file:
        return pq.read_table(file, page_checksum_verification=True)


def rows_of(path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a file as plain values, checksums compared; a batch of them is in memory."""
    with _opened(path) as file:
        stored = pq.ParquetFile(
            file,
            buffer_size=BUFFER,
            pre_buffer=False,  # or the whole file would be in memory
            page_checksum_verification=True,
        )
        for batch in stored.iter_batches(BATCH, columns=list(columns)):
            yield from zip(*(batch[name].to_pylist() for name in columns), strict=True)


def schema(path: Path) -> pa.Schema:
    """The columns of a file and what it says of itself, without its rows."""
    with _opened(path) as file:
        return pq.read_schema(file)


def rows(path: Path) -> int:
    """How many rows a file has."""
    return int(pq.read_metadata(path).num_rows)


def remove_partial(results: Path) -> None:
    """Remove what killed processes left half written: nobody writes for an hour."""
    for path in _partial(results).glob("*.parquet"):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > HOUR:
                path.unlink()


def _partial(results: Path) -> Path:
    return results / ".points" / ".partial"


@contextmanager
def _opened(path: Path) -> Iterator[pa.NativeFile]:
    """Open a file; one that is damaged is told from a system that can't read just now."""
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


def _row_groups(parts: Iterable[pa.Table]) -> Iterator[pa.Table]:
    held: list[pa.Table] = []
    for part in parts:
        held.append(part)
        if sum(map(len, held)) >= ROW_GROUP:
            yield pa.concat_tables(held)
            held = []
    if held:
        yield pa.concat_tables(held)
