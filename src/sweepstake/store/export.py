"""From stored chunks to results: one sorted table for each sweep, and a record of its origin.

Both are written part by part, so the whole is never in memory.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from sweepstake.store.rows import ORIGIN
from sweepstake.store.schema import IDENTITY, WEIGHTS, parameters, schema
from sweepstake.store.shards import Store
from sweepstake.store.stated import STATED, TEXTS, states

DRAWN = "_drawn"
"""The column with the trials of an outcome's chunk; no question has a column of this name."""


def export(store: Store, name: str, parts: Iterable[pa.Table], asked: str) -> None:
    """Write the table of the sweep `name`, and its provenance.

    `parts` are its stored chunks in the order of points, all chunks of a point in one part. `asked`
    is the hash of the requested points, which is stored in the table's metadata.
    """
    points = store.results / ".points"  # the store itself may be elsewhere
    data_file = store.results / "data" / f"{name}.parquet"
    runs_file = store.results / "runs" / f"{name}.parquet"
    question, about, record = store.question, {IDENTITY.decode(): asked}, _record(store.question)
    with (
        parquet.writing(runs_file, points, record) as into_runs,
        parquet.writing(data_file, points, schema(question), lambda: about) as into_data,
    ):
        for part in parts:
            if len(states(part)):
                about[STATED] = "runs"
            into_runs.add(part.select(record.names))
            into_data.add(pooled(question, part))


def _record(question: Question) -> pa.Schema:
    """One row for each chunk: what it answers, and where and when it was computed."""
    asked = [*parameters(question), ("method", pa.string()), ("trials", pa.int32())]
    texts = [(name, pa.string()) for name in ORIGIN[1:]]
    return pa.schema(
        [*asked, ("chunk", pa.int64()), ("seconds", pa.float64()), *texts, (STATED, TEXTS)]
    )


def frame(question: Question, parts: Iterable[pa.Table]) -> pd.DataFrame:
    """A sweep's table in memory, with what answers state; it must be small."""
    keys = [*question.parameter, "method", STATED]
    both = [(pooled(question, part), states(part).select(keys)) for part in parts]
    return tables.frame(*map(pa.concat_tables, zip(*both, strict=True)))


def chunks_of(
    question: Question, asked: Iterable[tuple[str, Params, int | None]], answers: pa.Table
) -> pa.Table:
    """Chunks for `frame`, each with the answer at a point `asked`: method, parameters, trials."""
    keys = [
        {**question.stored(params), "method": method, "trials": trials or 0, "place": place}
        for place, (method, params, trials) in enumerate(asked)
    ]
    chunks = pa.Table.from_pylist(keys)
    for name in ("answer", STATED):
        chunks = chunks.append_column(name, answers[name])
    return chunks


def pooled(question: Question, chunks: pa.Table) -> pa.Table:
    """The rows of a sweep's table, one for each outcome, from the stored chunks of whole points."""
    outcomes, of = rows.flat(chunks)
    place, trials = (chunks[name].to_numpy() for name in ("place", "trials"))
    keys = [place[of], *(codes(outcomes[column.name]) for column in question.outcomes)]
    order = np.lexsort(keys[::-1])
    first = starts(*(key[order] for key in keys))
    for name, column in ((DRAWN, trials), ("trials", _totals(place, trials))):
        outcomes = outcomes.append_column(name, pa.array(column[of]))
    measured = _Pool(taken(outcomes, order), first).measured()
    at = of[order[first]]
    declared, names = schema(question), [*question.parameter, "method"]
    columns = {name: taken(chunks.select([name]), at)[name] for name in names}
    columns |= {name: measured[name] for name in measured.column_names}
    for field in declared:
        columns.setdefault(field.name, pa.nulls(len(at), field.type))
    return pa.table(columns).select(declared.names).cast(declared)


def _totals(place: Whole, trials: Whole) -> Whole:
    """For each chunk, the total trials of its point, whose chunks are adjacent."""
    begin = starts(place)
    return np.repeat(np.add.reduceat(trials, begin), np.diff(begin, append=len(place)))


@dataclass(frozen=True)
class _Pool:
    """The sorted outcomes of whole points; each of `first` begins the outcomes of one row."""

    outcomes: pa.Table
    """With the trials of the chunk (`DRAWN`) and of the point."""
    first: Whole

    def measured(self) -> pa.Table:
        """The rows, with their measures."""
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
        """A measure of each outcome; 0 if it is missing."""
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
