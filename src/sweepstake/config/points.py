"""Points: one question, one method and one set of parameters each, many of them as a table.

Millions of points fit in memory, because a `Point` is created only when it is accessed. The random
streams of a point are named by its canonical JSON and not by the source that computes it, so a
refactoring, which changes the source but not what it does, draws the same sample.

A block of a config lists its sets of parameters as a `grid` (every combination), a `zip` (values
side by side) or a `list` (points written out), without those that `exclude` names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from math import prod
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config import valid
from sweepstake.config.valid import Until, takes, written
from sweepstake.errors import InputError
from sweepstake.puzzle import register
from sweepstake.puzzle.method import Method, always
from sweepstake.puzzle.parameter import AnyParameter, Choice, ListOf, Params, rational, whole
from sweepstake.puzzle.question import Question
from sweepstake.store.columns import array
from sweepstake.store.parquet import parameters
from sweepstake.text.shown import shown

MOST_TRIALS = 10**12
MOST_POINTS = 10**7
MOST_SEED = 2**63 - 1
METHOD = pa.dictionary(pa.int16(), pa.string())
BATCH = 100_000
"""Points at a time whose parameters are Python objects, which take ten times the memory."""
Columns = dict[str, NDArray[Any]]
"""Values by parameter, side by side, in the form of tables: whole numbers or text."""


def point_schema(question: Question) -> pa.Schema:
    """The columns of points: `trials` is 0 if not given, `until` is -1 or an index of `untils`."""
    columns = [("method", METHOD), ("trials", pa.int64()), ("_until", pa.int32())]
    return pa.schema([*parameters(question), *columns])


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

    def __getitem__(self, index: int) -> Point:
        [row] = self.table.slice(index, 1).to_pylist()
        return Point(
            self.question,
            row["method"],
            self.asks.read(row),
            row["trials"] or None,
            self.seed if self.asks.methods[row["method"]].draws else None,
            self.untils[row["_until"]] if row["_until"] >= 0 else None,
        )

    def __iter__(self) -> Iterator[Point]:
        return (self[index] for index in range(len(self)))

    @property
    def asks(self) -> Question:
        """The question itself."""
        return register.question(self.question)

    @cached_property
    def costs(self) -> NDArray[np.float64]:
        """The predicted seconds of each point on one core; for a sampled point, of one trial."""
        cost = np.empty(len(self))
        for method, indices in self.methods():
            for begin in range(0, len(indices), BATCH):
                batch = indices[begin : begin + BATCH]
                points = params_of(self.asks, self.table.take(pa.array(batch)))
                cost[batch] = [self.asks.seconds(method, params) for params in points]
        return cost

    def methods(self) -> Iterator[tuple[str, NDArray[np.int32]]]:
        """Each method with the indices of its points."""
        column = array(self.table["method"])
        numbers = column.indices.to_numpy()
        for number, method in enumerate(column.dictionary.to_pylist()):
            indices = np.arange(len(numbers), dtype=np.int32)[numbers == number]
            if len(indices):
                yield method, indices

    def taken(self, indices: Any) -> Points:
        """The points at `indices` only."""
        picked = replace(self, table=self.table.take(pa.array(indices)))
        return picked._with_costs_of(self, indices)

    def with_trials(self, trials: Any) -> Points:
        """The same points with other `trials`."""
        number = self.table.column_names.index("trials")
        column = pa.array(trials, pa.int64())
        same = replace(self, table=self.table.set_column(number, "trials", column))
        return same._with_costs_of(self, slice(None))

    def _with_costs_of(self, points: Points, indices: Any) -> Points:
        """These points, with the costs of `points` at `indices`: predicting them is slow."""
        vars(self)["costs"] = points.costs[indices]
        return self


def alone(point: Point) -> Points:
    """One point."""
    until = (point.until,) if point.until else ()
    columns = {"method": point.method, "trials": point.trials or 0, "_until": len(until) - 1}
    table = pa.Table.from_pylist([point.stored | columns], point_schema(point.asks))
    return Points(point.question, point.seed or 0, until, table)


def params_of(question: Question, rows: pa.Table) -> Iterator[dict[str, Any]]:
    """The parameters in each row, as methods get them."""
    # `to_numpy` would import pandas, which takes as long as all else when a child starts
    columns = [[*map(p.read, rows[p.name].to_pylist())] for p in question.parameters]
    for values in zip(*columns, strict=True) if columns else repeat((), len(rows)):
        yield dict(zip(question.parameter, values, strict=True))


@dataclass(frozen=True)
class Point:
    """One question, method and set of parameters.

    `trials`, `seed` and `until` are None unless the method samples. A sampled point has `trials`,
    or in `until` the bound that its estimate has to meet.
    """

    question: str
    method: str
    params: Params
    trials: int | None = None
    seed: int | None = None
    until: Until | None = None

    @property
    def asks(self) -> Question:
        """The question itself."""
        return register.question(self.question)

    @property
    def by(self) -> Method:
        """The method itself."""
        return self.asks.methods[self.method]

    @property
    def stored(self) -> dict[str, Any]:
        """Its parameters in the form of tables."""
        return self.asks.stored(self.params)

    @property
    def setting(self) -> str:
        """Its parameters in words."""
        return self.asks.in_words(self.params)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.question, self.setting, self.method)))


def stream_name(question: Question, method: str, params: Params, seed: int | None) -> str:
    """The name of a point's random streams: canonical JSON, whatever its trials."""
    stored = question.stored(params)
    name = {"method": method, "params": stored, "question": question.name, "seed": seed}
    return json.dumps(name, sort_keys=True, separators=(",", ":"))


def block_params(at: str, question: Question, block: Mapping[str, Any]) -> Columns:
    """The parameters of all points of a block, complete and checked."""
    [shape] = [shape for shape in SHAPES if shape in block]
    excluded = [
        _axes(f"{at}.exclude[{n}]", question, part) for n, part in enumerate(block["exclude"])
    ]
    if excluded and not question.parameter:
        raise InputError(f"{at}.exclude: {question.name} has no parameters; leave it out")
    at = f"{at}.{shape}"
    columns = _included(
        _complete(at, question, SHAPES[shape](at, question, block[shape])), excluded
    )
    if question.objection is not always:
        check_each(at, question, columns, question.checked)
    return columns


def check_each(
    at: str, question: Question, columns: Columns, check: Callable[[Params], object]
) -> None:
    """`check` the parameters of each point; a ValueError of it names the point."""
    for values in point_rows(columns):
        try:
            check(question.read(values))
        except ValueError as error:
            named = "".join(f" {name}={value}" for name, value in values.items())
            where, mend = (f" at{named}", "; to leave it out: `exclude`") if named else ("", "")
            raise InputError(f"{at}{where}: {error}{mend}") from None


def point_count(columns: Columns) -> int:
    """The number of points in columns; without parameters there is one."""
    return len(next(iter(columns.values()), [0]))


def point_rows(columns: Columns) -> Iterator[dict[str, Any]]:
    """The values of each point, in the form of tables; without parameters there is one point."""
    if not columns:
        yield {}
    for values in zip(*(column.tolist() for column in columns.values()), strict=True):
        yield dict(zip(columns, values, strict=True))


def _complete(at: str, question: Question, columns: Columns) -> Columns:
    """Every parameter, in declared order, with its default if no column has it."""
    count = point_count(columns)
    for name, parameter in question.parameter.items():
        if name not in columns:
            default = valid.checked(at, question.default, parameter)
            columns = columns | {name: _column(parameter, [default]).repeat(count)}
    return {name: columns[name] for name in question.parameter}


def _included(columns: Columns, excluded: Sequence[Columns]) -> Columns:
    """The points that are not excluded: at least one value is not among the excluded values."""
    for axes in excluded:
        is_excluded = np.ones(len(next(iter(columns.values()))), bool)
        for name, values in axes.items():
            is_excluded &= np.isin(columns[name], values)
        columns = {name: column[~is_excluded] for name, column in columns.items()}
    return columns


def _grid(at: str, question: Question, block: Any) -> Columns:
    axes = _axes(at, question, block)
    if (points := prod(map(len, axes.values()))) > MOST_POINTS:
        raise InputError(f"{at} is {points:,} points; allowed: at most {MOST_POINTS:,}")
    crossed = np.meshgrid(*axes.values(), indexing="ij")
    return {name: column.ravel() for name, column in zip(axes, crossed, strict=True)}


def _zip(at: str, question: Question, block: Any) -> Columns:
    axes = _axes(at, question, block)
    lengths = {name: len(values) for name, values in axes.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(f"{at} has lists of different lengths {lengths}; make them equally long")
    return axes


def _list(at: str, question: Question, block: Any) -> Columns:
    points = [valid.checked(f"{at}[{n}]", question.checked, part) for n, part in enumerate(block)]
    return {
        name: _column(parameter, [point[name] for point in points])
        for name, parameter in question.parameter.items()
    }


SHAPES = {"grid": _grid, "zip": _zip, "list": _list}


def _axes(at: str, question: Question, axes: Any) -> Columns:
    valid.check_keys(at, axes, tuple(question.parameter))
    return {name: values(f"{at}.{name}", question.parameter[name], axes[name]) for name in axes}


def values(at: str, parameter: AnyParameter, axis: Any) -> NDArray[Any]:
    """The values of one parameter: a value, a list, or {range: [first, last, step]}, inclusive."""
    if isinstance(axis, str):
        axis = written(axis, parameter)
    if isinstance(axis, Mapping):
        return _between(at, parameter, axis["range"])
    listed = axis if isinstance(axis, list) else [axis]
    if isinstance(parameter, ListOf) and takes(parameter, listed):
        prompt = f", or {axis}: at a prompt" * isinstance(axis, str)
        raise InputError(
            f"{at} is {shown(axis)}; each value is a list: write {shown([listed])}{prompt}"
        )
    return _column(parameter, [valid.checked(at, parameter.checked, value) for value in listed])


def _column(parameter: AnyParameter, values: Sequence[object]) -> NDArray[Any]:
    """Values of a parameter in the form of tables."""
    return np.array(
        [*map(parameter.stored, values)], np.int64 if parameter.type == "int" else object
    )


def _between(at: str, parameter: AnyParameter, bounds: list[Any]) -> NDArray[Any]:
    """The values from the first bound to the last, both included, a step apart."""
    if isinstance(parameter, Choice | ListOf):
        raise InputError(f"{at}: words and lists have no range; give values: {parameter.allowed}")
    number = whole if parameter.type == "int" else rational
    first, last, step = map(number, [*bounds, 1][:3])
    if first is None or last is None or not step:
        raise InputError(
            f"{at}.range is {shown(bounds)}; allowed: [first, last] or [first, last, step], "
            f"numbers of which step is not 0"
        )
    count = int((last - first) // step) + 1
    if count < 1:
        raise InputError(f"{at} is empty; give at least one value")
    for end in (first, first + (count - 1) * step):  # before the values between are listed
        valid.checked(at, parameter.checked, end)
    if count > MOST_POINTS:
        raise InputError(f"{at} is {count:,} values; allowed: at most {MOST_POINTS:,}")
    between = (first + k * step for k in range(count))
    if parameter.type == "int":
        return np.fromiter(between, np.int64, count)  # np.arange gives floats near 2^63
    return _column(parameter, [*between])
