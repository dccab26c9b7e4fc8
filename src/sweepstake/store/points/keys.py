"""Columns as whole numbers that are equal where values are, and in the order of the values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Places = NDArray[np.int64]


def codes(column: pa.ChunkedArray) -> Places:
    """A number for each value of a column; a missing value comes after all others.

    >>> codes(pa.chunked_array([["b", None, "a", "b"]])).tolist()
    [1, 2, 0, 1]
    """
    kind = column.type
    if pa.types.is_boolean(kind):
        column = column.cast(pa.int8()).cast(pa.int64())
    if pa.types.is_integer(column.type) and not column.null_count:
        return np.asarray(column.to_numpy(), np.int64)
    encoded = pc.dictionary_encode(column).combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):  # there is no chunk
        return np.empty(0, np.int64)
    order = pc.array_sort_indices(encoded.dictionary).to_numpy()
    rank = np.empty(len(order) + 1, np.int64)
    rank[order] = np.arange(len(order))
    rank[-1] = len(order)
    return np.asarray(rank[encoded.indices.fill_null(len(order)).to_numpy()])


def starts(columns: Sequence[Places], rows: int) -> Places:
    """The rows that differ from the row before, the first among them.

    >>> starts([np.array([1, 1, 2, 2]), np.array([1, 1, 1, 3])], 4).tolist()
    [0, 2, 3]
    """
    differs = np.zeros(rows, bool)
    differs[:1] = True
    for column in columns:
        differs[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(differs)


def numbered(starts: Places, rows: int) -> Places:
    """For each of `rows` rows, how many of `starts` come before the next row, less one.

    >>> numbered(np.array([0, 2, 3]), 4).tolist()
    [0, 0, 1, 2]
    """
    number = np.zeros(rows, np.int64)
    number[starts[1:]] = 1
    return number.cumsum()


def are_sorted(columns: Sequence[Places]) -> bool:
    """Do the rows rise, or stay, from each to the next, the first column counting most?"""
    if not columns or len(columns[0]) < 2:
        return True
    rises = np.ones(len(columns[0]) - 1, bool)
    for column in reversed(columns):
        before, after = column[:-1], column[1:]
        rises = (after > before) | ((after == before) & rises)
    return bool(rises.all())


def ranks(columns: Sequence[Places], rows: int) -> Places:
    """A number for each row: equal rows have the same, without gaps, in their order from 0.

    >>> ranks([np.array([5, 3, 5]), np.array([1, 1, 0])], 3).tolist()
    [2, 0, 1]
    """
    if are_sorted(columns):
        return numbered(starts(columns, rows), rows)
    order = np.lexsort(columns[::-1])
    rank = np.empty(rows, np.int64)
    rank[order] = numbered(starts([column[order] for column in columns], rows), rows)
    return rank
