"""The tables made from the point store: a sorted one a sweep, and records of runs and failures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.core.shown import listed, shown
from sweepstake.puzzle.question import Question
from sweepstake.store import parquet
from sweepstake.store.schema import schema

Columns = Mapping[str, NDArray[Any]]
"""The columns of numbered points: the parameters, the method and the trials (0 if not sampled)."""


def finished(question: Question, points: Columns, parts: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """The sweep's table, part by part: pieces pooled, joined to their points and sorted.

    `points` stand in the table's order, and each of `parts` has all pieces of the next of them; so
    the whole is never in memory.
    """
    keys = [*question.parameter, "method", *(column.name for column in question.outcomes)]
    for part in parts:
        yield _pooled(question, points, part).sort_by([(key, "ascending") for key in keys])


def _pooled(question: Question, points: Columns, rows: pa.Table) -> pa.Table:
    """One row an outcome of a point, with the declared columns."""
    outcomes = [column.name for column in question.outcomes]
    sampled = rows.filter(pc.is_valid(rows["count"]))
    whole = rows.filter(pc.is_null(rows["count"]))
    pooled = sampled.group_by(["_number", *outcomes]).aggregate([("count", "sum")])
    pooled = pooled.rename_columns(["_number", *outcomes, "count"])
    estimated = _estimated(pooled, _taken(points, "trials", pooled))
    table = pa.concat_tables([estimated, whole.drop_columns(["count"])], promote_options="default")
    for name in [*question.parameter, "method"]:
        table = table.append_column(name, _taken(points, name, table))
    target = schema(question)
    for name in target.names:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(len(table), target.field(name).type))
    return table.select(target.names).cast(target)


def write_sweep(results: Path, name: str, parts: Iterable[pa.Table]) -> None:
    """Make `parts` the sweep's compacted file."""
    parquet.write_parts(parts, results / "data" / f"{name}.parquet", results)


def write_runs(results: Path, name: str, points: Columns, origins: Iterable[pa.Table]) -> None:
    """Make `origins`, joined to their points, the sweep's record of who computed what."""
    parts = (_joined(points, part) for part in origins)
    parquet.write_parts(parts, results / "runs" / f"{name}.parquet", results)


def write_failures(results: Path, name: str, records: list[dict[str, Any]]) -> None:
    """Make `records` the sweep's failures; none, no file."""
    file = _failures(results, name)
    if records:
        parquet.write(pa.Table.from_pylist(records), file, results)
    else:
        file.unlink(missing_ok=True)


def failures(results: Path, name: str) -> int:
    """How many pieces of the sweep failed when it was last run."""
    file = _failures(results, name)
    return parquet.rows(file) if file.exists() else 0


def load(name: str, results: str | Path = "results") -> pd.DataFrame:
    """The compacted sweep `name` below `results`; ValueError in one line if there is none."""
    return frame(parquet.read(path(name, results)))


def path(name: str, results: str | Path) -> Path:
    """The file of the compacted sweep `name`; ValueError in one line if there is none."""
    folder = Path(results) / "data"
    path = folder / f"{name}.parquet"
    if not path.exists():
        there = listed(sorted(p.stem for p in folder.glob("*.parquet"))) or "none yet"
        raise ValueError(f"no sweep {shown(name)} in {folder}; there: {there}")
    return path


def frame(table: pa.Table) -> pd.DataFrame:
    """A table as pandas has it: whole numbers stay whole where some are missing."""
    frame = table.to_pandas()
    for field in table.schema:
        if pa.types.is_integer(field.type) and field.nullable:
            frame[field.name] = pd.array(table[field.name].to_pylist(), dtype="Int64")
        elif pa.types.is_boolean(field.type) and field.nullable:
            frame[field.name] = pd.array(table[field.name].to_pylist(), dtype="boolean")
    return cast(pd.DataFrame, frame)


def _failures(results: Path, name: str) -> Path:
    return results / "failures" / f"{name}.parquet"


def _taken(points: Columns, name: str, rows: pa.Table) -> pa.Array:
    """A column of the points that `rows` belong to."""
    return pa.array(points[name][rows["_number"].to_numpy()])


def _joined(points: Columns, origins: pa.Table) -> pa.Table:
    asked = {name: _taken(points, name, origins) for name in points if name != "trials"}
    return pa.table(asked | {name: origins[name] for name in origins.column_names[1:]})


def _estimated(pooled: pa.Table, trials: pa.Array) -> pa.Table:
    """Counts with their trials, probabilities, logarithms and standard errors."""
    share = pc.divide(pooled["count"].cast(pa.float64()), trials.cast(pa.float64()))
    variance = pc.divide(pc.multiply(share, pc.subtract(1.0, share)), trials.cast(pa.float64()))
    positive = pc.if_else(pc.greater(share, 0.0), share, None)
    return (
        pooled.append_column("trials", trials)
        .append_column("probability", share)
        .append_column("log10_probability", pc.log10(positive))
        .append_column("standard_error", pc.sqrt(variance))
    )
