"""What a sweep asks for, against what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.config.points import Points
from sweepstake.config.precision import Sample
from sweepstake.config.spec import Sweep
from sweepstake.plan.chunks import asked, chunk_sizes, cut, predicted
from sweepstake.plan.locations import KEY, located, stored_keys
from sweepstake.plan.rounds import Round, next_round
from sweepstake.store.columns import starts, taken
from sweepstake.store.files import Place
from sweepstake.store.gather import Gathering, tally
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.shards import Shard, Store

PART = 100_000
"""Chunks or outcomes read at a time, about, or as many as one point has."""


@dataclass(frozen=True)
class Plan:
    """The chunks that a sweep asks for, and which of them are stored."""

    sweep: Sweep
    chunks: pa.Table
    """In the order of points; `shard` and `row` say where a chunk is stored, -1 if nowhere."""
    shards: tuple[Shard, ...]
    unmet: tuple[int, ...]
    """The points that took `max_trials` without meeting their bound."""
    rejected: tuple[Place, ...] = ()
    """The files of the store that were damaged or foreign, and were moved to `.rejected`."""

    @cached_property
    def missing(self) -> pa.Table:
        """The chunks that have to be computed."""
        places = np.flatnonzero(self.chunks["shard"].to_numpy() < 0)
        return taken(self.chunks.drop_columns(["shard", "row"]), places)

    @property
    def points_done(self) -> int:
        """The points of which every chunk is stored."""
        return len(self.sweep.points) - _points(self.missing)

    def points_over(self, seconds: float) -> int:
        """The points of which a missing chunk is predicted to take longer."""
        return _points(self.missing.filter(pc.greater(self.missing["cost"], seconds)))

    @property
    def percent_done(self) -> int:
        """How much of the work is stored, by its predicted cost; 100 only if all is."""
        if not len(self.missing):
            return 100
        return min(99, int(100 * (1 - predicted(self.missing) / predicted(self.chunks))))

    def parts(self) -> Iterator[pa.Table]:
        """The chunks with what they ask, some at a time: those of a point together."""
        place, begin = self.chunks["place"].to_numpy(), 0
        while begin < len(place):
            last = place[min(begin + PART, len(place)) - 1]
            end = int(np.searchsorted(place, last, "right"))
            some = self.chunks.slice(begin, end - begin)
            for first, after in pairwise(self._cuts(some)):
                yield asked(self.sweep.points, some.slice(first, after - first))
            begin = end

    def _cuts(self, chunks: pa.Table) -> list[int]:
        """Where parts of whole points begin among `chunks`, and where the last of them ends."""
        shard, place = (chunks[name].to_numpy() for name in ("shard", "place"))
        outcomes = np.array([held.outcomes for held in self.shards] or [1.0])[shard].cumsum()
        ends = np.append(starts(place)[1:], len(place))
        cuts = ends[np.diff(outcomes[ends - 1] // PART, prepend=0) > 0]
        return [*np.unique([0, *cuts, len(place)]).tolist()]


def _points(chunks: pa.Table) -> int:
    """How many points have some of these chunks, which are in their order."""
    place = chunks["place"].to_numpy()
    return int(np.count_nonzero(place[1:] != place[:-1])) + bool(len(place))


def plan(sweep: Sweep, results: Path, place: Place | None = None) -> Plan:
    """What `sweep` asks for, against what is stored below `results`, or in `place` if given."""
    stored = Store(results, sweep.question, place)
    while True:
        with suppress(DamagedFileError):  # moved away, so its chunks are missing now
            return _plan(sweep, stored)


def _plan(sweep: Sweep, stored: Store) -> Plan:
    points = sweep.points
    places = np.flatnonzero(points.table["until"].to_numpy() >= 0)
    rounds, first = list[Round](), np.zeros(len(points), np.int64)
    if len(places):
        rounds, trials = _rounds(points.taken(places), stored), points.table["trials"].to_numpy()
        trials = trials.copy()
        trials[places], first[places] = [r.trials for r in rounds], [r.first for r in rounds]
        points = points.with_trials(trials)
    chunks, shards = located(stored, points, cut(points, first))
    return Plan(
        replace(sweep, points=points),
        chunks,
        shards,
        tuple(place for place, r in zip(places.tolist(), rounds, strict=True) if not r.met),
        (*stored.rejected,),
    )


def _rounds(bounded: Points, stored: Store) -> list[Round]:
    """The first round of each point with a bound that is not stored, or that ends it."""
    shards, held = _held(bounded, stored)
    gathering, sizes = Gathering(stored, shards), chunk_sizes(bounded.costs).tolist()
    rounds = []
    for number, size in enumerate(sizes):
        point, own = bounded.taken([number]), held.get(number, {})

        def look(
            first: int, trials: int, point: Points = point, own: Mapping[Any, Any] = own
        ) -> Sample | None:
            chunks = asked(point, cut(point.with_trials([trials]), first))
            keys = zip(chunks["chunk"].to_pylist(), chunks["trials"].to_pylist(), strict=True)
            where = [own.get(key) for key in keys]
            if None in where:
                return None
            for name, column in zip(("shard", "row"), zip(*where, strict=True), strict=True):
                chunks = chunks.append_column(name, pa.array(np.array(column)))
            return tally(gathering, chunks)

        until = point[0].until
        assert until
        rounds.append(next_round(until, bounded.asks, size, look))
    return rounds


def _held(bounded: Points, stored: Store) -> tuple[list[Shard], dict[int, dict[Any, Any]]]:
    """By the place of a point, where its stored chunks are: shard and row by number and trials."""
    shards, held = list[Shard](), dict[int, dict[Any, Any]]()
    for shard, chunks, at in stored_keys(stored, bounded):
        chunk, trials = (chunks[name].to_pylist() for name in KEY[1:])
        for row in np.flatnonzero(at >= 0).tolist():
            own = held.setdefault(int(at[row]), {})
            own.setdefault((chunk[row], trials[row]), (len(shards), row))
        shards.append(shard)
    return shards, held
