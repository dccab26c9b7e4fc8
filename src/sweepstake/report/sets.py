"""Which sets of parameters the sweeps of a question have, and the rows of some of them as columns.

A sweep's table is sorted, so the rows of a set stand together: a run. The columns of the parameters
alone tell where each run lies, and of the others only row groups with wanted rows are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.puzzle.question import Question
from sweepstake.store import parquet, tables
from sweepstake.store.files import Place
from sweepstake.store.schema import schema

BATCH = 100_000
"""Rows of the parameters' columns that are in memory at a time."""
ROWS = "number of rows"
"""The column that no parameter can be called."""
Places = NDArray[np.int64]


class Sets:
    """The sets of parameters of `sweeps`, in order; one in several sweeps is there once.

    `frame` has a row for each: the parameters as tables hold them, and how many rows (`ROWS`) there
    are.
    DamagedFileError if a table is not sorted.
    """

    def __init__(self, question: Question, sweeps: Sequence[str], results: Path) -> None:
        self.question, names = question, [*question.parameter]
        self._files = [tables.path(name, results) for name in sweeps]
        empty = schema(question).empty_table().select([*names, "method"])
        each = [_runs(path, empty) for path in self._files]
        keys, runs = pa.concat_tables(of for of, _ in each), [lie for _, lie in each]
        self._runs = pd.concat(runs, keys=range(len(runs)), names=["file"]).reset_index("file")
        if len(runs) > 1 and names:  # the sort is stable
            order = pc.sort_indices(keys, [(name, "ascending") for name in names])
            keys, self._runs = keys.take(order), self._runs.iloc[order.to_numpy()]
        starts = _starts(keys, names)
        self._runs["place"] = np.repeat(np.arange(len(starts)), np.diff([*starts, len(keys)]))
        self.frame = keys.select(names).to_pandas().iloc[starts].reset_index(drop=True)
        self.frame[ROWS] = self._runs.groupby("place")["rows"].sum().to_numpy()

    def rows(self, places: Places) -> tuple[pa.Table, Places]:
        """The rows of the sets at `places` of `frame`, in their order, and of each row its place.

        Of what several sweeps answer by one method there is the answer with the most trials.
        """
        wanted = np.zeros(len(self.frame), bool)
        wanted[places] = True
        runs = self._runs[wanted[self._runs["place"]]].sort_values(["file", "start"])
        parts = [schema(self.question).empty_table()]
        for number, path in enumerate(self._files):
            own = runs[runs["file"] == number]
            start, end = own["start"].to_numpy(), (own["start"] + own["rows"]).to_numpy()
            parts += parquet.slices(path, start, end, parts[0].schema)
        table = pa.concat_tables(parts)
        place, file = (
            np.repeat(runs[name].to_numpy(np.int64), runs["rows"]) for name in ("place", "file")
        )
        if len(self._files) > 1:
            kept = _once(table, place, file)
            table, place = table.take(pa.array(kept)), place[kept]
        return table, place


def _runs(path: Place, empty: pa.Table) -> tuple[pa.Table, pd.DataFrame]:
    """The parameters of each run of a file, and its first row (`start`) and number of `rows`."""
    *names, _ = empty.column_names
    parts, starts, rows = [empty], [np.zeros(0, np.int64)], 0
    last = empty
    for batch in parquet.tables_of(path, empty.column_names, BATCH):
        table = pa.concat_tables([last, batch])
        fresh = _starts(table, names)[len(last) :]
        parts.append(table.take(pa.array(fresh)))
        starts.append(rows - len(last) + fresh)
        rows, last = rows + len(batch), batch.slice(len(batch) - 1)
    keys, start = pa.concat_tables(parts), np.concatenate(starts)
    if not _ascends(keys, names):
        raise parquet.DamagedFileError(f"{path} is not sorted by {', '.join(names)}")
    return keys, pd.DataFrame({"start": start, "rows": np.diff([*start, rows]).astype(np.int64)})


def _starts(table: pa.Table, names: Sequence[str]) -> Places:
    """The rows in which any of these columns differs from the row before, and the first row."""
    differs = np.arange(len(table)) == 0
    for name in names:
        values = table[name].combine_chunks()
        differs[1:] |= pc.not_equal(values[1:], values[:-1]).to_numpy(zero_copy_only=False)
    return np.flatnonzero(differs)


def _ascends(runs: pa.Table, names: Sequence[str]) -> bool:
    """Is each run's set of parameters above that of the run before?"""
    above = np.zeros(max(len(runs) - 1, 0), bool)
    for name in reversed(names):
        values = runs[name].combine_chunks()
        greater, less = (
            of(values[1:], values[:-1]).to_numpy(zero_copy_only=False)
            for of in (pc.greater, pc.less)
        )
        above = greater | (above & ~less)
    return bool(above.all())


def _once(table: pa.Table, place: Places, file: Places) -> Places:
    """The rows to keep, in order, of answers that several files have: the most trials decide.

    Of equal ones the first file's; `place` and `file` are those of each row.
    """
    keys = ["place", "method"]
    trials = pc.fill_null(table["trials"], 0).to_numpy()
    about = {"place": place, "method": table["method"].to_pandas(), "file": file, "trials": trials}
    answers = pd.DataFrame(about)
    most = answers[answers["trials"] == answers.groupby(keys)["trials"].transform("max")]
    kept = most[most["file"] == most.groupby(keys)["file"].transform("min")]
    return np.asarray(kept.sort_values(keys, kind="stable").index, np.int64)
