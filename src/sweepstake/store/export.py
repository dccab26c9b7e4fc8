"""From stored chunks to results: one sorted table for each sweep, and a record of its origin.

Both are written part by part, so the whole is never in memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.core.weighted import together
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.question import Question
from sweepstake.stats import interval
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
    """`answers` as chunks for `frame`; `asked` has each one's method, parameters and trials."""
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
    measured = _measured(taken(outcomes, order), first)
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


def _measured(outcomes: pa.Table, first: Whole) -> pa.Table:
    """The rows of whole points, with their measures; `first` has the first outcome of each.

    `outcomes` are sorted, and have the trials of the chunk (`DRAWN`) and of the point.
    """
    bare = taken(outcomes, first)
    counts, weighs = (bare[name].is_valid().to_numpy() for name in ("count", "weight"))
    bare = bare.drop_columns([DRAWN, "count", *(name for name, _ in WEIGHTS)])
    order = [np.flatnonzero(~(counts | weighs))]
    parts = [taken(bare, order[0]).drop_columns(["trials"])]
    for own, estimated in ((counts, _counted), (weighs, _weighed)):
        if own.any():
            order.append(np.flatnonzero(own))
            table = taken(bare, order[-1]).drop_columns(["probability", "log10_probability"])
            parts.append(estimated(table, outcomes, first, order[-1]))
    whole = pa.concat_tables(parts, promote_options="default")
    return taken(whole, np.argsort(np.concatenate(order)))


def _counted(table: pa.Table, outcomes: pa.Table, first: Whole, rows: Whole) -> pa.Table:
    """`table`, which has the counted `rows`, with their estimates."""
    count = np.add.reduceat(_column(outcomes, "count"), first)[rows]
    trials = table["trials"].to_numpy()
    share = np.divide(count, trials)
    error = np.sqrt(share * (1 - share) / trials)
    table = table.append_column("count", pa.array(count))
    return _estimated(table, share, error, *interval.of_counts(count, trials))


def _weighed(table: pa.Table, outcomes: pa.Table, first: Whole, rows: Whole) -> pa.Table:
    """`table`, which has the weighted `rows`, with their estimates.

    The standard error is missing for a single trial, and for an outcome that was not met.
    """
    columns = [_column(outcomes, name) for name in (DRAWN, *(name for name, _ in WEIGHTS))]
    ends = np.append(first, len(outcomes))
    sums = [
        together(zip(*(c[ends[row] : ends[row + 1]].tolist() for c in columns), strict=True), n)
        for row, n in zip(rows.tolist(), table["trials"].to_pylist(), strict=True)
    ]
    (weight, spread), trials = np.array(sums).T, table["trials"].to_numpy()
    mean = np.divide(weight, trials)
    known = (trials > 1) & (weight != 0.0)
    error = np.where(known, spread / np.sqrt(trials * np.maximum(trials - 1.0, 1.0)), np.nan)
    return _estimated(table, mean, error, *interval.of_means(mean, error, trials))


def _column(outcomes: pa.Table, name: str) -> NDArray[Any]:
    """A measure of each outcome; 0 if it is missing."""
    return np.asarray(outcomes[name].fill_null(0).to_numpy())


def _estimated(
    table: pa.Table, probability: interval.Numbers, *others: interval.Numbers
) -> pa.Table:
    """`table` with the estimates of its outcomes; NaN becomes a missing value."""
    table = table.append_column("probability", pa.array(probability, pa.float64()))
    positive = pa.array(probability, pa.float64(), mask=probability <= 0.0)
    table = table.append_column("log10_probability", pc.log10(positive))
    for name, values in zip(("standard_error", "low", "high"), others, strict=True):
        table = table.append_column(name, pa.array(values, pa.float64(), from_pandas=True))
    return table
