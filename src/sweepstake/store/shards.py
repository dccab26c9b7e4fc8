"""The store: shards, which are files of chunks, one row a chunk.

A task leaves a shard as it finishes. Each row has the chunk's key (`point`, `chunk`, `trials`), the
parameters and the method, the answer as a list of outcomes, and where it was computed. A row group
has a checksum, which is compared whenever it is read; a shard that is damaged or does not have the
declared columns is moved to `.points/.rejected`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.puzzle.question import Question
from sweepstake.store import parquet, rows
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.rows import Computed

KEY = ("point", "chunk", "trials")
"""The columns that name a chunk."""
ORIGIN = ("seconds", "task", "worker", "started", "versions")
"""The columns that say where a chunk was computed."""
GROUP = 10_000
"""Chunks in a row group."""


def schema(question: Question) -> pa.Schema:
    """The columns of a shard."""
    texts = [(name, pa.string()) for name in ORIGIN[1:]]
    return pa.schema(
        [
            *((name, pa.int64()) for name in question.parameter),
            ("method", pa.string()),
            ("point", pa.binary(32)),
            ("chunk", pa.int64()),
            ("trials", pa.int64()),
            ("answer", rows.answer_type(question)),
            ("seconds", pa.float64()),
            *texts,
        ]
    )


@dataclass(frozen=True)
class Origin:
    """Where and with what some chunks were computed."""

    task: str
    worker: str
    started: str
    versions: Mapping[str, str]


@dataclass(frozen=True)
class Index:
    """Which shard has which chunk, and in which row."""

    shards: tuple[Path, ...]
    table: pa.Table
    """Each chunk once, by its key, with `shard` and `row`."""

    def found(self, chunks: pa.Table) -> pa.Table:
        """`chunks` in their order, with `shard` and `row`; null where a chunk is not stored."""
        numbered = chunks.append_column("_order", pa.array(np.arange(len(chunks))))
        joined = numbered.join(self.table, list(KEY), join_type="left outer")
        joined = joined.sort_by("_order").drop_columns(["_order"])
        return joined.select([*chunks.column_names, "shard", "row"])

    def of_points(self, ids: pa.Array) -> Index:
        """The chunks of some points only."""
        own = pc.is_in(self.table["point"], value_set=ids)
        return Index(self.shards, self.table.filter(own))


@dataclass(frozen=True)
class Store:
    """The stored chunks of one question below a results folder."""

    results: Path
    question: Question
    rejected: list[Path] = field(default_factory=list, compare=False)
    """Shards that were moved to `.rejected` since this was made."""

    @property
    def folder(self) -> Path:
        """Where this question's shards are."""
        return self.results / ".points" / self.question.name

    def path(self, task: str) -> Path:
        """The shard that a task leaves."""
        return self.folder / f"{task}.parquet"

    def paths(self) -> list[Path]:
        """All shards, in the order of their names."""
        return sorted(self.folder.glob("*.parquet"))

    def write(self, chunks: pa.Table, computed: Sequence[Computed], origin: Origin) -> Path:
        """Store `chunks` with what was computed of each as a shard; returns its path."""
        declared, count = schema(self.question), len(chunks)
        own = {
            "answer": rows.answers(self.question, computed),
            "seconds": pa.array([one.seconds for one in computed], pa.float64()),
            "task": pa.repeat(origin.task, count),
            "worker": pa.repeat(origin.worker, count),
            "started": pa.repeat(origin.started, count),
            "versions": pa.repeat(json.dumps(origin.versions, sort_keys=True), count),
        }
        columns = [own[name] if name in own else chunks[name] for name in declared.names]
        path = self.path(origin.task)
        self.write_rows(path, [pa.table(columns, declared)])
        return path

    def write_rows(self, path: Path, parts: Iterable[pa.Table]) -> None:
        """Write rows of shards as one shard, a row group each part, with their checksums."""
        digests: list[str] = []
        with parquet.writing(path, self.results, lambda: _about(digests)) as write:
            for part in parts:
                digests.append(rows.digest(part))
                write(part)

    def index(self, extra: Sequence[str] = (), paths: Sequence[Path] | None = None) -> Index:
        """Which shard, of all or of `paths`, has which chunk, with the columns `extra`.

        A file that is none of ours is moved out of the way.
        """
        names, listed = [*KEY, *extra], []
        for path in self.paths() if paths is None else paths:
            if (own := self._keys(path, names)) is not None:
                listed.append((path, own))
        places = [_places(number, len(own)) for number, (_, own) in enumerate(listed)]
        parts = [
            own.append_column("shard", shard).append_column("row", row)
            for (_, own), (shard, row) in zip(listed, places, strict=True)
        ]
        declared = schema(self.question)
        kinds = [*((name, declared.field(name).type) for name in names)]
        empty = pa.schema([*kinds, ("shard", pa.int32()), ("row", pa.int64())]).empty_table()
        return Index(tuple(path for path, _ in listed), _once(pa.concat_tables([empty, *parts])))

    def remove(self, unwanted: pa.Table) -> None:
        """Remove some chunks; a shard that has others as well is written anew without them."""
        index = self.index()
        left = index.found(unwanted.select(KEY)).drop_null()
        for number in pc.unique(left["shard"]).to_pylist():
            with suppress(DamagedFileError):  # it is out of the way then
                self._shrink(index.shards[number], left.filter(pc.equal(left["shard"], number)))

    def _shrink(self, path: Path, unwanted: pa.Table) -> None:
        whole = pa.concat_tables(self.row_groups(path))
        kept = np.setdiff1d(np.arange(len(whole)), unwanted["row"].to_numpy())
        if len(kept):
            left = whole.take(pa.array(kept))
            self.write_rows(self.path(named(left)), grouped([left]))
        path.unlink(missing_ok=True)

    def row_groups(self, path: Path) -> Iterator[pa.Table]:
        """The row groups of a shard, checksums compared."""
        for number in range(len(self.sizes(path))):
            yield self.row_group(path, number)

    def sizes(self, path: Path) -> list[int]:
        """The chunks in each row group; DamagedFileError unless the shard is as declared."""
        return self._looked_at(path)[1]

    def row_group(self, path: Path, number: int) -> pa.Table:
        """A row group; if damaged, DamagedFileError, and the shard is moved to `.rejected`."""
        digests = self._looked_at(path)[0]
        try:
            table = parquet.row_group(path, number)
            if rows.digest(table.replace_schema_metadata(None)) != digests[number]:
                raise DamagedFileError(f"{path} is damaged")
        except FileNotFoundError:
            raise DamagedFileError(f"{path} is gone") from None
        except DamagedFileError:
            self.reject(path)
            raise
        return table.replace_schema_metadata(None)

    def _looked_at(self, path: Path) -> tuple[list[str], list[int]]:
        """The checksums and the sizes of a shard's row groups."""
        try:
            found, sizes = parquet.row_groups(path)
            digests: list[str] = json.loads(found.metadata[b"groups"])
            if not found.equals(schema(self.question)) or len(digests) != len(sizes):
                raise DamagedFileError(f"{path} is damaged")
            return digests, sizes
        except FileNotFoundError:
            raise DamagedFileError(f"{path} is gone") from None
        except (DamagedFileError, ValueError, KeyError, TypeError):
            self.reject(path)
            raise DamagedFileError(f"{path} is damaged") from None

    def _keys(self, path: Path, names: Sequence[str]) -> pa.Table | None:
        """Some columns of a shard; None if it is damaged, foreign or gone."""
        try:
            self._looked_at(path)
            return parquet.columns(path, names).replace_schema_metadata(None)
        except FileNotFoundError:  # removed or put aside since it was seen
            return None
        except DamagedFileError:
            self.reject(path)
            return None

    def reject(self, path: Path) -> None:
        """Move a damaged or foreign file to `.points/.rejected`, where it is kept."""
        aside = self.results / ".points" / ".rejected"
        aside.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            path.replace(aside / f"{self.question.name}-{uuid.uuid4().hex[:8]}-{path.name}")
            self.rejected.append(path)


def grouped(parts: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Rows in tables of at most `GROUP` chunks."""
    for part in parts:
        for begin in range(0, len(part), GROUP):
            yield part.slice(begin, GROUP)


def named(chunks: pa.Table) -> str:
    """A name made of keys: the same chunks are stored under the same name."""
    found = sha256()
    for name in KEY:
        column = chunks[name]
        values = column.to_pylist() if name == "point" else column.to_numpy().astype("<i8")
        found.update(b"".join(values) if name == "point" else values.tobytes())
    return found.hexdigest()[:32]


def _about(digests: list[str]) -> dict[str, str]:
    return {"groups": json.dumps(digests)}


def _places(shard: int, rows: int) -> tuple[pa.Array, pa.Array]:
    return pa.array(np.full(rows, shard, np.int32)), pa.array(np.arange(rows))


def _once(table: pa.Table) -> pa.Table:
    """Each chunk once, as the first shard has it."""
    if pc.count_distinct(table["shard"]).as_py() < 2:
        return table
    keys = table.select(KEY).append_column("_place", pa.array(np.arange(len(table))))
    first = keys.group_by(list(KEY)).aggregate([("_place", "min")])["_place_min"]
    if len(first) == len(table):
        return table
    return table.take(first.combine_chunks().sort())
