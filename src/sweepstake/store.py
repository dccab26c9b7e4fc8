"""The one file that knows Parquet: the point store, and the tables made from it.

    results/.points/{question}/*.parquet   what tasks leave as they finish, several pieces a file
    results/data/{sweep}.parquet           one sorted table a sweep, with a declared schema
    results/runs/{sweep}.parquet           who computed what, when and with which versions
    results/failures/{sweep}.parquet       the points that raised, with their tracebacks

A file comes into being whole: it is written elsewhere on the same disk and then renamed. A file in
the point store names its pieces in its metadata, so what is done is known without reading rows.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from sweepstake.core.distribution import Distribution
from sweepstake.core.question import Kind, Question

SCHEMA_VERSION = "1"
ARROW = {"int": pa.int64(), "bool": pa.bool_(), "string": pa.string()}
Key = tuple[str, int, int]
"""A piece: point id, chunk, trials (0 for a point that is not sampled)."""


@dataclass(frozen=True)
class Computed:
    """A piece's answer, and the seconds that it took."""

    key: Key
    kind: Kind
    answer: Distribution
    seconds: float


@dataclass(frozen=True)
class Origin:
    """Where and with what some pieces were computed."""

    task: str
    worker: str
    started: str
    versions: Mapping[str, str]


@dataclass(frozen=True)
class PointStore:
    """The stored pieces of one question below a results folder."""

    results: Path
    question: Question

    @property
    def folder(self) -> Path:
        """Where this question's files are."""
        return self.results / ".points" / self.question.name

    def write(self, computed: Sequence[Computed], origin: Origin) -> Path:
        """Store some pieces as one file; returns its path."""
        listed = [[*piece.key, piece.seconds] for piece in computed]
        table = _piece_rows(self.question, computed).replace_schema_metadata(
            {"pieces": json.dumps(listed), "origin": json.dumps(asdict(origin))}
        )
        path = self.folder / f"{origin.task}.parquet"
        _write(table, path, self.results)
        return path

    def index(self) -> dict[Key, Path]:
        """Which file has which piece. A file that is none of ours is moved out of the way."""
        found: dict[Key, Path] = {}
        for path in sorted(self.folder.glob("*.parquet")):
            for entry in self._listed(path):
                found.setdefault((entry[0], entry[1], entry[2]), path)
        return found

    def gather(self, wanted: Mapping[Key, int], index: Mapping[Key, Path]) -> pa.Table:
        """The rows of the `wanted` pieces; `_number` has what `wanted` says of the piece."""
        by_file: dict[Path, dict[Key, int]] = {}
        for key, number in wanted.items():
            by_file.setdefault(index[key], {})[key] = number
        parts = [self._rows(path, keys) for path, keys in sorted(by_file.items())]
        return pa.concat_tables([_numbered(_piece_rows(self.question, []), []), *parts])

    def tally(self, keys: Iterable[Key], index: Mapping[Key, Path]) -> Distribution:
        """The chunks `keys` of one sampled point, counted together."""
        keys = list(keys)
        rows = self.gather(dict.fromkeys(keys, 0), index)
        outcomes = [rows[column.name].to_pylist() for column in self.question.outcomes]
        values = outcomes[0] if len(outcomes) == 1 else zip(*outcomes, strict=True)
        counts: Counter[Any] = Counter()
        for outcome, count in zip(values, rows["count"].to_pylist(), strict=True):
            counts[outcome] += count
        return Distribution(counts, sum(trials for _, _, trials in keys))

    def runs(self, wanted: Mapping[Key, int], index: Mapping[Key, Path]) -> list[dict[str, Any]]:
        """Provenance: one record a wanted piece."""
        return [
            {"_number": wanted[key], "chunk": key[1], "trials": key[2], "seconds": entry[3]}
            | {**origin, "versions": json.dumps(origin["versions"], sort_keys=True)}
            for path in sorted({index[key] for key in wanted})
            for origin in [json.loads(pq.read_schema(path).metadata[b"origin"])]
            for entry in self._listed(path)
            if (key := (entry[0], entry[1], entry[2])) in wanted and index[key] == path
        ]

    def remove(self, keys: Collection[Key]) -> None:
        """Remove some pieces; a file that has others as well is written anew without them."""
        for path in {path for key, path in self.index().items() if key in keys}:
            table = pq.read_table(path, partitioning=None)
            listed = self._listed(path)
            kept = [k for k, entry in enumerate(listed) if (*entry[:3],) not in keys]
            if not kept:
                path.unlink()
                continue
            place = pc.index_in(table["_piece"], value_set=pa.array(kept, pa.int32()))
            about = {b"pieces": json.dumps([listed[k] for k in kept]).encode()}
            rows = table.set_column(table.column_names.index("_piece"), "_piece", place)
            rows = rows.filter(pc.is_valid(place))
            _write(
                rows.replace_schema_metadata({**table.schema.metadata, **about}), path, self.results
            )

    def reject(self, path: Path) -> None:
        """Move a damaged or foreign file out of the way, keeping it."""
        aside = self.results / ".points" / ".rejected"
        aside.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            path.replace(aside / f"{self.question.name}-{uuid.uuid4().hex[:8]}-{path.name}")

    def _listed(self, path: Path) -> list[list[Any]]:
        try:
            listed: list[list[Any]] = json.loads(pq.read_schema(path).metadata[b"pieces"])
        except (OSError, ValueError, KeyError, TypeError, pa.ArrowException):
            if path.exists():
                self.reject(path)
            return []
        return listed

    def _rows(self, path: Path, keys: Mapping[Key, int]) -> pa.Table:
        try:
            table = pq.read_table(path, page_checksum_verification=True, partitioning=None)
        except (OSError, ValueError, pa.ArrowException) as error:
            self.reject(path)
            raise DamagedFileError(f"{path} is damaged and was put aside") from error
        return _numbered(
            table, [keys.get((entry[0], entry[1], entry[2]), -1) for entry in self._listed(path)]
        )


class DamagedFileError(OSError):
    """A stored file could not be read back; its pieces have to be computed again."""


def schema(question: Question) -> pa.Schema:
    """The declared columns of a sweep of `question`, with units and the question's words."""
    fields = [
        *(_field(p.name, "int", p.meaning, False) for p in question.parameters),
        _field("method", "string", "how it was found", False),
        *(_field(c.name, c.type, c.meaning, c.nullable) for c in question.outcomes),
        *(pa.field(name, kind, metadata={"meaning": says}) for name, kind, says in _MEASURES),
    ]
    about = {"question": question.name, "text": question.text, "schema_version": SCHEMA_VERSION}
    return pa.schema(fields, metadata=about)


def piece_table(question: Question, computed: Sequence[Computed], numbers: list[int]) -> pa.Table:
    """The rows of pieces that were never stored, numbered like `PointStore.gather`."""
    return _numbered(_piece_rows(question, computed), numbers)


def finished(question: Question, points: Sequence[Mapping[str, Any]], rows: pa.Table) -> pa.Table:
    """The sweep's table: pieces pooled, joined to their points and sorted.

    `points` has the parameters, the method and the trials (or None) of each numbered point.
    """
    outcomes = [column.name for column in question.outcomes]
    sampled = rows.filter(pc.is_valid(rows["count"]))
    whole = rows.filter(pc.is_null(rows["count"]))
    pooled = sampled.group_by(["_number", *outcomes]).aggregate([("count", "sum")])
    pooled = pooled.rename_columns(["_number", *outcomes, "count"])
    table = pa.concat_tables(
        [_estimated(pooled, points), whole.drop_columns(["count"])], promote_options="default"
    )
    for name in [*(p.name for p in question.parameters), "method"]:
        table = table.append_column(name, _taken([point[name] for point in points], table))
    target = schema(question)
    for name in target.names:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(len(table), target.field(name).type))
    keys = [*(p.name for p in question.parameters), "method", *outcomes]
    table = table.sort_by([(key, "ascending") for key in keys]).combine_chunks()
    return table.select(target.names).cast(target)


def write_sweep(results: Path, name: str, table: pa.Table) -> None:
    """Make `table` the sweep's compacted file."""
    _write(table, results / "data" / f"{name}.parquet", results)


def write_records(results: Path, kind: str, name: str, records: list[dict[str, Any]]) -> None:
    """Make `records` (of runs or failures) the sweep's file of that kind; none, no file."""
    path = results / kind / f"{name}.parquet"
    if records:
        _write(pa.Table.from_pylist(records), path, results)
    else:
        path.unlink(missing_ok=True)


def recorded(results: Path, kind: str, name: str) -> int:
    """How many records (of runs or failures) the sweep has."""
    path = results / kind / f"{name}.parquet"
    return int(pq.read_metadata(path).num_rows) if path.exists() else 0


def load(name: str, results: str | Path = "results") -> pd.DataFrame:
    """The compacted sweep `name` below `results`; ValueError in one line if there is none."""
    folder = Path(results) / "data"
    path = folder / f"{name}.parquet"
    if not path.exists():
        there = ", ".join(sorted(p.stem for p in folder.glob("*.parquet"))) or "none yet"
        raise ValueError(f"no sweep {name!r} in {folder}; there: {there}")
    return frame(pq.read_table(path, partitioning=None))


def frame(table: pa.Table) -> pd.DataFrame:
    """A table as pandas has it: whole numbers stay whole where some are missing."""
    frame = table.to_pandas()
    for field in table.schema:
        if pa.types.is_integer(field.type) and field.nullable:
            frame[field.name] = pd.array(table[field.name].to_pylist(), dtype="Int64")
        elif pa.types.is_boolean(field.type) and field.nullable:
            frame[field.name] = pd.array(table[field.name].to_pylist(), dtype="boolean")
    return cast(pd.DataFrame, frame)


_MEASURES = (
    ("probability", pa.float64(), "probability of this outcome"),
    ("exact", pa.string(), "the probability as p/q, if it is known exactly"),
    ("log10_probability", pa.float64(), "common logarithm of the probability"),
    ("count", pa.int64(), "trials that ended so, if simulated"),
    ("trials", pa.int64(), "trials in all, if simulated"),
    ("standard_error", pa.float64(), "standard error of the probability, if simulated"),
)


def _field(name: str, kind: str, meaning: str, nullable: bool) -> pa.Field:
    return pa.field(name, ARROW[kind], nullable=nullable, metadata={"meaning": meaning})


def _piece_rows(question: Question, computed: Sequence[Computed]) -> pa.Table:
    """One row an outcome of each piece; `_piece` says which piece it is, by its place."""
    single = len(question.outcomes) == 1
    piece: list[int] = []
    outcomes: list[tuple[Any, ...]] = []
    measures: list[tuple[float | None, str | None, float | None, int | None]] = []
    for place, one in enumerate(computed):
        for outcome in one.answer:
            piece.append(place)
            outcomes.append((outcome,) if single else outcome)
            measures.append(_measured(one, outcome))
    columns = {"_piece": pa.array(piece, pa.int32())}
    for k, column in enumerate(question.outcomes):
        columns[column.name] = pa.array([values[k] for values in outcomes], ARROW[column.type])
    for k, (name, kind, _) in enumerate(_MEASURES[:4]):
        columns[name] = pa.array([values[k] for values in measures], kind)
    return pa.table(columns)


def _measured(
    one: Computed, outcome: Any
) -> tuple[float | None, str | None, float | None, int | None]:
    """(probability, exact, log10, count) of an outcome: a sample has only its count."""
    if one.kind == "sampled":
        return None, None, None, int(one.answer.counts[outcome])
    probability = one.answer[outcome]
    exact = str(probability) if one.kind == "exact" else None
    return float(probability), exact, one.answer.log10(outcome), None


def _numbered(rows: pa.Table, numbers: Iterable[int]) -> pa.Table:
    """`rows` with the number of each piece in place of its place; number -1 is left out."""
    number = pc.take(pa.array(numbers, pa.int64()), rows["_piece"])
    rows = rows.drop_columns(["_piece"]).append_column("_number", number)
    return rows.replace_schema_metadata(None).filter(pc.greater_equal(rows["_number"], 0))


def _estimated(pooled: pa.Table, points: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Counts with their trials, probabilities, logarithms and standard errors."""
    trials = _taken([point["trials"] for point in points], pooled, pa.int64())
    share = pc.divide(pooled["count"].cast(pa.float64()), trials.cast(pa.float64()))
    variance = pc.divide(pc.multiply(share, pc.subtract(1.0, share)), trials.cast(pa.float64()))
    positive = pc.if_else(pc.greater(share, 0.0), share, None)
    return (
        pooled.append_column("trials", trials)
        .append_column("probability", share)
        .append_column("log10_probability", pc.log10(positive))
        .append_column("standard_error", pc.sqrt(variance))
    )


def _taken(values: list[Any], table: pa.Table, kind: pa.DataType | None = None) -> pa.Array:
    return pc.take(pa.array(values, kind), table["_number"])


def _write(table: pa.Table, path: Path, results: Path) -> None:
    """Write `table` to `path`, whole or not at all."""
    partial = results / ".points" / ".partial" / f"{uuid.uuid4().hex}.parquet"
    for folder in (partial.parent, path.parent):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        pq.write_table(table, partial, compression="zstd", write_page_checksum=True)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
