"""Adopt answers that were computed by other source, after checking some of them.

Random streams are named by the point and not by the source, so the same method gives the same
answer to the last digit. Some chunks of each method are computed again: the cheapest, the
costliest affordable one, and some at random. If all agree, the stored answers are adopted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.config.spec import Sweep
from sweepstake.errors import SweepstakeError
from sweepstake.plan.plan import plan
from sweepstake.plan.why import Stale, stale
from sweepstake.puzzle import register
from sweepstake.run import child
from sweepstake.run.chunk import Code, Failure, configured
from sweepstake.run.lock import sweep_lock, used
from sweepstake.run.task import Task
from sweepstake.store import rows
from sweepstake.store.columns import array
from sweepstake.store.export import Gathering
from sweepstake.store.rows import grouped
from sweepstake.store.shards import Shard, Store

SECONDS = 10.0
"""About how many seconds are spent on computing answers of a sweep again."""
CLOSE = 1e-12
"""The relative difference allowed between two floats."""
SOURCE, ADOPTED = "source", "adopted"
"""Keys of `versions` in the runs table: the source it counts for, and the one that computed it."""


class NotAdoptedError(SweepstakeError, RuntimeError):
    """An answer has changed; the message says which."""


def adopt(sweep: Sweep, results: Path, tell: Callable[[str], None]) -> int:
    """Adopt the chunks that other source computed for `sweep`; returns how many.

    NotAdoptedError if an answer that is computed again differs; its source is then not adopted.
    """
    store, checked, count = Store(results, sweep.question), set[str](), 0
    with sweep_lock(results, sweep.name), used(store.root):
        # again, because a bound of `until` may ask for more
        while older := next(stale(plan(sweep, results)), None):
            if older.source not in checked:
                tell(f"{sweep.name}: {_check(sweep, store, older)}")
            checked.add(older.source)
            _take_over(sweep, store, older)
            count += len(older.chunks)
    return count


def _check(sweep: Sweep, store: Store, older: Stale) -> str:
    """Compute some answers again; returns how many agree."""
    began, agreed = time.monotonic(), 0
    methods = pc.unique(older.chunks["method"]).to_pylist()
    for method in methods:
        chunks = older.chunks.filter(pc.equal(older.chunks["method"], method))
        for row_number in _rows_to_check(chunks, SECONDS / len(methods)):
            chunk = chunks.slice(row_number, 1)
            if not _agrees(sweep, store, chunk, older.shards):
                [row] = chunk.to_pylist()
                params = " ".join(f"{name}={row[name]}" for name in sweep.question.parameter)
                raise NotAdoptedError(f"not adopted: {method} at {params} gives another answer now")
            agreed += 1
    return (
        f"{agreed:,} of {len(older.chunks):,} answers were computed again in "
        f"{time.monotonic() - began:.1f} s, and all agree"
    )


def _rows_to_check(chunks: pa.Table, seconds: float) -> Iterator[int]:
    """The rows of chunks to try: the cheapest, the costliest affordable one, random others.

    Ends when the chosen ones have taken, or are predicted to take, `seconds`.
    """
    began, cost = time.monotonic(), chunks["_cost"].to_numpy()
    order = np.argsort(cost, kind="stable")
    affordable = order[: max(1, (cost <= seconds / 2).sum())]
    shuffled = np.random.default_rng(len(cost)).permutation(affordable)
    seconds_spent = 0.0
    for row in dict.fromkeys([affordable[0], affordable[-1], *shuffled]):
        seconds_spent += cost[row]
        if row != order[0] and max(seconds_spent, time.monotonic() - began) > seconds:
            return
        yield int(row)


def _agrees(sweep: Sweep, store: Store, chunk: pa.Table, shards: tuple[Shard, ...]) -> bool:
    """True if computing a chunk again gives the stored answer."""
    question, [method] = sweep.question, chunk["method"].to_pylist()
    task = Task(question.name, method, sweep.points.seed, chunk)
    old = Gathering(store, shards).rows(chunk)
    [outcome] = child.outcomes(Code.of(question.name), task, configured().here())
    if isinstance(outcome, Failure):
        return False
    (old_rows, _), (new_rows, _) = rows.flat(old), rows.flat(pa.Table.from_batches([outcome]))
    names = [*rows.remainder(question)]
    are_equal = old.select(names).to_pylist() == outcome.select(names).to_pylist()
    return are_equal and _are_same(
        old_rows, new_rows, [column.name for column in question.outcomes]
    )


def _are_same(old_rows: pa.Table, new_rows: pa.Table, outcomes: list[str]) -> bool:
    """True if two answers have the same rows, in any order; floats may differ by `CLOSE`."""
    import pandas as pd

    # as floats, some different whole numbers are equal
    frames = (answer.to_pandas(integer_object_nulls=True) for answer in (old_rows, new_rows))
    old, new = (frame.set_index(outcomes) for frame in frames)
    try:
        pd.testing.assert_frame_equal(old, new, rtol=CLOSE, atol=0.0, check_like=True)
    except AssertionError:
        return False
    return True


def _take_over(sweep: Sweep, store: Store, older: Stale) -> None:
    """Store the chunks again, as answers of the source that the question has now."""
    source = register.fingerprint(sweep.question.name)
    gathering = Gathering(store, older.shards)
    for method in pc.unique(older.chunks["method"]).to_pylist():
        chunks = older.chunks.filter(pc.equal(older.chunks["method"], method))
        table = gathering.rows(chunks)
        number = table.column_names.index("versions")
        coded = array(table["versions"])
        versions = pa.DictionaryArray.from_arrays(
            coded.indices,
            pa.array([_versions(t, older.source, source) for t in coded.dictionary.to_pylist()]),
        )
        table = table.set_column(number, table.schema.field("versions"), versions)
        store.partition(method, source, sweep.points.seed).write_rows(grouped(table))


def _versions(versions: str, old: str, source: str) -> str:
    """The `versions` in the runs table of an answer that now counts for another source."""
    record = rows.read_versions(versions)
    return json.dumps({ADOPTED: record.get(SOURCE, old), **record, SOURCE: source}, sort_keys=True)
