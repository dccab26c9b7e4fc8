"""Columns as whole numbers: which rows of a table are equal, their ranks, and their positions.

Values become integers in the order of values, so sorting, grouping and looking up millions of rows
are array operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import prod
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Whole = NDArray[np.integer[Any]]
BLOCK = 1_000_000
"""Rows that are looked up at a time."""
LARGEST = 2**62
"""Codes of rows stay below this: if need be, they become dense ranks."""


def array(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """A column in one piece."""
    if isinstance(column, pa.Array):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def built(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Python values as an array of numbers, truth values or text; None is missing.

    Arrow's own conversion imports pandas, which takes longer than the rest of a child's start.

    >>> built(("1/2", None), pa.string()).to_pylist()
    ['1/2', None]
    """
    missing, valid = values.count(None), None
    if missing == len(values):
        return pa.nulls(missing, kind)
    if missing:
        valid = pa.py_buffer(np.packbits([v is not None for v in values], bitorder="little"))
        fill = next(value for value in values if value is not None)
        values = [fill if value is None else value for value in values]
    if pa.types.is_string(kind):
        texts = [str(value).encode() for value in values]
        ends = np.cumsum([0, *map(len, texts)])
        if ends[-1] >= 2**31:
            raise OverflowError(f"{ends[-1]:,} bytes of text in an answer; allowed: below 2^31")
        buffers = [ends.astype(np.int32), b"".join(texts)]
    elif pa.types.is_boolean(kind):
        buffers = [np.packbits(np.array(values, bool), bitorder="little")]
    else:
        buffers = [np.array(values, kind.to_pandas_dtype())]
    return pa.Array.from_buffers(kind, len(values), [valid, *map(pa.py_buffer, buffers)], missing)


def codes(column: pa.Array | pa.ChunkedArray) -> Whole:
    """An integer code for each value, in the order of values; missing values come last.

    >>> codes(pa.array(["b", None, "a", "b"])).tolist()
    [1, 2, 0, 1]
    """
    whole = array(column)
    if pa.types.is_integer(whole.type) and not whole.null_count:
        return np.asarray(whole.to_numpy())
    if pa.types.is_boolean(whole.type):
        return np.asarray(whole.cast(pa.int8()).fill_null(2).to_numpy(), np.int64)
    coded = whole if pa.types.is_dictionary(whole.type) else whole.dictionary_encode()
    order = pc.array_sort_indices(coded.dictionary).to_numpy()
    rank = np.empty(len(order) + 1, np.int64)
    rank[order] = np.arange(len(order))
    rank[-1] = len(order)
    return np.asarray(rank[coded.indices.fill_null(-1).to_numpy()])


def starts(*columns: NDArray[Any]) -> Whole:
    """The rows that differ from the row before, the first positions them.

    >>> starts(np.array([1, 1, 2, 2]), np.array([1, 1, 1, 3])).tolist()
    [0, 2, 3]
    """
    return np.flatnonzero(_is_new(*columns))


def _is_new(*columns: NDArray[Any]) -> NDArray[np.bool_]:
    """For each row, True if it differs from the row before."""
    new = np.zeros(len(columns[0]), bool)
    new[:1] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return new


def counted(numbers: Whole, count: int) -> Whole:
    """How often each of the numbers below `count` occurs in `numbers`, which are sorted.

    >>> counted(np.array([0, 2, 2]), 4).tolist()
    [1, 0, 2, 0]
    """
    counts = np.zeros(count, np.int32)
    for begin in range(0, len(numbers), BLOCK):  # keeps intermediate arrays small
        block = numbers[begin : begin + BLOCK]
        in_block = np.bincount(block - block[0])
        counts[block[0] : block[0] + len(in_block)] += in_block.astype(np.int32)
    return counts


def distinct(numbers: Whole) -> Whole:
    """The distinct numbers, sorted; many times as fast as `numpy.unique`.

    No copy is made if they are distinct and sorted already.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    if (numbers[1:] > numbers[:-1]).all():
        return numbers
    ordered = np.sort(numbers)
    return ordered[_is_new(ordered)]


def numbered(starts: Whole, rows: int) -> Whole:
    """The group number (from 0) of each row, given the first row of each group.

    >>> numbered(np.array([0, 2, 3]), 4).tolist()
    [0, 0, 1, 2]
    """
    group = np.zeros(rows, np.int64)
    group[starts[1:]] = 1
    return group.cumsum()


def ranges(begin: Whole, size: Whole) -> Whole:
    """The concatenated ranges: for each, `size` numbers from `begin` on.

    >>> ranges(np.array([5, 1]), np.array([2, 3])).tolist()
    [5, 6, 1, 2, 3]
    """
    end = np.cumsum(size)
    return np.repeat(begin - end + size, size) + np.arange(end[-1] if len(end) else 0)


def are_sorted(columns: Sequence[Whole]) -> bool:
    """True if the rows are sorted by the columns, the first column counting most."""
    if not columns or len(columns[0]) < 2:
        return True
    rises = np.ones(len(columns[0]) - 1, bool)
    for column in reversed(columns):
        before, after = column[:-1], column[1:]
        rises = (after > before) | ((after == before) & rises)
    return bool(rises.all())


def ranks(columns: Sequence[Whole], rows: int) -> Whole:
    """The dense rank of each row: equal rows have equal ranks, and ranks start at 0.

    >>> ranks([np.array([5, 3, 5]), np.array([1, 1, 0])], 3).tolist()
    [2, 0, 1]
    """
    if not columns:
        return np.zeros(rows, np.int64)
    if are_sorted(columns):
        return numbered(starts(*columns), rows)
    order = np.lexsort(columns[::-1])
    rank = np.empty(rows, np.int64)
    rank[order] = numbered(starts(*(column[order] for column in columns)), rows)
    return rank


def taken(table: pa.Table, rows: Whole) -> pa.Table:
    """Some `rows` of a table; no copy is made if these are all rows in order."""
    if len(rows) == len(table) and (rows[1:] > rows[:-1]).all():
        return table
    return table.take(pa.array(rows))


def named(table: pa.Table, names: Iterable[str]) -> pa.Table:
    """The named columns; a column of zeros for none, as a table without columns has no rows."""
    names = [*names]
    return table.select(names) if names else pa.table({"": np.zeros(len(table), np.int64)})


class RowIndex:
    """An index of a sorted table: finds the positions of rows by their values."""

    def __init__(self, table: pa.Table) -> None:
        """The rows of `table` must be distinct, sorted by its columns, without missing values."""
        self._axes: list[tuple[str, Any, Whole | None]] = []
        columns = {name: array(table[name]) for name in table.column_names}
        axes = {name: _axis(column) for name, column in columns.items()}
        self._numbers: Whole | None = None
        if prod(map(len, axes.values())) == len(table):  # then a code is a position
            self._axes = [(name, axis, None) for name, axis in axes.items()]
            return
        number: Whole = np.zeros(len(table), np.int64)
        size = 1
        for name, axis in axes.items():
            dense = None
            if size * max(len(axis), 1) >= LARGEST:
                dense = distinct(number)
                number, size = positions(dense, number), len(dense)
            self._axes.append((name, axis, dense))
            number *= len(axis)
            number += positions(axis, columns[name])
            size *= len(axis)
        self._numbers = number

    def of(self, table: pa.Table) -> Whole:
        """The position of each row of `table`, which has the same columns; -1 if it isn't there."""
        number: Whole = np.zeros(len(table), np.int64)
        for name, axis, dense in self._axes:
            if dense is not None:
                number = positions(dense, number)
            position = positions(axis, array(table[name]))
            is_missing = (number < 0) | (position < 0)
            number = np.where(is_missing, -1, number * len(axis) + position)
        return number if self._numbers is None else positions(self._numbers, number)


def _axis(column: pa.Array) -> Any:
    """The values of a column, each once and sorted."""
    if pa.types.is_integer(column.type):
        return distinct(column.to_numpy())
    return pc.unique(column).sort()


def positions(axis: Any, values: Any) -> Whole:
    """The position of each value in a sorted axis; -1 for a value that is not in it."""
    if isinstance(axis, pa.Array):
        return np.asarray(pc.index_in(values, value_set=axis).fill_null(-1).to_numpy())
    if not len(axis):
        return np.full(len(values), -1)
    numbers = values.to_numpy() if isinstance(values, pa.Array) else values
    indices = np.empty(len(numbers), np.int64)
    for begin in range(0, len(numbers), BLOCK):  # keeps intermediate arrays small
        block = numbers[begin : begin + BLOCK]
        near = np.minimum(np.searchsorted(axis, block), len(axis) - 1)
        indices[begin : begin + BLOCK] = np.where(axis[near] == block, near, -1)
    return indices


def digest(columns: pa.Table) -> str:
    """The SHA-256 of a table's content, however its columns are laid out in memory."""
    hashed = sha256(str(len(columns)).encode())
    for name, column in zip(columns.column_names, columns.columns, strict=True):
        hashed.update(f"{name}\0{column.type}\0".encode())
        hashed.update(np.packbits(column.is_valid().to_numpy()).tobytes())
        whole = array(column.drop_null())
        if pa.types.is_dictionary(column.type):
            hashed.update(f"{sorted(whole.dictionary.to_pylist())}\0".encode())
            hashed.update(codes(whole).astype("<i2").tobytes())
        elif pa.types.is_string(column.type):
            texts = whole.cast(pa.binary())
            hashed.update(pc.binary_length(texts).to_numpy().astype("<i8").tobytes())
            joined = pa.ListArray.from_arrays(pa.array([0, len(texts)], pa.int32()), texts)
            hashed.update(pc.binary_join(joined, b"")[0].as_buffer())
        else:
            hashed.update(np.ascontiguousarray(whole.to_numpy()).data)
    return hashed.hexdigest()
