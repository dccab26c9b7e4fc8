"""The one file that knows Parquet.

A file comes into being whole: it is written elsewhere on the same disk and then renamed.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ROW_GROUP = 10_000
"""Rows that small parts are gathered to; a larger part is a row group of its own."""


class DamagedFileError(OSError):
    """A stored file could not be read back."""


def write(table: pa.Table, path: Path, results: Path) -> None:
    """Write `table` to `path`, whole or not at all."""
    write_parts([table], path, results)


def write_parts(parts: Iterable[pa.Table], path: Path, results: Path) -> None:
    """Write the tables `parts`, of one schema and at least one, as one file, a few at a time."""
    partial = results / ".points" / ".partial" / f"{uuid.uuid4().hex}.parquet"
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
    try:
        return pq.read_table(path, page_checksum_verification=True, partitioning=None)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise DamagedFileError(f"{path} is damaged") from error


def metadata(path: Path) -> Mapping[bytes, bytes]:
    """What a file says of itself, without its rows."""
    try:
        return dict(pq.read_schema(path).metadata or {})
    except (OSError, ValueError, pa.ArrowException) as error:
        raise DamagedFileError(f"{path} is damaged") from error


def rows(path: Path) -> int:
    """How many rows a file has."""
    return int(pq.read_metadata(path).num_rows)


def _row_groups(parts: Iterable[pa.Table]) -> Iterator[pa.Table]:
    held: list[pa.Table] = []
    for part in parts:
        held.append(part)
        if sum(map(len, held)) >= ROW_GROUP:
            yield pa.concat_tables(held)
            held = []
    if held:
        yield pa.concat_tables(held)
