"""The point store: what tasks leave as they finish, several pieces a file.

A file names its pieces in its metadata, so what is done is known without reading rows. Everything
that grows with the number of pieces is an array.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.core.distribution import Distribution
from sweepstake.puzzle.question import Question
from sweepstake.store import keys, parquet, rows
from sweepstake.store.index import Index, Wanted
from sweepstake.store.keys import Keys, Places
from sweepstake.store.rows import Computed


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
    rejected: list[Path] = field(default_factory=list, compare=False)
    """What was put aside since this was made."""

    @property
    def folder(self) -> Path:
        """Where this question's files are."""
        return self.results / ".points" / self.question.name

    def path(self, task: str) -> Path:
        """The file that a task leaves."""
        return self.folder / f"{task}.parquet"

    def write(self, computed: Sequence[Computed], origin: Origin) -> Path:
        """Store some pieces as one file; returns its path."""
        table = rows.placed(self.question, computed)
        counted = zip(computed, rows.counts(table, len(computed)), strict=True)
        listed = [[*one.key, one.seconds, count] for one, count in counted]
        table = table.replace_schema_metadata(_about(listed, asdict(origin), table))
        parquet.write(table, path := self.path(origin.task), self.results)
        return path

    def index(self) -> Index:
        """Which file has which piece. A file that is none of ours is moved out of the way."""
        paths = sorted(self.folder.glob("*.parquet"))
        listed = [(path, self._listed(path)[0]) for path in paths]
        listed = [(path, its) for path, its in listed if len(its)]
        every = np.concatenate([keys.packed([]), *(its for _, its in listed)])
        file = np.repeat(np.arange(len(listed), dtype=np.int32), [len(its) for _, its in listed])
        return Index(tuple(path for path, _ in listed), every, file)

    def gather(self, wanted: Wanted) -> pa.Table:
        """The rows of the wanted pieces; `_number` has the number that the piece goes by.

        Raises DamagedFileError if some are not there any more, a damaged file being put aside.
        """
        parts = [self._gathered(*part) for part in wanted.by_file()]
        return pa.concat_tables([rows.of(self.question, [], []), *parts])

    def tally(self, wanted: Wanted) -> Distribution:
        """The chunks of one sampled point, counted together."""
        table = self.gather(wanted)
        outcomes = [table[column.name].to_pylist() for column in self.question.outcomes]
        values = outcomes[0] if len(outcomes) == 1 else zip(*outcomes, strict=True)
        counts: Counter[Any] = Counter()
        for outcome, count in zip(values, table["count"].to_pylist(), strict=True):
            counts[outcome] += count
        return Distribution(counts, int(keys.numbers(wanted.keys)[1].sum()))

    def origins(self, wanted: Wanted) -> Iterator[pa.Table]:
        """Provenance, a record a wanted piece: a table a file, `_number` as in `gather`."""
        for path, its, number in wanted.by_file():
            (stored, seconds), origin = self._listed(path), self._origin(path)
            origin["versions"] = json.dumps(origin["versions"], sort_keys=True)
            chunks, trials = keys.numbers(its)
            yield pa.table(
                {
                    "_number": number,
                    "trials": trials,
                    "chunk": chunks,
                    "seconds": seconds[_found(path, its, stored)],
                    **{name: pa.repeat(value, len(its)) for name, value in origin.items()},
                }
            )

    def remove(self, unwanted: Keys) -> None:
        """Remove some pieces; a file that has others as well is written anew without them."""
        index = self.index()
        for number in np.unique(index.file[keys.places(index.keys, unwanted) >= 0]):
            with suppress(parquet.DamagedFileError):  # it is out of the way then
                self._shrink(index.files[number], unwanted)

    def _shrink(self, path: Path, unwanted: Keys) -> None:
        table, stored = self._read(path)
        kept = np.flatnonzero(keys.places(stored, unwanted) < 0)
        if not len(kept):
            path.unlink()
            return
        listed = json.loads(table.schema.metadata[b"pieces"])
        place = pc.index_in(table["_piece"], value_set=pa.array(kept, pa.int32()))
        left = table.set_column(table.column_names.index("_piece"), "_piece", place)
        left = left.filter(pc.is_valid(place))
        about = _about([listed[k] for k in kept], self._origin(path), left)
        parquet.write(left.replace_schema_metadata(about), path, self.results)

    def _listed(self, path: Path) -> tuple[Keys, NDArray[np.float64]]:
        """The keys of a file's pieces and the seconds each took; none if it is no file of ours."""
        try:
            listed = json.loads(self._checked(path)[b"pieces"])
            its = keys.packed([(entry[0], entry[1], entry[2]) for entry in listed])
            return its, np.array([entry[3] for entry in listed], np.float64)
        except FileNotFoundError:  # removed or put aside since it was seen
            pass
        except (parquet.DamagedFileError, ValueError, KeyError, TypeError, IndexError):
            self._reject(path)
        return keys.packed([]), np.empty(0)

    def _origin(self, path: Path) -> dict[str, Any]:
        origin: dict[str, Any] = json.loads(self._checked(path)[b"origin"])
        return origin

    def _checked(self, path: Path) -> Mapping[bytes, bytes]:
        """What a file says of itself; DamagedFileError unless it is as declared."""
        schema = parquet.schema(path)
        about: dict[bytes, bytes] = dict(schema.metadata or {})
        said = _digest(about[b"pieces"], about[b"origin"], about[b"rows"])
        if about[b"digest"].decode() != said or not schema.equals(rows.schema(self.question)):
            raise parquet.DamagedFileError(f"{path} is damaged")
        return about

    def _gathered(self, path: Path, its: Keys, number: Places) -> pa.Table:
        table, stored = self._read(path)
        _found(path, its, stored)
        return rows.numbered(table, np.append(number, -1)[keys.places(stored, its)])

    def _read(self, path: Path) -> tuple[pa.Table, Keys]:
        """The rows of a file and the keys of its pieces; a damaged file is put aside."""
        try:
            table, stored = parquet.read(path), self._listed(path)[0]
            listed = json.loads(table.schema.metadata[b"pieces"])
            same = rows.digest(table) == table.schema.metadata[b"rows"].decode()
            if not same or rows.counts(table, len(listed)) != [entry[4] for entry in listed]:
                raise parquet.DamagedFileError(f"{path} is damaged")
            return table, stored
        except FileNotFoundError:
            raise parquet.DamagedFileError(f"{path} is gone") from None
        except parquet.DamagedFileError:
            self._reject(path)
            raise

    def _reject(self, path: Path) -> None:
        """Move a damaged or foreign file out of the way, keeping it."""
        aside = self.results / ".points" / ".rejected"
        aside.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            path.replace(aside / f"{self.question.name}-{uuid.uuid4().hex[:8]}-{path.name}")
            self.rejected.append(path)


def _about(listed: list[Any], origin: Mapping[str, Any], table: pa.Table) -> dict[str, str]:
    """What a file says of itself and of its rows, with a checksum."""
    about = {
        "pieces": json.dumps(listed),
        "origin": json.dumps(origin),
        "rows": rows.digest(table),
    }
    return about | {"digest": _digest(*(said.encode() for said in about.values()))}


def _digest(*parts: bytes) -> str:
    return sha256(b"\0".join(parts)).hexdigest()


def _found(path: Path, its: Keys, stored: Keys) -> Places:
    """Where each of `its` stands in a file that has `stored`, which must be all of them."""
    place = keys.places(its, stored)
    if (place < 0).any():
        raise parquet.DamagedFileError(f"{path} has changed since it was listed")
    return place
