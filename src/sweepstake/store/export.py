"""From stored chunks to results: one sorted table a sweep, and a record of where it came from.

Both are written part by part, so the whole is never in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.core.weighted import together
from sweepstake.puzzle.question import Question
from sweepstake.store import estimates, parquet, rows
from sweepstake.store.files import Place
from sweepstake.store.gather import Gathering
from sweepstake.store.schema import IDENTITY, WEIGHTS, schema
from sweepstake.store.shards import ORIGIN, Store


def export(
    store: Store, name: str, parts: Iterable[pa.Table], shards: Sequence[Place], asked: str
) -> None:
    """Write the sweep's table and its provenance.

    `parts` are its stored chunks in the order of points, all chunks of a point in one part, and
    `asked` is the hash of all of them, which the table says of itself.
    """
    results, question = store.results, store.question
    points = results / ".points"  # the store itself may be elsewhere
    runs = [*question.parameter, "method", "trials", "chunk", *ORIGIN]
    gathering = Gathering(store, shards)
    data_file = results / "data" / f"{name}.parquet"
    runs_file = results / "runs" / f"{name}.parquet"
    with (
        parquet.writing(runs_file, points) as write_runs,
        parquet.writing(data_file, points, lambda: {IDENTITY.decode(): asked}) as write,
    ):
        into_data, into_runs = parquet.Groups(write), parquet.Groups(write_runs)
        for part in parts:
            stored = gathering.rows(part)
            into_runs.add(stored.select(runs))
            into_data.add(pooled(question, stored.append_column("place", part["place"])))
        into_data.end()
        into_runs.end()


def exported(store: Store, parts: Iterable[pa.Table], shards: Sequence[Place]) -> pa.Table:
    """The same table, in memory; it must be small."""
    gathering = Gathering(store, shards)
    return pa.concat_tables(
        pooled(store.question, gathering.rows(part).append_column("place", part["place"]))
        for part in parts
    )


def pooled(question: Question, chunks: pa.Table) -> pa.Table:
    """The rows of a sweep's table that whole points make: one an outcome, sorted.

    `chunks` have their answers, and in `place` a number for their point.
    """
    outcomes = [column.name for column in question.outcomes]
    table, of = rows.flat(chunks)
    for name in ("place", "trials"):
        table = table.append_column(name, chunks[name].take(pa.array(of)))
    counts, weighs = pc.is_valid(table["count"]), pc.is_valid(table["weight"])
    others = table.filter(pc.invert(pc.or_(counts, weighs)))
    points, keys = _points(chunks), ["place", *outcomes]
    parts = [
        estimates.counted(_counted(table.filter(counts), points, keys)),
        estimates.weighed(_weighed(table.filter(weighs), points, keys)),
        others.drop_columns(["count", "trials", *(name for name, _ in WEIGHTS)]),
    ]
    table = pa.concat_tables(parts, promote_options="default")
    first = _of_point(points, "row", table)
    for name in (*question.parameter, "method"):
        table = table.append_column(name, chunks[name].take(first))
    keys = [*question.parameter, "method", *outcomes]
    return _as_declared(table, schema(question)).sort_by([(key, "ascending") for key in keys])


def _points(chunks: pa.Table) -> pa.Table:
    """A row a point: its place, the trials of all of its chunks, and the row of the first."""
    its = chunks.select(["place", "trials"]).append_column("row", pa.array(np.arange(len(chunks))))
    made = its.group_by("place").aggregate([("trials", "sum"), ("row", "min")])
    return made.rename_columns({"trials_sum": "trials", "row_min": "row"})


def _of_point(points: pa.Table, name: str, outcomes: pa.Table) -> pa.ChunkedArray:
    """A column of `points` for the point of each of the outcomes."""
    return points[name].take(pc.index_in(outcomes["place"], value_set=points["place"]))


def _as_declared(table: pa.Table, declared: pa.Schema) -> pa.Table:
    """The columns that are declared, null where the table has none."""
    for name in declared.names:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(len(table), declared.field(name).type))
    return table.select(declared.names).cast(declared)


def _counted(outcomes: pa.Table, points: pa.Table, keys: list[str]) -> pa.Table:
    """The counts by outcome, each with all trials of its point."""
    made = outcomes.group_by(keys).aggregate([("count", "sum")])
    made = made.rename_columns([*keys, "count"])
    return made.append_column("trials", _of_point(points, "trials", made))


def _weighed(outcomes: pa.Table, points: pa.Table, keys: list[str]) -> pa.Table:
    """The sums of weights by outcome, each with all trials of its point."""
    names, totals = [name for name, _ in WEIGHTS], _of_point(points, "trials", outcomes)
    if not len(outcomes):
        return outcomes.select([*keys, *names]).append_column("trials", totals)
    held = outcomes.select(keys).to_pandas(integer_object_nulls=True)  # floats would merge some
    numbers = held.groupby(keys, sort=False, dropna=False).ngroup()
    order = np.argsort(numbers.to_numpy(), kind="stable")
    starts = np.flatnonzero(np.diff(numbers.to_numpy()[order], prepend=-1))
    columns = [outcomes[name].to_numpy()[order] for name in ("trials", *names)]
    parts = zip(*(np.split(column, starts[1:]) for column in columns), strict=True)
    total = totals.to_numpy()[order][starts].tolist()
    sums = [
        together(zip(*(part.tolist() for part in its), strict=True), trials)
        for its, trials in zip(parts, total, strict=True)
    ]
    made = outcomes.select(keys).take(pa.array(order[starts]))
    for k, (name, kind) in enumerate(WEIGHTS):
        made = made.append_column(name, pa.array([each[k] for each in sums], kind))
    return made.append_column("trials", pa.array(total, totals.type))
