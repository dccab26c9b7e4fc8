"""What a sweep asks for, against what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.config.points import Points
from sweepstake.config.precision import Round, Sample, next_round
from sweepstake.config.spec import Sweep
from sweepstake.plan.chunks import chunk_sizes, costs, cut, predicted
from sweepstake.store.files import Place
from sweepstake.store.gather import tally
from sweepstake.store.index import Index
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.shards import Store

PART = 10_000
"""Chunks read at a time, or as many as one point has."""


@dataclass(frozen=True)
class Plan:
    """The chunks that a sweep asks for, and which of them are stored."""

    sweep: Sweep
    chunks: pa.Table
    """In the order of points; `shard` and `row` say where a chunk is stored, null if nowhere."""
    shards: tuple[Place, ...]
    unmet: tuple[int, ...]
    """The points that took `max_trials` without meeting their bound."""
    rejected: tuple[Place, ...] = ()
    """The files of the store that were damaged or foreign, and were moved to `.rejected`."""

    @cached_property
    def missing(self) -> pa.Table:
        """The chunks that have to be computed."""
        return self.chunks.filter(pc.is_null(self.chunks["shard"])).drop_columns(["shard", "row"])

    @property
    def points_done(self) -> int:
        """The points of which every chunk is stored."""
        return len(self.sweep.points) - int(pc.count_distinct(self.missing["place"]).as_py())

    def points_over(self, seconds: float) -> int:
        """The points of which a missing chunk is predicted to take longer."""
        over = pc.greater(self.missing["cost"], seconds)
        return int(pc.count_distinct(self.missing.filter(over)["place"]).as_py())

    @property
    def percent_done(self) -> int:
        """How much of the work is stored, by its predicted cost; 100 only if all is."""
        if not len(self.missing):
            return 100
        return min(99, int(100 * (1 - predicted(self.missing) / predicted(self.chunks))))

    def parts(self) -> Iterator[pa.Table]:
        """The chunks, some thousand at a time: those of a point together."""
        ends = np.flatnonzero(np.diff(self.chunks["place"].to_numpy())) + 1
        cuts = ends[np.diff(ends // PART, prepend=0) > 0]
        for begin, end in pairwise([0, *cuts.tolist(), len(self.chunks)]):
            yield self.chunks.slice(begin, end - begin)


def plan(sweep: Sweep, results: Path, place: Place | None = None) -> Plan:
    """What `sweep` asks for, against what is stored below `results`, or in `place` if given."""
    stored = Store(results, sweep.question, place)
    while True:
        with suppress(DamagedFileError):  # moved away, so its chunks are missing now
            return _plan(sweep, stored)


def _plan(sweep: Sweep, stored: Store) -> Plan:
    index, points = stored.index(), sweep.points
    places = np.flatnonzero(points.table["until"].to_numpy() >= 0)
    rounds = _rounds(points, places, stored, index) if len(places) else []
    trials, first = points.table["trials"].to_numpy().copy(), np.zeros(len(points), np.int64)
    trials[places], first[places] = [r.trials for r in rounds], [r.first for r in rounds]
    points = points.with_trials(trials)
    return Plan(
        replace(sweep, points=points),
        index.found(cut(points, first)),
        index.shards,
        tuple(place for place, r in zip(places.tolist(), rounds, strict=True) if not r.met),
        (*stored.rejected,),
    )


def _rounds(points: Points, places: NDArray[np.int64], stored: Store, index: Index) -> list[Round]:
    """The first round of each point with a bound that is not stored, or that ends it."""
    bounded = points.taken(places)
    own = index.of_points(bounded.ids)
    sizes = chunk_sizes(costs(bounded)).tolist()
    rounds = []
    for number, size in enumerate(sizes):
        point = bounded.taken([number])

        def look(first: int, trials: int, point: Points = point) -> Sample | None:
            wanted = own.found(cut(point.with_trials([trials]), first))
            return None if wanted["shard"].null_count else tally(stored, wanted, own.shards)

        until = point[0].until
        assert until
        rounds.append(next_round(until, points.asks, size, look))
    return rounds
