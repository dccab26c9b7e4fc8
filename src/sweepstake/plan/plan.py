"""Which chunks a sweep asks for, and which of them are stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.config.points import Points
from sweepstake.config.precision import Sample
from sweepstake.config.spec import Sweep
from sweepstake.plan.chunks import asked, chunk_sizes, cut, predicted
from sweepstake.plan.locations import keyed, located, stored_keys
from sweepstake.plan.rounds import Round, next_round
from sweepstake.store.columns import Whole, taken
from sweepstake.store.files import Place
from sweepstake.store.gather import Gathering, tally
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.shards import Shard, Store

PART = 100_000
"""About how many chunks or outcomes are read at a time; a point is not split."""


@dataclass(frozen=True)
class Plan:
    """The chunks that a sweep asks for, and which of them are stored.

    `stored.rejected` has the damaged or foreign files that were found there and moved away.
    """

    sweep: Sweep
    stored: Store
    chunks: pa.Table
    """In the order of points; `shard` and `row` say where a chunk is stored, -1 if nowhere."""
    shards: tuple[Shard, ...]
    unmet: tuple[int, ...]
    """The points that took `max_trials` without meeting their bound."""

    @cached_property
    def missing(self) -> pa.Table:
        """The chunks that have to be computed."""
        places = np.flatnonzero(self.chunks["shard"].to_numpy() < 0)
        return taken(self.chunks.drop_columns(["shard", "row"]), places)

    @property
    def points_done(self) -> int:
        """How many points have all their chunks stored."""
        return len(self.sweep.points) - _points(self.missing)

    def points_over(self, seconds: float) -> int:
        """How many points have a missing chunk that is predicted to take longer than `seconds`."""
        return _points(self.missing.filter(pc.greater(self.missing["cost"], seconds)))

    @property
    def percent_done(self) -> int:
        """How much of the work is stored, by its predicted cost; 100 only if all is."""
        if not len(self.missing):
            return 100
        return min(99, int(100 * (1 - predicted(self.missing) / predicted(self.chunks))))

    def parts(self) -> Iterator[pa.Table]:
        """The chunks with parameters and method, in parts that don't split a point."""
        place, shard = (self.chunks[name].to_numpy() for name in ("place", "shard"))
        outcomes, begin = np.array([held.outcomes for held in self.shards] or [1.0]), 0
        while begin < len(place):
            reached = outcomes[shard[begin : begin + PART]].cumsum()
            last = begin + min(int(np.searchsorted(reached, PART)), len(reached) - 1)
            end = int(np.searchsorted(place, place[last], "right"))
            yield asked(self.sweep.points, self.chunks.slice(begin, end - begin))
            begin = end


def _points(chunks: pa.Table) -> int:
    """The number of points of these chunks, which are in the order of points."""
    place = chunks["place"].to_numpy()
    return int(np.count_nonzero(place[1:] != place[:-1])) + bool(len(place))


def plan(sweep: Sweep, results: Path, place: Place | None = None) -> Plan:
    """The chunks that `sweep` asks for, and which are stored: below `results`, or in `place`."""
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
        stored,
        chunks,
        shards,
        tuple(place for place, r in zip(places.tolist(), rounds, strict=True) if not r.met),
    )


def _rounds(bounded: Points, stored: Store) -> list[Round]:
    """For each point with a bound, the first round that is not stored, or else its last round."""
    shards, held = list[Shard](), dict[tuple[int, int, int], tuple[int, int]]()
    for shard, of_shard, place in stored_keys(stored, bounded):
        for row, key in enumerate(_keys(place, of_shard)):
            if key[0] >= 0:
                held.setdefault(key, (len(shards), row))
        shards.append(shard)
    gathering = Gathering(stored, shards)

    def look(point: Points, number: int, first: int, trials: int) -> Sample | None:
        chunks = asked(point, cut(point.with_trials([trials]), first))
        where = [held.get(key) for key in _keys(np.full(len(chunks), number), chunks)]
        if None in where:
            return None
        for name, column in zip(("shard", "row"), zip(*where, strict=True), strict=True):
            chunks = chunks.append_column(name, pa.array(np.array(column)))
        return tally(gathering, chunks)

    rounds = []
    for number, size in enumerate(chunk_sizes(bounded.costs).tolist()):
        point = bounded.taken([number])
        until = point[0].until
        assert until
        rounds.append(next_round(until, bounded.asks, size, partial(look, point, number)))
    return rounds


def _keys(place: Whole, chunks: pa.Table) -> Iterator[tuple[int, int, int]]:
    """The keys of `chunks`, whose points are at `place`."""
    return zip(*keyed(place, chunks).to_pydict().values(), strict=True)
