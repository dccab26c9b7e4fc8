"""From stored chunks to results: one sorted table a sweep, and a record of where it came from.

Both are written part by part, so the whole is never in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.core.weighted import together
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.question import Question
from sweepstake.stats import estimates
from sweepstake.store import parquet, rows, tables
from sweepstake.store.columns import Whole, codes, starts, taken
from sweepstake.store.gather import Gathering
from sweepstake.store.rows import ORIGIN
from sweepstake.store.schema import IDENTITY, WEIGHTS, schema
from sweepstake.store.stated import STATED, states

DRAWN = "_drawn"
"""The trials of the chunk of an outcome; no column of a question is called so."""


def export(
    gathering: Gathering,
    name: str,
    parts: Iterable[pa.Table],
    asked: str,
    also: Callable[[Whole, pa.Table], None] = lambda shard, stored: None,
) -> None:
    """Write the sweep's table and its provenance.

    `parts` are its chunks in the order of points, all chunks of a point in one part, and `asked` is
    the hash of all of them, which the table's metadata have. `also` gets the rows that are read,
    with the number of the shard of each row.
    """
    results, question = gathering.store.results, gathering.store.question
    points = results / ".points"  # the store itself may be elsewhere
    data_file = results / "data" / f"{name}.parquet"
    runs_file = results / "runs" / f"{name}.parquet"
    about = {IDENTITY.decode(): asked}
    with (
        parquet.writing(runs_file, points, shaped=_in_words) as into_runs,
        parquet.writing(data_file, points, lambda: about) as into_data,
    ):
        for part in parts:
            stored = gathering.rows(part)
            also(part["shard"].to_numpy(), stored)
            if len(states(stored)):
                about[STATED] = "runs"
            into_runs.add(_provenance(question, part, stored))
            into_data.add(pooled(question, part, stored))


def exported(gathering: Gathering, parts: Iterable[pa.Table]) -> tuple[pa.Table, pa.Table]:
    """The same table, in memory, and what answers state in it; it must be small."""
    question, both = gathering.store.question, list[tuple[pa.Table, pa.Table]]()
    for part in parts:
        stored = gathering.rows(part)
        both.append((pooled(question, part, stored), _stating(question, part, stored)))
    table, stated = map(pa.concat_tables, zip(*both, strict=True))
    return table, stated


def frame(
    question: Question, params: Params, method: str, trials: int | None, stored: pa.Table
) -> pd.DataFrame:
    """The same of one point, whose answer is `stored` as one chunk."""
    columns = {**question.stored(params), "method": method, "trials": trials or 0, "place": 0}
    part = pa.table({name: [held] for name, held in columns.items()})
    return tables.frame(pooled(question, part, stored), _stating(question, part, stored))


def _stating(question: Question, part: pa.Table, stored: pa.Table) -> pa.Table:
    """Parameters and method of the chunks that state something, and what that is."""
    chunks = part.select([*question.parameter, "method"])
    return states(chunks.append_column(STATED, stored[STATED]))


def _provenance(question: Question, part: pa.Table, stored: pa.Table) -> pa.Table:
    """A row a chunk: what it answers, and where and when it was computed."""
    chunks = part.select([*question.parameter, "method", "trials", "chunk"])
    for name in (*ORIGIN, STATED):
        chunks = chunks.append_column(name, stored[name])
    return chunks


def _in_words(chunks: pa.Table) -> pa.Table:
    """The same with every text written out, which takes ten times the memory."""
    return chunks.cast(
        pa.schema(
            field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field
            for field in chunks.schema
        )
    )


def pooled(question: Question, part: pa.Table, stored: pa.Table) -> pa.Table:
    """The rows of a sweep's table that whole points make: one an outcome, sorted.

    `part` has of each chunk its point's parameters, method and `place`; `stored` has its answer.
    """
    outcomes, of = rows.flat(stored)
    place, trials = part["place"].to_numpy(), part["trials"].to_numpy()
    keys = [place[of], *(codes(outcomes[column.name]) for column in question.outcomes)]
    order = np.lexsort(keys[::-1])
    first = starts(*(key[order] for key in keys))
    for name, column in ((DRAWN, trials), ("trials", _totals(place, trials))):
        outcomes = outcomes.append_column(name, pa.array(column[of]))
    measured = _Pool(taken(outcomes, order), first).measured()
    at = of[order[first]]
    columns = {
        **{name: taken(part.select([name]), at)[name] for name in (*question.parameter, "method")},
        **{name: measured[name] for name in measured.column_names},
    }
    declared = schema(question)
    missing = {
        field.name: pa.nulls(len(at), field.type) for field in declared if field.name not in columns
    }
    return pa.table(columns | missing).select(declared.names).cast(declared)


def _totals(place: Whole, trials: Whole) -> Whole:
    """Of each chunk, the trials of all chunks of its point; those stand together."""
    begin = starts(place)
    return np.repeat(np.add.reduceat(trials, begin), np.diff(np.append(begin, len(place))))


@dataclass(frozen=True)
class _Pool:
    """The outcomes of whole points in order: from each of `first` on, those of one row."""

    outcomes: pa.Table
    """With the trials of the chunk (`DRAWN`) and of the point."""
    first: Whole

    def measured(self) -> pa.Table:
        """A row each, with its measures."""
        distinct = taken(self.outcomes, self.first)
        counts, weighs = (distinct[name].is_valid().to_numpy() for name in ("count", "weight"))
        kinds = (
            (~(counts | weighs), self._exact),
            (counts, self._counted),
            (weighs, self._weighed),
        )
        measures = [(np.flatnonzero(own), measure) for own, measure in kinds if own.any()]
        bare = distinct.drop_columns([DRAWN, *(name for name, _ in WEIGHTS)])
        parts = [measure(taken(bare, rows), rows) for rows, measure in measures]
        if not parts:
            return bare
        place = np.argsort(np.concatenate([rows for rows, _ in measures]))
        return taken(pa.concat_tables(parts, promote_options="default"), place)

    def _exact(self, table: pa.Table, rows: Whole) -> pa.Table:
        return table.drop_columns(["count", "trials"])

    def _column(self, name: str) -> NDArray[Any]:
        """Of each outcome; 0 where it is not measured."""
        return np.asarray(self.outcomes[name].fill_null(0).to_numpy())

    def _counted(self, table: pa.Table, rows: Whole) -> pa.Table:
        counts = np.add.reduceat(self._column("count"), self.first)[rows]
        bare = table.drop_columns(["count", "probability", "log10_probability"])
        return estimates.counted(bare.append_column("count", pa.array(counts)))

    def _weighed(self, table: pa.Table, rows: Whole) -> pa.Table:
        columns = [self._column(name) for name in (DRAWN, *(name for name, _ in WEIGHTS))]
        ends = np.append(self.first, len(self.outcomes))
        sums = [
            together(zip(*(c[ends[row] : ends[row + 1]].tolist() for c in columns), strict=True), n)
            for row, n in zip(rows.tolist(), table["trials"].to_pylist(), strict=True)
        ]
        bare = table.drop_columns(["count", "probability", "log10_probability"])
        for (name, kind), column in zip(WEIGHTS, zip(*sums, strict=True), strict=True):
            bare = bare.append_column(name, pa.array(column, kind))
        return estimates.weighed(bare)
