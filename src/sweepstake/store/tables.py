"""The results of sweeps as files: their tables, what is known of their runs, and the failures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pandas as pd
import pyarrow as pa

from sweepstake.errors import DamagedFileError, InputError
from sweepstake.store import files, parquet
from sweepstake.store.files import AnyPath
from sweepstake.store.parquet import ATTRS, IDENTITY
from sweepstake.store.stated import STATED, columns, joined_remainders, remainders
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


def runs(results: AnyPath, name: str, columns: Sequence[str]) -> pa.Table:
    """Who computed the chunks of the sweep `name`, and when: `columns`, with a row for each chunk.

    Texts that many rows share are dictionaries.
    """
    shared = [name for name in ("method", "worker", "started", "versions") if name in columns]
    with parquet.opened(results / "runs" / f"{name}.parquet", read_dictionary=shared) as file:
        return file.read([*columns]).select([*columns])


def states(results: AnyPath, name: str) -> pa.Table | None:
    """Parameters, method, remainder and means of the answers of a sweep; None if none has any."""
    with parquet.opened(results / "data" / f"{name}.parquet") as file:
        declared = parquet.declared(file)
    if STATED.encode() not in (declared.metadata or {}):
        return None
    keys = declared.names[: declared.names.index("method") + 1]
    return remainders(runs(results, name, [*keys, STATED]))


def load(name: str, results: str | Path = "results") -> pd.DataFrame:
    """The compacted sweep `name` below `results`, a folder or a URI that Arrow knows.

    ValueError or OSError in one line if there is none or it can't be reached.
    """
    loaded = parquet.read(path(name, results))
    return frame(loaded, states(root(results), name))


def path(name: str, results: str | Path) -> AnyPath:
    """The file of the compacted sweep `name`; ValueError in one line if there is none."""
    folder = root(results) / "data"
    path = folder / f"{name}.parquet"
    if not path.exists():
        names = sorted(file.name.removesuffix(".parquet") for file in folder.glob("*.parquet"))
        raise InputError(
            f"no sweep {shown(name)} in {folder}; there: {listed(names) or 'none yet'}"
        )
    return path


def root(results: str | Path) -> AnyPath:
    """A results folder, from its path or URI."""
    return files.named(results) if isinstance(results, str) else results


def frame(table: pa.Table, states: pa.Table | None = None) -> pd.DataFrame:
    """A table as a pandas frame, in which whole numbers stay whole if some are missing.

    `attrs` names its question, as the table does, and has the remainders and means of answers, in
    columns of equal length.
    """
    frame = table.to_pandas(ignore_metadata=True)
    if name := _question(table.schema.metadata or {}):
        frame.attrs["question"] = name
    if states is not None and len(states):
        names = table.column_names
        outcomes = names[names.index("method") + 1 : names.index("probability")]
        frame.attrs[STATED] = columns(states, outcomes)
    for field in table.schema:
        if field.nullable and field.type in NULLABLE:
            frame[field.name] = table[field.name].to_pandas(types_mapper=NULLABLE.get)
    return cast(pd.DataFrame, frame)


def _question(about: Mapping[bytes, bytes]) -> str | None:
    """The question that a file's metadata name; pandas writes those of a frame in its own way."""
    if name := about.get(b"question"):
        return name.decode(errors="replace")
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(about[ATTRS.encode()])["question"])
    return None


def joined(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """The concatenated frames of one question, with the remainders of their answers."""
    whole = pd.concat(frames, ignore_index=True)
    attrs = [frame.attrs for frame in frames]
    whole.attrs = {name: value for of_frame in attrs for name, value in of_frame.items()}
    if remainders := [of_frame[STATED] for of_frame in attrs if STATED in of_frame]:
        whole.attrs[STATED] = joined_remainders(remainders)
    return whole


def _failures(results: Path, name: str) -> Path:
    return results / "failures" / f"{name}.parquet"


def is_made_of(results: Path, name: str, identity: str) -> bool:
    """True if a sweep's table is of these points; False if it is missing or damaged."""
    try:
        with parquet.opened(results / "data" / f"{name}.parquet") as file:
            metadata = parquet.declared(file).metadata or {}
    except (DamagedFileError, FileNotFoundError):
        return False
    return bool(metadata.get(IDENTITY) == identity.encode())
