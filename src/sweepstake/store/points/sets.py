"""The sets of parameters in a question's sweeps, and the rows of some of them.

A sweep's table is sorted, so the rows of a set are adjacent: a run. The parameters' columns are
enough to find all runs; of the other columns, only row groups with wanted rows are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

from sweepstake.puzzle.question import Question
from sweepstake.store import parquet, tables
from sweepstake.store.columns import Whole, codes, named, ranks, starts
from sweepstake.store.files import Place
from sweepstake.store.points import best
from sweepstake.store.points.read import sorted_rows
from sweepstake.store.schema import schema
from sweepstake.store.stated import Columns, columns, joined, of_sweep

BATCH = 100_000
"""Rows of the parameters' columns that are in memory at a time."""
ROWS = "number of rows"
"""A column name that no parameter can have."""


class Sets:
    """The sets of parameters of `sweeps`, in order; one in several sweeps appears once.

    `frame` has a row for each: the parameters as tables hold them, and its number of rows (`ROWS`).
    DamagedFileError if a table is not sorted.
    """

    def __init__(self, question: Question, sweeps: Sequence[str], results: Path) -> None:
        self.question, self._files = question, [tables.path(name, results) for name in sweeps]
        runs = [_runs(question, path) for path in self._files]
        held = [of_sweep(name, results) for name in sweeps]
        self._stated = [table for table in held if table is not None]
        runs += [_without_rows(question, table, runs[0][0].schema) for table in self._stated]
        files: Whole = np.arange(len(runs), dtype=np.int16)
        self._file: Whole = np.repeat(files, [len(key) for key, _, _ in runs])
        self._start, self._rows = (np.concatenate([run[which] for run in runs]) for which in (1, 2))
        keys = pa.concat_tables(key for key, _, _ in runs)
        if len(runs) == 1:
            self._place: Whole = np.arange(len(keys), dtype=np.int32)
            rows = self._rows
        else:
            place = ranks([codes(column) for column in keys.columns], len(keys))
            rows = np.bincount(place, self._rows).astype(np.int32)
            order = np.argsort(place, kind="stable")
            self._place, self._file = place[order].astype(np.int32), self._file[order]
            self._start, self._rows = self._start[order], self._rows[order]
            keys = keys.take(pa.array(order[starts(self._place)]))
        self.frame = keys.to_pandas()[[*question.parameter]].assign(**{ROWS: rows})

    def stated(self, places: Whole) -> Columns:
        """What answers state at the sets at `places`; empty if no answer does."""
        if not self._stated:
            return {}
        names = [*self.question.parameter]
        outcomes = [column.name for column in self.question.outcomes]
        held = pd.DataFrame(joined([columns(table, outcomes) for table in self._stated]))
        held = held.drop_duplicates([*names, "method"])
        if names:
            held = held.merge(self.frame.loc[places, names], on=names)
        return {str(name): held[name].tolist() for name in held} if len(held) else {}

    def rows(self, places: Whole) -> tuple[pa.Table, Whole]:
        """The rows of the sets at `places` of `frame`, in their order, and the place of each row.

        If several sweeps have an answer by one method, the one with the most trials is taken.
        """
        wanted = np.zeros(len(self.frame), bool)
        wanted[places] = True
        runs = np.flatnonzero(wanted[self._place])
        runs = runs[np.lexsort((self._start[runs], self._file[runs]))]
        file, start, rows = self._file[runs], self._start[runs], self._rows[runs]
        parts = [schema(self.question).empty_table()]
        for number, path in enumerate(self._files):
            begin = start[file == number]
            parts += parquet.slices(path, begin, begin + rows[file == number], parts[0].schema)
        table = pa.concat_tables(parts)
        place, file = np.repeat(self._place[runs], rows), np.repeat(file, rows)
        if len(self._files) > 1:
            answer = ranks([place, codes(table["method"])], len(table))
            kept = best(answer, file, table["trials"].fill_null(0).to_numpy())
            table, place = table.take(pa.array(kept)), place[kept]
        return table, place


def _without_rows(
    question: Question, stated: pa.Table, schema: pa.Schema
) -> tuple[pa.Table, Whole, Whole]:
    """The same as `_runs`, for answers that state something: they need not have rows."""
    none = np.zeros(len(stated), np.int32)
    return named(stated, question.parameter).cast(schema), none, none


def _runs(question: Question, path: Place) -> tuple[pa.Table, Whole, Whole]:
    """The parameters of each run of a file, its first row, and its number of rows."""
    columns = schema(question).empty_table().select([*question.parameter, "method"]).schema
    last = named(columns.empty_table(), question.parameter)
    keys, begins, count = [last], [np.zeros(0, int)], 0
    for rows in sorted_rows(question, path, columns, BATCH):
        own = pa.concat_tables([last, named(rows, question.parameter)])
        first = starts(*map(codes, own.columns))[len(last) :]  # a run may go on from the last batch
        keys.append(own.take(pa.array(first)))
        begins.append(count - len(last) + first)
        count, last = count + len(rows), own.slice(len(own) - 1)
    begin = np.concatenate(begins)
    return pa.concat_tables(keys), begin, np.diff(begin, append=count).astype(np.int32)
