"""From stored chunks to results: one sorted table for each sweep, and its runs table.

The runs table says where and when each chunk was computed. Both tables are written part by part, so
the whole is never in memory; stored chunks are read by shard and row (`Gathering`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.core import weighted
from sweepstake.core.distribution import Distribution
from sweepstake.core.weighted import Weighted, together
from sweepstake.errors import DamagedFileError
from sweepstake.puzzle.parameter import Params
from sweepstake.puzzle.question import Question
from sweepstake.stats import interval
from sweepstake.store import parquet, rows, tables
from sweepstake.store.columns import Whole, codes, distinct, starts, taken
from sweepstake.store.parquet import IDENTITY, QUESTION, WEIGHTS, parameters, schema
from sweepstake.store.rows import ORIGIN
from sweepstake.store.shards import Shard, Store

DRAWN = "_drawn"
"""The column with the trials of an outcome's chunk; no question has a column of this name."""
ESTIMATES = ["probability", "log10_probability", "low", "high"]
"""The stored measures that are computed anew when trials are pooled."""
OF_SWEEP = ("method", "_place", "_shard")
"""The columns of a sweep's chunks that rows of shards don't have."""
SHARD = 2**40
"""More than the rows of a shard."""


def export(store: Store, name: str, parts: Iterable[pa.Table], points_hash: str) -> None:
    """Write the table of the sweep `name`, and its provenance.

    `parts` are its stored chunks in the order of points, all chunks of a point in one part.
    `points_hash`, the hash of the requested points, is stored in the table's metadata.
    """
    data_file = store.results / "data" / f"{name}.parquet"
    runs_file = store.results / "runs" / f"{name}.parquet"
    question, record = store.question, _record(store.question)
    about = {IDENTITY.decode(): points_hash}
    with (
        parquet.writing(runs_file, store.root, record) as into_runs,
        parquet.writing(data_file, store.root, schema(question), lambda: about) as into_data,
    ):
        for part in parts:
            into_runs.add(part.select(record.names))
            into_data.add(pooled(question, part))


def _record(question: Question) -> pa.Schema:
    """One row for each chunk: what it answers, and where and when it was computed."""
    point = [*parameters(question), ("method", pa.string()), ("trials", pa.int32())]
    texts = [(name, pa.string()) for name in ORIGIN[1:]]
    return pa.schema([*point, ("chunk", pa.int64()), ("seconds", pa.float64()), *texts])


def frame(question: Question, parts: Iterable[pa.Table]) -> pd.DataFrame:
    """A sweep's table in memory; it must be small."""
    return tables.frame(pa.concat_tables(pooled(question, part) for part in parts))


def chunks_of(
    question: Question, calls: Iterable[tuple[str, Params, int | None]], answers: pa.Table
) -> pa.Table:
    """`answers` as chunks for `frame`; `calls` has each one's method, parameters and trials."""
    keys = [
        {**question.stored(params), "method": method, "trials": trials or 0, "_place": number}
        for number, (method, params, trials) in enumerate(calls)
    ]
    chunks = pa.Table.from_pylist(keys)
    for name in ("_answer", *rows.remainder(question)):
        chunks = chunks.append_column(name, answers[name])
    return chunks


def pooled(question: Question, chunks: pa.Table) -> pa.Table:
    """The rows of a sweep's table, one for each outcome, from the stored chunks of whole points.

    A point without outcomes has one row, whose probability is null.
    """
    outcomes, of = rows.flat(chunks)
    point, trials = (chunks[name].to_numpy() for name in ("_place", "trials"))
    if len(empty := _empty(point, of)):
        nulls = pa.table({f.name: pa.nulls(len(empty), f.type) for f in outcomes.schema})
        outcomes, of = pa.concat_tables([outcomes, nulls]), np.append(of, empty)
    keys = [point[of], *(codes(outcomes[column.name]) for column in question.outcomes)]
    order = np.lexsort(keys[::-1])
    first = starts(*(key[order] for key in keys))
    for name, column in ((DRAWN, trials), ("trials", _totals(point, trials))):
        outcomes = outcomes.append_column(name, pa.array(column[of]))
    measured = _measured(taken(outcomes, order), first)
    at = of[order[first]]
    declared = schema(question)
    names = [*question.parameter, "method", *rows.remainder(question)]
    columns = {name: taken(chunks.select([name]), at)[name] for name in names}
    columns |= {name: measured[name] for name in measured.column_names}
    columns[QUESTION] = pa.repeat(question.name, len(at))
    for field in declared:
        columns.setdefault(field.name, pa.nulls(len(at), field.type))
    table = pa.table(columns).select(declared.names).cast(parquet.plain(declared))
    return parquet.encoded(table, declared)


def _empty(point: Whole, of: Whole) -> Whole:
    """The first chunk of each point without outcomes; `of` has the chunk of each outcome."""
    first, has_outcomes = starts(point), np.zeros(len(point), bool)
    has_outcomes[of] = True
    return first[~np.logical_or.reduceat(has_outcomes, first)] if len(first) else first


def _totals(point: Whole, trials: Whole) -> Whole:
    """For each chunk, the total trials of its point, whose chunks are adjacent."""
    begin = starts(point)
    return np.repeat(np.add.reduceat(trials, begin), np.diff(begin, append=len(point)))


def _measured(outcomes: pa.Table, first: Whole) -> pa.Table:
    """The rows of whole points, with their measures; `first` has the first outcome of each.

    `outcomes` are sorted, and have the trials of the chunk (`DRAWN`) and of the point.
    """
    bare = taken(outcomes, first)
    counts, weighs = (bare[name].is_valid().to_numpy() for name in ("count", "_weight"))
    bare = bare.drop_columns([DRAWN, "count", *(name for name, _ in WEIGHTS)])
    order = [np.flatnonzero(~(counts | weighs))]
    parts = [taken(bare, order[0]).drop_columns(["trials"])]
    for mask, estimated in ((counts, _counted), (weighs, _weighed)):
        if mask.any():
            order.append(np.flatnonzero(mask))
            table = taken(bare, order[-1]).drop_columns(ESTIMATES)
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
    has_error = (trials > 1) & (weight != 0.0)
    error = np.where(has_error, spread / np.sqrt(trials * np.maximum(trials - 1.0, 1.0)), np.nan)
    return _estimated(table, mean, error, *interval.of_means(mean, error, trials))


def _column(outcomes: pa.Table, name: str) -> NDArray[Any]:
    """A measure of each outcome; 0 if it is missing."""
    return np.asarray(outcomes[name].fill_null(0).to_numpy())


def _estimated(
    table: pa.Table, probability: interval.Numbers, *measures: interval.Numbers
) -> pa.Table:
    """`table` with the estimates of its outcomes; NaN becomes a missing value."""
    table = table.append_column("probability", pa.array(probability, pa.float64()))
    positive = pa.array(probability, pa.float64(), mask=probability <= 0.0)
    table = table.append_column("log10_probability", pc.log10(positive))
    for name, values in zip(("standard_error", "low", "high"), measures, strict=True):
        table = table.append_column(name, pa.array(values, pa.float64(), from_pandas=True))
    return table


class Gathering:
    """Reads stored chunks, with a cache of the row groups that were read last.

    DamagedFileError if chunks are missing or damaged; a damaged shard is moved to `.rejected`.
    """

    def __init__(self, store: Store, shards: Sequence[Shard]) -> None:
        self.store = store
        self._groups = [(shard.path, k) for shard in shards for k in range(len(shard.groups))]
        begins = [
            number * SHARD + first for number, shard in enumerate(shards) for first in shard.groups
        ]
        self._begins = np.array(begins, np.int64)
        self._cached: dict[int, pa.Table] = {}

    def rows(self, chunks: pa.Table) -> pa.Table:
        """The stored rows of `chunks`, which have `shard` and `row`, in their order.

        The columns `OF_SWEEP` are added.
        """
        at = chunks["_shard"].to_numpy().astype(np.int64) * SHARD + chunks["_row"].to_numpy()
        order = np.argsort(at)
        group = np.searchsorted(self._begins, at[order], "right") - 1
        numbers = distinct(group).tolist()
        self._cached = {
            number: self._cached[number] for number in numbers if number in self._cached
        }
        parts = [rows.shard_schema(self.store.question).empty_table()]
        for number in numbers:
            indices = at[order][group == number] - self._begins[number]
            parts.append(taken(self._group(number), indices))
        table = taken(pa.concat_tables(parts).unify_dictionaries(), np.argsort(order))
        for name in OF_SWEEP:
            table = table.append_column(name, chunks[name])
        return table

    def _group(self, number: int) -> pa.Table:
        """A row group, by its number among those of all shards."""
        if number not in self._cached:
            path, group = self._groups[number]
            with self.store.opened(path) as file:
                table = parquet.row_group(file, group)
                question = self.store.question
                if not (rows.is_filled(table, question) and rows.has_outcomes(table, question)):
                    raise DamagedFileError(path)
            self._cached[number] = table
        return self._cached[number]


def tally(gathering: Gathering, chunks: pa.Table) -> Distribution | Weighted:
    """The sample of one point: its chunks counted together."""
    stored, question = gathering.rows(chunks), gathering.store.question
    outcomes, of = rows.flat(stored)
    columns = [outcomes[column.name].to_pylist() for column in question.outcomes]
    outcome_of = map(question.outcome, zip(*columns, strict=True))
    trials = stored["trials"].to_numpy()
    if outcomes["count"].null_count:
        columns = [outcomes[name].to_pylist() for name, _ in WEIGHTS]
        sums = zip(trials[of].tolist(), *columns, strict=True)
        return weighted.merged(zip(outcome_of, sums, strict=True), int(trials.sum()))
    counts: Counter[Any] = Counter()
    for outcome, count in zip(outcome_of, outcomes["count"].to_pylist(), strict=True):
        counts[outcome] += count
    return Distribution(counts, int(trials.sum()))
