"""The points of a question, streamed from its sweeps' tables in parts that don't split points.

Tables are sorted, so only some rows of each are in memory. An empty listing has no row but is an
answer: the record of the run says that it was computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from sweepstake.puzzle.question import Question
from sweepstake.store import parquet, tables
from sweepstake.store.columns import are_sorted, codes, ranks
from sweepstake.store.files import Place
from sweepstake.store.points import SWEEP, Points, declared, whole
from sweepstake.store.stated import STATED, TEXTS, of_sweep

ROWS = 100_000
"""Rows of a part, or slightly more; a point with more rows is a part of its own."""


def points(question: Question, sweeps: Sequence[str], results: Path) -> Iterator[Points]:
    """All points of `sweeps`, in the order of parameters; a point in several sweeps appears once.

    DamagedFileError if a table is not sorted, or can't be read.
    """
    streams = [
        stream
        for number, name in enumerate(sweeps)
        for stream in _streams(question, name, results, ROWS // len(sweeps), number)
    ]
    if len(sweeps) == 1:
        streams = [(table.drop_columns(SWEEP) for table in stream) for stream in streams]
    names = [*question.parameter]
    for part in _merged(names, streams):
        yield whole(question, part)


def _streams(
    question: Question, name: str, results: Path, rows: int, number: int
) -> Iterator[Iterator[pa.Table]]:
    """The rows of a sweep, and rows without a probability: which methods answer a listing, or what
    answers state.
    """
    own = sorted_rows(question, tables.path(name, results), declared(question), max(rows, 1))
    yield (_numbered(table, number) for table in own)
    if question.listing:
        names = [*question.parameter, "method"]
        every = parquet.tables_of(results / "runs" / f"{name}.parquet", names, max(rows, 1))
        yield _computed(question, [*every], max(rows, 1), number)
    elif (stated := of_sweep(name, results)) is not None:
        yield _computed(question, [stated], max(rows, 1), number)


def sorted_rows(
    question: Question, data: Place, columns: pa.Schema, rows: int
) -> Iterator[pa.Table]:
    """Some columns of a sweep's table, `rows` at a time; DamagedFileError if not sorted."""
    last = None
    for table in parquet.tables_of(data, columns.names, rows):
        params = table.select([*question.parameter])
        both = params if last is None else pa.concat_tables([last, params])
        if not are_sorted([codes(column) for column in both.columns]):
            of = ", ".join(question.parameter)
            raise parquet.DamagedFileError(f"{data} is not sorted by {of}")
        last = params.slice(max(len(params) - 1, 0))
        yield table.cast(columns)


def _computed(
    question: Question, parts: Sequence[pa.Table], rows: int, number: int
) -> Iterator[pa.Table]:
    """The parameters, method and statement of each answer, sorted; other values are missing."""
    if not parts:
        return
    keys, held = [*question.parameter, "method"], pa.concat_tables(parts)
    if question.listing:  # each once
        held = held.group_by(keys).aggregate([])
    held = held.sort_by([(name, "ascending") for name in keys])
    columns = declared(question)
    for field in columns:
        if field.name not in keys:
            held = held.append_column(field.name, pa.nulls(len(held), field.type))
    if not question.listing:
        columns = columns.append(pa.field(STATED, TEXTS))
    held = _numbered(held.select(columns.names).cast(columns), number)
    for begin in range(0, len(held), rows):
        yield held.slice(begin, rows)


def _numbered(table: pa.Table, number: int) -> pa.Table:
    return table.append_column(SWEEP, pa.array(np.full(len(table), number)))


def _merged(names: Sequence[str], streams: Sequence[Iterator[pa.Table]]) -> Iterator[pa.Table]:
    """The rows of all sorted `streams` in the order of the columns `names`, cut between points.

    A point that was read is whole if it comes before the last point of each stream that may go on.
    """
    held = [next(stream, None) for stream in streams]
    open_ones = [k for k, table in enumerate(held) if table is not None]
    while tables := [table for table in held if table is not None]:
        every = pa.concat_tables(tables, promote_options="default")
        rank = ranks([codes(every[name]) for name in names], len(every))
        ends = np.cumsum([0 if table is None else len(table) for table in held])
        limit = min((rank[ends[k] - 1] for k in open_ones), default=len(every))
        yield from _ordered(every, rank, limit)
        if not open_ones:
            return
        for k, table in enumerate(held):
            if table is not None:
                begin = ends[k] - len(table)
                held[k] = table.slice(int(np.searchsorted(rank[begin : ends[k]], limit)))
        for k in [k for k in open_ones if rank[ends[k] - 1] == limit]:
            if (more := next(streams[k], None)) is None:
                open_ones.remove(k)
            else:
                held[k] = pa.concat_tables([held[k], more])


def _ordered(table: pa.Table, rank: np.ndarray, limit: int) -> Iterator[pa.Table]:
    """The rows with a rank below `limit`, sorted by rank, if there are any."""
    count = int((rank < limit).sum())
    if not count:
        return
    if np.all(rank[1:] >= rank[:-1]):
        yield table.slice(0, count).combine_chunks()
    else:
        yield table.take(pa.array(np.argsort(rank, kind="stable")[:count]))
