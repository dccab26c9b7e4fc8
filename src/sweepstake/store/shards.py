"""The store: shards, which are files of chunks with one row for each chunk.

The shards of one method, source and seed are in a folder of their own, which is named after all
three. So a row is identified by its parameters, the number of its chunk, and its trials. A shard is
named by the SHA-256 of its bytes, which is compared whenever it is opened. Files that are
damaged, or are not shards, are moved to `.rejected` beside the shards of all questions.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow as pa

from sweepstake.errors import DamagedFileError
from sweepstake.puzzle.question import Question
from sweepstake.store import files, parquet, rows

FORM = "6"
"""The version of the format of shards."""
FULL = 16 << 20
"""Most bytes of a shard in memory, unless it is one row group."""
NAME = re.compile(r"(?P<method>.+?)-(?P<source>[0-9a-f]{16})(-(?P<seed>\d+))?")


class OtherFormError(DamagedFileError):
    """An undamaged shard of another format, or with columns that its question hasn't now."""


@dataclass(frozen=True)
class Store:
    """The stored chunks of one question of a results folder."""

    results: Path
    question: Question
    rejected: list[Path] = field(default_factory=list, compare=False)
    """Shards that were moved to `.rejected` since this object was created."""

    @property
    def root(self) -> Path:
        """The folder of the shards of all questions."""
        return self.results / ".points"

    @property
    def folder(self) -> Path:
        """The folder of this question's shards, with a folder for each partition."""
        return self.root / self.question.name

    def partition(self, method: str, source: str, seed: int | None) -> Partition:
        """The answers by a method and a source; `seed` is ignored unless the method draws."""
        draws = self.question.methods[method].draws
        return Partition(self, method, source[:16], seed if draws else None)

    def partitions(self) -> list[Partition]:
        """All existing partitions, of any source and seed."""
        matches = [NAME.fullmatch(folder.name) for folder in files.folders(self.folder)]
        return [
            Partition(self, m["method"], m["source"], None if m["seed"] is None else int(m["seed"]))
            for m in matches
            if m
        ]

    def reject(self, path: Path) -> None:
        """Move a damaged or foreign file to `.rejected`."""
        name = f"{self.question.name}-{uuid.uuid4().hex[:8]}-{path.name}"
        with suppress(FileNotFoundError):
            files.move(path, self.root / ".rejected" / name)
            self.rejected.append(path)

    @contextmanager
    def opened(self, path: Path) -> Iterator[Any]:
        """Open a shard, whose bytes are compared with its name.

        DamagedFileError if it is missing, damaged or no shard; it is then moved to `.rejected`.
        OtherFormError if it has other columns; it is left alone.
        """
        try:
            with parquet.opened(path, is_named=True) as file:
                declared, columns = parquet.declared(file), rows.shard_schema(self.question)
                if declared.metadata[b"form"] != FORM.encode() or not declared.equals(columns):
                    raise OtherFormError(f"{path} has not the columns of {self.question.name}")
                yield file
        except FileNotFoundError:
            raise DamagedFileError(f"{path} is gone") from None
        except OtherFormError:
            raise
        except (DamagedFileError, KeyError, TypeError, RecursionError):
            self.reject(path)
            raise DamagedFileError(f"{path} is damaged") from None


@dataclass(frozen=True)
class Partition:
    """The shards of one method, source and seed of a question."""

    store: Store
    method: str
    source: str
    """The first 16 digits of the fingerprint of the source that computed it."""
    seed: int | None

    @property
    def folder(self) -> Path:
        """The folder of its shards."""
        seed = "" if self.seed is None else f"-{self.seed}"
        return self.store.folder / f"{self.method}-{self.source}{seed}"

    def paths(self) -> list[Path]:
        """Its shards, in the order of their names."""
        return sorted(self.folder.glob("*.parquet"))

    def contents(self) -> Iterable[tuple[Shard, pa.Table]]:
        """Each shard, and the keys of its chunks; other files are moved out of the way."""
        names = rows.key(self.store.question)

        def read(path: Path) -> tuple[Shard, pa.Table] | None:
            with suppress(DamagedFileError), self.store.opened(path) as file:
                chunks = parquet.table(file, names)
                if not rows.is_filled(chunks, self.store.question):
                    raise DamagedFileError(path)
                outcomes = int(parquet.declared(file).metadata[b"outcomes"])
                mean = outcomes / max(len(chunks), 1)
                groups = (0, *accumulate(parquet.sizes(file)))[:-1]
                return Shard(path, self, groups, mean, parquet.extent(file)), chunks
            return None

        return filter(None, map(read, self.paths()))

    def write_rows(self, parts: Iterable[pa.Table]) -> list[Path]:
        """Write rows of shards as shards, each part as a row group, without other columns."""
        names, shards = rows.shard_schema(self.store.question).names, list[Path]()
        groups, size = list[pa.Table](), 0
        for part in parts:
            if groups and size + part.nbytes > FULL:
                shards.append(self._written(groups))
                groups, size = [], 0
            groups.append(part.select(names))
            size += part.nbytes
        return [*shards, self._written(groups)] if groups else shards

    def _written(self, parts: Sequence[pa.Table]) -> Path:
        about = {  # metadata, for those who find the shard elsewhere
            "form": FORM,
            "question": self.store.question.name,
            "method": self.method,
            "seed": "" if self.seed is None else str(self.seed),
            "source": self.source,
            "outcomes": str(sum(int(rows.ends(part)[-1]) for part in parts)),
        }
        content = parquet.content(parts, about)
        path = self.folder / parquet.name_of(content)
        files.write(path, content, self.store.root)
        return path


@dataclass(frozen=True)
class Shard:
    """A shard of a partition, and how large it is."""

    path: Path
    partition: Partition
    groups: tuple[int, ...]
    """The first row of each row group."""
    outcomes: float
    """The mean number of outcomes of a chunk."""
    bytes: int
    """About how many bytes it takes in memory."""
    is_asked: bool = False
    """True if a sweep asks for all of its chunks."""
