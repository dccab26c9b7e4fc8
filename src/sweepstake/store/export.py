"""From stored chunks to results: one sorted table a sweep, and a record of where it came from.

Both are written part by part, so the whole is never in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.puzzle.question import Question
from sweepstake.store import parquet, rows
from sweepstake.store.files import Place
from sweepstake.store.gather import Gathering
from sweepstake.store.schema import schema
from sweepstake.store.shards import ORIGIN, Store


def export(store: Store, name: str, parts: Iterable[pa.Table], shards: Sequence[Place]) -> None:
    """Write the sweep's table and its provenance.

    `parts` are its stored chunks in the order of points, all chunks of a point in one part.
    """
    results, question = store.results, store.question
    points = results / ".points"  # the store itself may be elsewhere
    runs = [*question.parameter, "method", "trials", "chunk", *ORIGIN]
    gathering = Gathering(store, shards)
    data_file = results / "data" / f"{name}.parquet"
    runs_file = results / "runs" / f"{name}.parquet"
    with (
        parquet.writing(runs_file, points) as write_runs,
        parquet.writing(data_file, points) as write,
    ):
        into_data, into_runs = parquet.Groups(write), parquet.Groups(write_runs)
        for part in parts:
            stored = gathering.rows(part)
            into_runs.add(stored.select(runs))
            into_data.add(pooled(question, stored.append_column("place", part["place"])))
        into_data.end()
        into_runs.end()


def pooled(question: Question, chunks: pa.Table) -> pa.Table:
    """The rows of a sweep's table that whole points make: one an outcome, sorted.

    `chunks` have their answers, and in `place` a number for their point.
    """
    outcomes = [column.name for column in question.outcomes]
    table, of = rows.flat(chunks)
    table = table.append_column("place", chunks["place"].take(pa.array(of)))
    sampled, whole = pc.is_valid(table["count"]), pc.is_null(table["count"])
    counted = table.filter(sampled).group_by(["place", *outcomes]).aggregate([("count", "sum")])
    counted = counted.rename_columns(["place", *outcomes, "count"])
    trials = chunks.group_by("place").aggregate([("trials", "sum")])
    first = chunks.append_column("_row", pa.array(np.arange(len(chunks))))
    first = first.group_by("place").aggregate([("_row", "min")])
    estimated = _estimated(counted.append_column("trials", _of_point(trials, counted)))
    table = pa.concat_tables(
        [estimated, table.filter(whole).drop_columns(["count"])], promote_options="default"
    )
    own = _of_point(first, table)
    for name in [*question.parameter, "method"]:
        table = table.append_column(name, chunks[name].take(own))
    target = schema(question)
    for name in target.names:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(len(table), target.field(name).type))
    keys = [*question.parameter, "method", *outcomes]
    return table.select(target.names).cast(target).sort_by([(key, "ascending") for key in keys])


def _of_point(values: pa.Table, outcomes: pa.Table) -> pa.ChunkedArray:
    """The second column of `values`, which has a row a point, for the point of each outcome."""
    return values.column(1).take(pc.index_in(outcomes["place"], value_set=values["place"]))


def _estimated(counted: pa.Table) -> pa.Table:
    """Counts of trials with their probabilities, logarithms and standard errors."""
    trials = counted["trials"].cast(pa.float64())
    share = pc.divide(counted["count"].cast(pa.float64()), trials)
    variance = pc.divide(pc.multiply(share, pc.subtract(1.0, share)), trials)
    positive = pc.if_else(pc.greater(share, 0.0), share, None)
    return (
        counted.append_column("probability", share)
        .append_column("log10_probability", pc.log10(positive))
        .append_column("standard_error", pc.sqrt(variance))
    )
