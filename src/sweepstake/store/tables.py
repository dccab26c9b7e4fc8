"""The results of sweeps as files: their tables, what is known of their runs, and the failures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pandas as pd
import pyarrow as pa

from sweepstake.errors import DamagedFileError, InputError
from sweepstake.store import parquet
from sweepstake.store.parquet import IDENTITY, VERSION
from sweepstake.text.shown import listed, shown

NULLABLE = {pa.int64(): pd.Int64Dtype(), pa.bool_(): pd.BooleanDtype()}
"""The types of pandas for columns that may have missing values."""


def write_failures(results: Path, name: str, records: list[dict[str, Any]]) -> Path:
    """Write `records` as the sweep's failures, or remove the file if empty; returns its path."""
    file = _failures(results, name)
    if records:
        parquet.write(pa.Table.from_pylist(records), file, results / ".points")
    else:
        file.unlink(missing_ok=True)
    return file


def failures(results: Path, name: str) -> int:
    """How many chunks of the sweep failed when it was last run."""
    file = _failures(results, name)
    return parquet.rows(file) if file.exists() else 0


def runs(results: Path, name: str, columns: Sequence[str]) -> pa.Table:
    """Who computed the chunks of the sweep `name`, and when: `columns`, with a row for each chunk.

    Texts that many rows share are dictionaries.
    """
    shared = [name for name in ("method", "worker", "started", "versions") if name in columns]
    with parquet.opened(results / "runs" / f"{name}.parquet", read_dictionary=shared) as file:
        return file.read([*columns]).select([*columns])


def load(name: str, results: str | Path = "results") -> pd.DataFrame:
    """The compacted sweep `name` below the folder `results`; ValueError if it doesn't exist."""
    return frame(parquet.read(path(name, results)))


def path(name: str, results: str | Path) -> Path:
    """The file of the compacted sweep `name`; ValueError in one line if it doesn't exist."""
    folder = Path(results) / "data"
    path = folder / f"{name}.parquet"
    if not path.exists():
        names = sorted(file.name.removesuffix(".parquet") for file in folder.glob("*.parquet"))
        raise InputError(
            f"no sweep {shown(name)} in {folder}; there: {listed(names) or 'none yet'}"
        )
    return path


def frame(table: pa.Table) -> pd.DataFrame:
    """A table as a pandas frame, in which whole numbers stay whole if some are missing."""
    frame = table.to_pandas(ignore_metadata=True)
    for field in table.schema:
        if field.nullable and field.type in NULLABLE:
            frame[field.name] = table[field.name].to_pandas(types_mapper=NULLABLE.get)
    return cast(pd.DataFrame, frame)


def _failures(results: Path, name: str) -> Path:
    return results / "failures" / f"{name}.parquet"


def is_made_of(results: Path, name: str, identity: str) -> bool:
    """True if a sweep's table is of these points; False if it is missing, damaged or older."""
    try:
        with parquet.opened(results / "data" / f"{name}.parquet") as file:
            metadata = parquet.declared(file).metadata or {}
    except (DamagedFileError, FileNotFoundError):
        return False
    is_current = metadata.get(b"schema_version") == VERSION.encode()
    return is_current and bool(metadata.get(IDENTITY) == identity.encode())
