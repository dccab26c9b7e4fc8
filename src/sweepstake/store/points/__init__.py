"""The answers at some points, in columns: what checks compare.

A point here is one set of parameters of a question, with all methods that answer it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.puzzle.question import Question
from sweepstake.store.columns import Whole, codes, ranks, starts
from sweepstake.store.schema import MEASURES
from sweepstake.store.stated import STATED, Stated

Floats = NDArray[np.float64]
COLUMNS = [name for name, _, _ in MEASURES if name not in ("low", "high")]


@dataclass(frozen=True)
class Points:
    """Whole points. Arrays are by row, by point, or of shape (methods, points).

    An empty listing has no row; `answered` says that it was computed.
    """

    question: Question
    params: pa.Table
    """One row for each point: its parameters."""
    rows: pa.Table
    """One row for each outcome, with the measures `COLUMNS`, sorted by point, then method."""
    point: Whole
    """For each row, the place of its point."""
    method: Whole
    """For each row, the place of its method among those of the question."""
    answered: NDArray[np.bool_]
    """By method and point, True if there is an answer."""
    stated: Mapping[tuple[int, int], Stated] = field(default_factory=dict)
    """By the places of method and point: what an answer leaves out, and its means."""

    def __len__(self) -> int:
        return int(self.answered.shape[1])

    @cached_property
    def has_rows(self) -> NDArray[np.bool_]:
        """By method and point, True if an answer lists any outcome."""
        has = np.zeros(self.answered.shape, bool)
        has[self.method[self.start], self.point[self.start]] = True
        return has

    def left_out(self, method: int, places: Whole) -> Floats:
        """The probabilities that a method's answers leave out at some points; 0 if not stated."""
        out = np.zeros(len(self))
        for (own, place), stated in self.stated.items():
            if own == method:
                out[place] = float(stated.left_out)
        return out[places]

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
        """A number for each row, in the order of point and outcome; equal ones share a number."""
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

    A row without a probability says that a method answers there, and what it has `stated`, if there
    is such a column. ValueError for a method that the question doesn't have.
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
    stated = _stated(table, method, point) if STATED in table.column_names else {}
    if table["probability"].null_count:
        is_row = pc.is_valid(table["probability"])
        table, mask = table.filter(is_row), is_row.to_numpy()
        point, method = point[mask], method[mask]
    rows = table.select([*(column.name for column in question.outcomes), *COLUMNS])
    return Points(question, params, rows, point, method, answered, stated)


def _stated(table: pa.Table, method: Whole, point: Whole) -> dict[tuple[int, int], Stated]:
    rows = np.flatnonzero(table[STATED].is_valid().to_numpy())
    texts = table[STATED].take(pa.array(rows)).to_pylist()
    return {
        (int(method[row]), int(point[row])): Stated.of(own)
        for row, own in zip(rows, texts, strict=True)
        if own
    }


def _methods(question: Question, table: pa.Table) -> Whole:
    """The place of each row's method."""
    place = pc.index_in(table["method"], value_set=pa.array([*question.methods], pa.string()))
    if place.null_count:
        unknown = table["method"].filter(pc.is_null(place))[0].as_py()
        raise ValueError(f"{question.name} has no method {unknown!r}, but a sweep's table has")
    return cast(Whole, place.to_numpy().astype(np.int64))
