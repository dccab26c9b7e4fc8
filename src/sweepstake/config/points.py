"""Many points of one question, as a table: the parameters, the method, trials and a bound.

Millions fit in memory: a single Point is made only when it is asked for, and not kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.config.point import Point, identity, stream_name
from sweepstake.config.precision import Until
from sweepstake.puzzle import fingerprint, register
from sweepstake.puzzle.parameter import stored
from sweepstake.puzzle.question import Question
from sweepstake.store.schema import parameters


def point_schema(question: Question) -> pa.Schema:
    """The columns of points: `trials` is 0 where not given, `until` -1 or a place in `untils`."""
    own = [("method", pa.string()), ("trials", pa.int64()), ("until", pa.int64())]
    return pa.schema([*parameters(question), *own])


@dataclass(frozen=True)
class Points:
    """Points of one question and seed, in the order of a result: by parameters, then by method."""

    question: str
    seed: int
    untils: tuple[Until, ...]
    table: pa.Table

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, place: int) -> Point:
        [row] = self.table.slice(place, 1).to_pylist()
        return Point(
            self.question,
            row["method"],
            tuple(self.asks.read(row).items()),
            row["trials"] or None,
            self.seed if self.asks.methods[row["method"]].draws else None,
            self.untils[row["until"]] if row["until"] >= 0 else None,
        )

    def __iter__(self) -> Iterator[Point]:
        return (self[place] for place in range(len(self)))

    @property
    def asks(self) -> Question:
        """The question itself."""
        return register.question(self.question)

    @property
    def ids(self) -> pa.Array:
        """The points' ids, 32 bytes each."""
        return self.ids_by(fingerprint.of_question(self.question))

    def ids_by(self, source: str) -> pa.Array:
        """The ids that the points have where `source` is the fingerprint of their question."""
        ids = np.empty((len(self), 32), np.uint8)
        names = sorted(self.asks.parameter)  # as JSON has them
        for method, places in self.methods():
            seed = self.seed if self.asks.methods[method].draws else None
            named = _template(self.question, method, names, seed)
            values = self.values(names, places)
            if any(self.asks.parameter[name].type != "int" for name in names):
                values = (tuple(map(json.dumps, row)) for row in values)
            own = b"".join([identity(source, named % row) for row in values])
            ids[places] = np.frombuffer(own, np.uint8).reshape(-1, 32)
        return pa.FixedSizeBinaryArray.from_buffers(
            pa.binary(32), len(self), [None, pa.py_buffer(ids)]
        )

    def methods(self) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """Each method with the places of its points."""
        methods = pc.dictionary_encode(self.table["method"].combine_chunks())
        numbers = methods.indices.to_numpy()
        for number, method in enumerate(methods.dictionary.to_pylist()):
            yield method, np.flatnonzero(numbers == number)

    def values(self, names: Iterable[str], places: Any) -> Iterator[tuple[Any, ...]]:
        """What the table holds of the parameters `names` of the points at `places`."""
        columns = [self.table[name].to_numpy()[places].tolist() for name in names]
        return zip(*columns, strict=True) if columns else repeat((), len(places))

    def taken(self, places: Any) -> Points:
        """The points at `places` only."""
        return replace(self, table=self.table.take(pa.array(places)))

    def with_trials(self, trials: Any) -> Points:
        """The same points with other `trials`."""
        place = self.table.column_names.index("trials")
        column = pa.array(trials, pa.int64())
        return replace(self, table=self.table.set_column(place, "trials", column))


def alone(point: Point) -> Points:
    """One point."""
    until = (point.until,) if point.until else ()
    row = {"method": point.method, "trials": point.trials or 0, "until": len(until) - 1}
    held = {name: stored(value) for name, value in point.params}
    table = pa.Table.from_pylist([held | row], point_schema(point.asks))
    return Points(point.question, point.seed or 0, until, table)


def _template(question: str, method: str, names: Sequence[str], seed: int | None) -> str:
    """The name of a point's streams, with `%s` for each parameter in the order of `names`."""
    text = stream_name(question, method, dict.fromkeys(names, 0), seed).replace("%", "%%")
    for name in names:
        text = text.replace(f"{json.dumps(name)}:0", f"{json.dumps(name)}:%s")
    return text
