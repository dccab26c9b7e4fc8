"""What methods took before, against what their costs predict: read from the stored chunks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.config.points import Points, method_costs
from sweepstake.puzzle.question import Question
from sweepstake.stats.summary import quantiles
from sweepstake.store.columns import codes
from sweepstake.store.rows import ORIGIN
from sweepstake.store.shards import Store

LATEST = 2_000
"""Chunks of a method that are looked at: the source may have changed since earlier ones."""
SHORT, ENOUGH = 1e-3, 1.0
"""Seconds: tasks that took less say nothing, nor does a method that took less in all."""


@dataclass(frozen=True)
class Learned:
    """How many times the predicted seconds a method took, and in how many chunks."""

    times: float
    chunks: int


def learned(stored: Store, host: str | None = None) -> dict[str, Learned]:
    """What the latest stored chunks of each method say, of `host` only if it is given.

    Chunks are taken together as tasks had them, for some methods answer many points in one pass.
    Of a method's tasks the median counts, each weighted by its predicted seconds, so neither a
    kernel's compilation nor a task that had to wait makes a difference.
    """
    question, rows = stored.question, dict[str, list[pa.Table]]()
    names = [*question.parameter, "trials", "seconds", "task", "started"]
    for partition in stored.partitions():
        if partition.method in question.methods:
            for contents in partition.contents(ORIGIN):
                own = contents.chunks
                if host is not None:
                    own = own.filter(pc.starts_with(own["worker"].cast(pa.string()), f"{host}/"))
                rows.setdefault(partition.method, []).append(own.select(names))
    learned = {}
    for method, tables in rows.items():
        every = pa.concat_tables(tables).unify_dictionaries()
        latest = every.take(pa.array(np.argsort(-codes(every["started"]), kind="stable")[:LATEST]))
        if times := _learned(question, method, latest):
            learned[method] = times
    return learned


def expected(
    points: Points, chunks: pa.Table, before: Mapping[str, Learned]
) -> NDArray[np.float64]:
    """The seconds of each of `chunks` on one core: as predicted, times what was learned."""
    times = np.ones(len(points))
    for method, places in points.methods():
        times[places] = before[method].times if method in before else 1.0
    seconds: NDArray[np.float64] = chunks["cost"].to_numpy() * times[chunks["place"].to_numpy()]
    return seconds


def _learned(question: Question, method: str, rows: pa.Table) -> Learned | None:
    trials = np.maximum(rows["trials"].to_numpy(), 1)
    try:
        cost = method_costs(question, method, rows) * trials
    except Exception:  # a cost need not know what an older source allowed
        return None
    task = codes(rows["task"])
    took, predicted = (np.bincount(task, values) for values in (rows["seconds"].to_numpy(), cost))
    long = took >= SHORT
    if took[long].sum() < ENOUGH:
        return None
    [times] = quantiles(took[long] / predicted[long], predicted[long], [0.5])
    return Learned(times, int(long[task].sum()))
