"""The answers of a question's sweeps point by point, in columns: what checks compare.

A point here is one set of parameters, with all methods that answer it. A sweep's table is sorted,
so the rows of a set are adjacent: a run. Reading the parameters' columns finds all runs; of the
other columns, only the row groups with wanted rows are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.errors import DamagedFileError, InputError
from sweepstake.puzzle.question import Question
from sweepstake.store import parquet, tables
from sweepstake.store.columns import (
    Whole,
    are_sorted,
    codes,
    named,
    numbered,
    ranges,
    ranks,
    starts,
)
from sweepstake.store.parquet import LEFT_OUT, MEASURES, mean_bounds, means, schema
from sweepstake.text.digits import fraction

Floats = NDArray[np.float64]
Bounds = tuple[float, float]
Answered = tuple[int, int]
"""An answer, by the indices of its method and of its point."""
COLUMNS = [name for name, _, _ in MEASURES if name not in ("low", "high")]
BOUNDS = ["low", "high"]
"""The measures that are also needed if a method proves bounds."""
BATCH = 1_000_000
"""Rows of the parameters' columns that are in memory at a time."""
PART = 100_000
"""About how many rows are checked at a time; a set with more rows is a part of its own."""
ROWS = "number of rows"
"""A column name that no parameter can have."""


@dataclass(frozen=True)
class Points:
    """Whole points. Arrays are by row, by point, or of shape (methods, points).

    An answer without outcomes has no row; `answered` says that it was computed.
    """

    question: Question
    params: pa.Table
    """One row for each point: its parameters."""
    rows: pa.Table
    """One row for each outcome, with the measures `COLUMNS`, sorted by point, then method."""
    point: Whole
    """The point index of each row."""
    method: Whole
    """The index of each row's method among those of the question."""
    answered: NDArray[np.bool_]
    """By method and point, True if there is an answer."""
    remainders: Mapping[Answered, Fraction] = field(default_factory=dict)
    """The probabilities that answers leave out, if they leave anything out."""
    means: Mapping[Answered, Mapping[str, Fraction]] = field(default_factory=dict)
    """The means that come with answers, by name of the outcome column, if any do."""
    mean_bounds: Mapping[Answered, Mapping[str, Bounds]] = field(default_factory=dict)
    """The proved bounds of means, by name of the outcome column, if answers have any."""

    def __len__(self) -> int:
        return int(self.answered.shape[1])

    @cached_property
    def has_rows(self) -> NDArray[np.bool_]:
        """By method and point, True if an answer lists any outcome."""
        mask = np.zeros(self.answered.shape, bool)
        mask[self.method[self.start], self.point[self.start]] = True
        return mask

    def left_out(self, method: int, indices: Whole) -> Floats:
        """The remainders of a method's answers at the points `indices`; 0 if they have none."""
        out = np.zeros(len(self))
        for (of_method, point), remainder in self.remainders.items():
            if of_method == method:
                out[point] = float(remainder)
        return out[indices]

    @cached_property
    def start(self) -> Whole:
        """The first row of each answer (of one method at one point) that has rows."""
        return starts(self.point, self.method)

    @cached_property
    def size(self) -> Whole:
        """The number of rows of each answer that has rows."""
        return np.diff(self.start, append=len(self.rows))

    @cached_property
    def cell(self) -> Whole:
        """The dense rank of each row by point and outcome."""
        outcomes = [codes(self.rows[column.name]) for column in self.question.outcomes]
        return ranks([self.point, *outcomes], len(self.rows))

    @cached_property
    def trials(self) -> Whole:
        """By method and point, the trials of a sample; 0 for anything else."""
        trials = np.zeros(self.answered.shape, np.int64)
        trials[self.method[self.start], self.point[self.start]] = self.whole("trials")[self.start]
        return trials

    def whole(self, name: str) -> Whole:
        """A column of whole numbers; 0 for missing values."""
        return cast(Whole, self.rows[name].fill_null(0).to_numpy())

    def floats(self, name: str) -> Floats:
        """A column of floats; NaN for missing values."""
        return cast(Floats, self.rows[name].to_numpy())


def whole(question: Question, table: pa.Table) -> Points:
    """The points of `table`, which has the columns of a sweep's table.

    A row whose probability is null isn't an outcome: it records that the method has answered here.
    ValueError for a method that the question doesn't have.
    """
    names = [*question.parameter]
    point = ranks([codes(table[name]) for name in names], len(table))
    method = _methods(question, table)
    number = point * len(question.methods) + method
    if np.any(number[1:] < number[:-1]):
        order = np.argsort(number, kind="stable")
        table, number = table.take(pa.array(order)), number[order]
    point, method = np.divmod(number, len(question.methods))
    answered = np.zeros((len(question.methods), int(point[-1]) + 1 if len(point) else 0), bool)
    answered[method, point] = True
    params = table.select(names).take(pa.array(starts(point)))
    remainders, means = _remainders(table, method, point), _means(question, table, method, point)
    mean_bounds = _mean_bounds(question, table, method, point)
    if table["probability"].null_count:
        is_row = pc.is_valid(table["probability"])
        table, mask = table.filter(is_row), is_row.to_numpy()
        point, method = point[mask], method[mask]
    bounds = BOUNDS if any(m.proves for m in question.methods.values()) else []
    rows = table.select([*(column.name for column in question.outcomes), *COLUMNS, *bounds])
    return Points(question, params, rows, point, method, answered, remainders, means, mean_bounds)


def _remainders(table: pa.Table, method: Whole, point: Whole) -> dict[Answered, Fraction]:
    return {answer: fraction(text) for answer, text in _texts(table, LEFT_OUT, method, point)}


def _means(
    question: Question, table: pa.Table, method: Whole, point: Whole
) -> dict[Answered, dict[str, Fraction]]:
    means_of: dict[Answered, dict[str, Fraction]] = {}
    for column, name in means(question).items():
        for answer, text in _texts(table, name, method, point):
            means_of.setdefault(answer, {})[column] = fraction(text)
    return means_of


def _mean_bounds(
    question: Question, table: pa.Table, method: Whole, point: Whole
) -> dict[Answered, dict[str, Bounds]]:
    bounds_of: dict[Answered, dict[str, Bounds]] = {}
    for column, names in mean_bounds(question).items():
        low, high = (dict(_texts(table, name, method, point)) for name in names)
        for answer, end in low.items():
            bounds_of.setdefault(answer, {})[column] = (end, high[answer])
    return bounds_of


def _texts(
    table: pa.Table, name: str, method: Whole, point: Whole
) -> Iterator[tuple[Answered, Any]]:
    """The values in a column that has one for each answer; answers without one are left out."""
    first = starts(point, method)
    column = table[name].take(pa.array(first))
    for row in np.flatnonzero(column.is_valid().to_numpy()):
        yield (int(method[first[row]]), int(point[first[row]])), column[row].as_py()


def _methods(question: Question, table: pa.Table) -> Whole:
    """The index of each row's method."""
    index = pc.index_in(table["method"], value_set=pa.array([*question.methods], pa.string()))
    if index.null_count:
        unknown = table["method"].filter(pc.is_null(index))[0].as_py()
        raise InputError(f"{question.name} has no method {unknown!r}, but a sweep's table has")
    return cast(Whole, index.to_numpy().astype(np.int64))


def points(question: Question, sweeps: Sequence[str], results: Path) -> Iterator[Points]:
    """All points of `sweeps`, in the order of parameters; a point in several sweeps appears once.

    DamagedFileError if a table is not sorted, or can't be read.
    """
    sets = Sets(question, sweeps, results)
    for indices in _parts(sets.sizes):
        yield whole(question, sets.rows(indices)[0])


def _parts(sizes: Whole) -> Iterator[Whole]:
    """The indices of the sets of each part."""
    ends = _ends(sizes)
    cuts = [*np.searchsorted(ends, np.arange(0, ends[-1], PART)), len(ends)] if len(ends) else [0]
    del ends
    for begin, end in pairwise(map(int, cuts)):
        if begin < end:
            yield np.arange(begin, end, dtype=np.int32)


def _ends(sizes: Whole) -> Whole:
    """The sums of the first sizes; numpy.cumsum takes twice the memory if these are int32."""
    ends = sizes.astype(np.int64)
    return np.cumsum(ends, out=ends)


class Sets:
    """The sets of parameters of `sweeps`, in order; one in several sweeps appears once.

    `sizes` has the number of rows of each. DamagedFileError if a table is not sorted.
    """

    def __init__(self, question: Question, sweeps: Sequence[str], results: Path) -> None:
        self.question, self._files = question, [tables.path(name, results) for name in sweeps]
        runs = [_runs(question, path) for path in self._files]
        self._first_of_file = np.cumsum([0, *(rows.sum() for _, rows in runs)])[:-1]
        keys = pa.concat_tables(keys for keys, _ in runs)
        self._rows = np.concatenate([rows for _, rows in runs])
        self._start = _ends(self._rows)
        self._start -= self._rows  # in the rows of all files
        self._set: Whole = np.arange(len(keys), dtype=np.int32)
        self.sizes = self._rows
        if len(runs) > 1:
            keys = self._sorted(keys)
        self._keys = keys

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row for each set: its parameters, and its number of rows (`ROWS`)."""
        frame: pd.DataFrame = self._keys.to_pandas(self_destruct=True)
        frame = frame[[*self.question.parameter]]
        del self._keys
        frame[ROWS] = self.sizes
        return frame

    def _sorted(self, keys: pa.Table) -> pa.Table:
        """Sort the runs of all files by set; returns the parameters of each set."""
        index = ranks([codes(column) for column in keys.columns], len(keys)).astype(np.int32)
        order = np.argsort(index, kind="stable")
        self._set, self._start, self._rows = index[order], self._start[order], self._rows[order]
        first = starts(self._set)
        self.sizes = np.add.reduceat(self._rows, first)
        return keys.take(pa.array(order[first]))

    def rows(self, indices: Whole) -> tuple[pa.Table, Whole]:
        """The rows of the sets `indices`, which are ascending, and the set index of each row.

        If several sweeps have an answer by one method, the one with the most trials is taken.
        """
        first, end = (np.searchsorted(self._set, indices, side) for side in ("left", "right"))
        runs = ranges(first, end - first)
        runs = runs[np.argsort(self._start[runs], kind="stable")]
        start, rows = self._start[runs], self._rows[runs]
        file = np.searchsorted(self._first_of_file, start, "right") - 1
        parts = [schema(self.question).empty_table()]
        for number, path in enumerate(self._files):
            is_here, before = file == number, self._first_of_file[number]
            positions = ranges(start[is_here] - before, rows[is_here])
            parts += parquet.slices(path, positions, parts[0].schema)
        table = pa.concat_tables(parts).unify_dictionaries()
        index, file = np.repeat(self._set[runs], rows), np.repeat(file, rows)
        if len(self._files) > 1:
            answer = ranks([index, codes(table["method"])], len(table))
            best_rows = best(answer, file, table["trials"].fill_null(0).to_numpy())
            table, index = table.take(pa.array(best_rows)), index[best_rows]
        return table, index


def _runs(question: Question, path: Path) -> tuple[pa.Table, Whole]:
    """The parameters of each run of a file, and its number of rows."""
    columns = [*question.parameter, "method"]
    last = named(schema(question).empty_table(), question.parameter)
    keys, sizes = [last], [np.zeros(0, np.int32)]
    for rows in parquet.tables_of(path, columns, BATCH):
        params = pa.concat_tables([last, named(rows, question.parameter).cast(last.schema)])
        coded = [*map(codes, params.columns)]
        if not are_sorted(coded):
            names = ", ".join(question.parameter)
            raise DamagedFileError(f"{path} is not sorted by {names}")
        first = starts(*coded)
        size = np.diff(first, append=len(params)).astype(np.int32)
        if len(last):  # its run may go on
            sizes[-1][-1] += size[0] - 1
            first, size = first[1:], size[1:]
        if len(first):
            keys.append(params.take(pa.array(first)))
            sizes.append(size)
        last = params.slice(len(params) - 1)
    return pa.concat_tables(keys), np.concatenate(sizes)


def best(number: Whole, sweep: Whole, trials: Whole) -> Whole:
    """The rows of each answer from the sweep with the most trials, or from the first of equals.

    Each argument has a value for each row: the `number` of its answer, its sweep, and its trials.
    """
    order = np.lexsort((sweep, number))
    start = starts(number[order], sweep[order])
    first = order[start]
    ranked = np.lexsort((sweep[first], -trials[first], number[first]))
    is_best = np.zeros(len(start), bool)
    is_best[ranked[starts(number[first][ranked])]] = True
    return order[is_best[numbered(start, len(order))]]
