"""What methods took before, against what their costs predict: read from the stored chunks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.plan.chunks import method_costs
from sweepstake.puzzle.question import Question
from sweepstake.stats.summary import quantiles
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
    question = stored.question
    names = [*question.parameter, "method", "seconds", "task", "started", "worker"]
    rows = stored.index(names).table
    if host is not None:
        rows = rows.filter(pc.starts_with(rows["worker"], f"{host}/"))
    rows = rows.sort_by([("started", "descending")])
    found = {}
    for method in pc.unique(rows["method"]).to_pylist():
        if method in question.methods:
            own = rows.filter(pc.equal(rows["method"], method)).slice(0, LATEST)
            if its := _learned(question, method, own):
                found[method] = its
    return found


def expected(chunks: pa.Table, before: Mapping[str, Learned]) -> NDArray[np.float64]:
    """The seconds of each of `chunks` on one core: as predicted, times what was learned."""
    methods = pc.dictionary_encode(chunks["method"].combine_chunks())
    times = [before[m].times if m in before else 1.0 for m in methods.dictionary.to_pylist()]
    seconds: NDArray[np.float64] = (
        chunks["cost"].to_numpy() * np.array(times)[methods.indices.to_numpy()]
    )
    return seconds


def _learned(question: Question, method: str, rows: pa.Table) -> Learned | None:
    trials = np.maximum(rows["trials"].to_numpy(), 1)
    try:
        cost = method_costs(question, method, rows) * trials
    except Exception:  # a cost need not know what an older source allowed
        return None
    task = pc.dictionary_encode(rows["task"].combine_chunks()).indices.to_numpy()
    took, predicted = (np.bincount(task, each) for each in (rows["seconds"].to_numpy(), cost))
    long = took >= SHORT
    if took[long].sum() < ENOUGH:
        return None
    [times] = quantiles(took[long] / predicted[long], predicted[long], [0.5])
    return Learned(times, int(long[task].sum()))
