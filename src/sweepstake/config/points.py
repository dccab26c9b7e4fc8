"""Many points of one question, as a table: the parameters, the method, trials and a bound.

Millions fit in memory: a single Point is made only when it is accessed, and not kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config.point import Point
from sweepstake.config.precision import Until
from sweepstake.puzzle import register
from sweepstake.puzzle.question import Question
from sweepstake.store.columns import array
from sweepstake.store.schema import parameters

METHOD = pa.dictionary(pa.int16(), pa.string())
BATCH = 100_000
"""Points at a time whose parameters are Python objects, which take ten times the memory."""


def point_schema(question: Question) -> pa.Schema:
    """The columns of points: `trials` is 0 if not given, `until` is -1 or a place in `untils`."""
    own = [("method", METHOD), ("trials", pa.int64()), ("until", pa.int32())]
    return pa.schema([*parameters(question), *own])


def method_column(question: Question, method: str, count: int) -> pa.DictionaryArray:
    """A method `count` times, as a column of points: a number among the question's methods."""
    number = np.full(count, [*question.methods].index(method), np.int16)
    return pa.DictionaryArray.from_arrays(number, [*question.methods])


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
            self.asks.read(row),
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

    @cached_property
    def costs(self) -> NDArray[np.float64]:
        """The predicted seconds of each point on one core; for a sampled point, of one trial."""
        cost = np.empty(len(self))
        for method, places in self.methods():
            for begin in range(0, len(places), BATCH):
                batch = places[begin : begin + BATCH]
                points = params_of(self.asks, self.table.take(pa.array(batch)))
                cost[batch] = [self.asks.seconds(method, params) for params in points]
        return cost

    def methods(self) -> Iterator[tuple[str, NDArray[np.int32]]]:
        """Each method with the places of its points."""
        column = array(self.table["method"])
        numbers = column.indices.to_numpy()
        for number, method in enumerate(column.dictionary.to_pylist()):
            places = np.arange(len(numbers), dtype=np.int32)[numbers == number]
            if len(places):
                yield method, places

    def taken(self, places: Any) -> Points:
        """The points at `places` only."""
        picked = replace(self, table=self.table.take(pa.array(places)))
        return picked._with_costs_of(self, places)

    def with_trials(self, trials: Any) -> Points:
        """The same points with other `trials`."""
        place = self.table.column_names.index("trials")
        column = pa.array(trials, pa.int64())
        same = replace(self, table=self.table.set_column(place, "trials", column))
        return same._with_costs_of(self, slice(None))

    def _with_costs_of(self, others: Points, places: Any) -> Points:
        """These points, with the costs of `others` at `places`, because predicting them is slow."""
        vars(self)["costs"] = others.costs[places]
        return self


def alone(point: Point) -> Points:
    """One point."""
    until = (point.until,) if point.until else ()
    asked = {"method": point.method, "trials": point.trials or 0, "until": len(until) - 1}
    table = pa.Table.from_pylist([point.held | asked], point_schema(point.asks))
    return Points(point.question, point.seed or 0, until, table)


def params_of(question: Question, rows: pa.Table) -> Iterator[dict[str, Any]]:
    """The parameters in each row, as methods get them."""
    # `to_numpy` would import pandas, which takes as long as all else when a child starts
    columns = [[*map(p.read, rows[p.name].to_pylist())] for p in question.parameters]
    for values in zip(*columns, strict=True) if columns else repeat((), len(rows)):
        yield dict(zip(question.parameter, values, strict=True))
