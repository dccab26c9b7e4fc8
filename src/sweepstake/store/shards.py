"""The store: shards, which are files of chunks, one row a chunk.

A task leaves a shard as it finishes. Each row has the chunk's key (`point`, `chunk`, `trials`), the
parameters and the method, the answer as a list of outcomes, and where it was computed. A row group
has a checksum, which is compared whenever it is read; a shard that is damaged, or is none, is moved
to `.rejected` beside the shards of all questions. One with other columns is of another version of
its question, which may be asked again: it is left where it is, and not looked at.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa

from sweepstake.puzzle.answer import Computed
from sweepstake.puzzle.question import Question
from sweepstake.store import files, parquet, rows
from sweepstake.store.files import Place
from sweepstake.store.index import KEY, Index, indexed
from sweepstake.store.parquet import ChangedError, DamagedFileError
from sweepstake.store.schema import parameters

ORIGIN = ("seconds", "task", "worker", "started", "versions")
"""The columns that say where a chunk was computed."""
GROUP = 10_000
"""Chunks in a row group."""


def shard_schema(question: Question) -> pa.Schema:
    """The columns of a shard."""
    texts = [(name, pa.string()) for name in ORIGIN[1:]]
    return pa.schema(
        [
            *parameters(question),
            ("method", pa.string()),
            ("point", pa.binary(32)),
            ("chunk", pa.int64()),
            ("trials", pa.int64()),
            ("answer", rows.answer_type(question)),
            ("seconds", pa.float64()),
            *texts,
        ]
    )


class _OtherVersionError(DamagedFileError):
    """A shard whose question was declared in another way: nothing in it is asked for now."""


def _is_whole(file: Any, digests: Sequence[str]) -> bool:
    """Does the first row group say what was written, whatever its columns are?"""
    return not digests or rows.digest(_row_group(file, 0)) == digests[0]


def _row_group(file: Any, number: int) -> pa.Table:
    return file.read_row_group(number).replace_schema_metadata(None)


@dataclass(frozen=True)
class Origin:
    """Where and with what some chunks were computed."""

    task: str
    worker: str
    started: str
    versions: Mapping[str, str]


@dataclass(frozen=True)
class Store:
    """The stored chunks of one question of a results folder."""

    results: Path
    question: Question
    place: Place | None = None
    """Where the shards of all questions are; unless given, `.points` below `results`."""
    rejected: list[Place] = field(default_factory=list, compare=False)
    """Shards that were moved to `.rejected` since this was made."""

    @property
    def root(self) -> Place:
        """Where the shards of all questions are."""
        return self.place or self.results / ".points"

    @property
    def folder(self) -> Place:
        """Where this question's shards are."""
        return self.root / self.question.name

    def path(self, task: str) -> Place:
        """The shard that a task leaves."""
        return self.folder / f"{task}.parquet"

    def paths(self) -> list[Place]:
        """All shards, in the order of their names."""
        return sorted(self.folder.glob("*.parquet"))

    def holds(self, chunks: pa.Table) -> bool:
        """Is the shard of a task with these chunks there, whole and with these very chunks?"""
        path = self.path(named(chunks))
        with suppress(DamagedFileError):
            if path.exists():
                stored = pa.concat_tables(self.row_groups(path)).select(KEY)
                return bool(stored.equals(chunks.select(KEY).cast(stored.schema)))
        return False

    def write(self, chunks: pa.Table, computed: Sequence[Computed], origin: Origin) -> Place:
        """Store `chunks` with what was computed of each as a shard; returns its path."""
        declared, count = shard_schema(self.question), len(chunks)
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

    def write_rows(self, path: Place, parts: Iterable[pa.Table]) -> None:
        """Write rows of shards as one shard, a row group each part, with their checksums."""
        digests: list[str] = []
        with parquet.writing(path, self.root, lambda: _about(digests)) as write:
            for part in parts:
                digests.append(rows.digest(part))
                write(part)

    def index(self, extra: Sequence[str] = (), paths: Sequence[Place] | None = None) -> Index:
        """Which shard, of all or of `paths`, has which chunk, with the columns `extra`.

        A file that is none of ours is moved out of the way.
        """
        names = [*KEY, *extra]

        def columns(path: Place) -> tuple[Place, pa.Table] | None:
            with suppress(DamagedFileError), self._opened(path) as (file, _):
                chunks = file.read(names).select(names).replace_schema_metadata(None)
                if not rows.is_filled(chunks):
                    raise DamagedFileError(path)
                return path, chunks
            return None

        found = files.each(columns, self.paths() if paths is None else paths)
        empty = shard_schema(self.question).empty_table().select(names)
        return indexed([one for one in found if one], empty)

    def row_groups(self, path: Place) -> Iterator[pa.Table]:
        """The row groups of a shard, checksums compared."""
        for number in range(len(self.sizes(path))):
            yield self.row_group(path, number)

    def sizes(self, path: Place) -> list[int]:
        """The chunks in each row group; DamagedFileError unless the shard is as declared."""
        with self._opened(path) as (file, _):
            return parquet.sizes(file)

    def row_group(self, path: Place, number: int) -> pa.Table:
        """A row group; if damaged, DamagedFileError, and the shard is moved to `.rejected`."""
        with self._opened(path) as (file, digests):
            table = _row_group(file, number)
            if not rows.is_sound(table, self.question) or rows.digest(table) != digests[number]:
                raise DamagedFileError(f"{path} is damaged")
        return table

    @contextmanager
    def _opened(self, path: Place) -> Iterator[tuple[Any, list[str]]]:
        """A shard, open, and the checksums of its row groups.

        DamagedFileError if it is gone, or of another version of its question, or if it is damaged
        or no shard; it is moved away then.
        """
        try:
            with parquet.opened(path) as file:
                declared = parquet.declared(file)
                digests = json.loads(declared.metadata[b"groups"])
                if len(digests) != file.num_row_groups:
                    raise DamagedFileError(f"{path} is damaged")
                if not declared.equals(shard_schema(self.question)):
                    raise _OtherVersionError if _is_whole(file, digests) else DamagedFileError(path)
                yield file, digests
        except FileNotFoundError:
            raise ChangedError(f"{path} is gone") from None
        except _OtherVersionError:
            raise _OtherVersionError(f"{path} is of another version of its question") from None
        except (DamagedFileError, KeyError, TypeError, RecursionError):
            self.reject(path)
            raise DamagedFileError(f"{path} is damaged") from None

    def reject(self, path: Place) -> None:
        """Move a damaged or foreign file to `.rejected`, where it is kept."""
        name = f"{self.question.name}-{uuid.uuid4().hex[:8]}-{path.name}"
        with suppress(FileNotFoundError):
            files.move(path, self.root / ".rejected" / name)
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
