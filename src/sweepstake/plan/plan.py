"""The plan of a sweep: which chunks it asks for, and which of them are stored.

A point with a bound (`until`) is simulated until its estimate is good enough. Stopping as soon as a
sample looks good biases the estimate, by up to 0.3 standard errors, because a sample with too many
hits looks good too soon. So a pilot comes first, which isn't counted. It tells how many trials are
needed, with a margin for its own uncertainty; these are then simulated afresh and counted, so the
estimate is unbiased.

Pilot trials double from round to round: 1 chunk, 2 chunks, 4, ... until they tell within a tenth
how many trials are needed, or meet the bound themselves. A pilot with zero variance can't estimate
the trials needed, so it continues to its maximum. A weighted pilot needs 30 effective trials first
(`stats.interval`). A pilot takes at most a tenth of `max_trials`, and pilot and counted trials
together at most `max_trials`. A counted sample that does not meet the bound after all is doubled
until it does: one in 50 at a relative error of 0.3, and fewer the tighter the bound. That leaves a
bias of some 0.02 standard errors at 0.3.

The next round depends on stored chunks alone, so the same point ends after the same trials on
every machine, however often it was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.config.points import Points
from sweepstake.config.spec import Sweep
from sweepstake.config.valid import Sample, Until
from sweepstake.errors import DamagedFileError
from sweepstake.plan.chunks import (
    chunk_sizes,
    cut,
    keyed,
    located,
    predicted,
    stored_keys,
    with_params,
)
from sweepstake.puzzle.question import Question
from sweepstake.store.columns import Whole, taken
from sweepstake.store.export import Gathering, tally
from sweepstake.store.shards import Shard, Store

PART = 100_000
"""About how many chunks or outcomes are read at a time; a point is not split."""
PILOT = 2**40
"""The number of a pilot's first chunk: far beyond the counted ones."""
SHARE = 10
"""A pilot takes at most `max_trials` divided by this."""
Look = Callable[[int, int], Sample | None]
"""Given (first chunk, trials), returns the sample, or None if it is not all stored."""


@dataclass(frozen=True)
class Plan:
    """The chunks that a sweep asks for, and which of them are stored.

    `store.rejected` has the damaged or foreign files that were found there and moved away.
    """

    sweep: Sweep
    store: Store
    chunks: pa.Table
    """In the order of points; `shard` and `row` say where a chunk is stored, -1 if nowhere."""
    shards: tuple[Shard, ...]
    unmet: tuple[int, ...]
    """The indices of points that took `max_trials` without meeting their bound."""

    @cached_property
    def missing(self) -> pa.Table:
        """The chunks that have to be computed."""
        rows = np.flatnonzero(self.chunks["_shard"].to_numpy() < 0)
        return taken(self.chunks.drop_columns(["_shard", "_row"]), rows)

    @property
    def points_done(self) -> int:
        """How many points have all their chunks stored."""
        return len(self.sweep.points) - _points(self.missing)

    def points_over(self, seconds: float) -> int:
        """How many points have a missing chunk that is predicted to take longer than `seconds`."""
        return _points(self.missing.filter(pc.greater(self.missing["_cost"], seconds)))

    @property
    def percent_done(self) -> int:
        """How much of the work is stored, by its predicted cost; 100 only if all is."""
        if not len(self.missing):
            return 100
        return min(99, int(100 * (1 - predicted(self.missing) / predicted(self.chunks))))

    def parts(self) -> Iterator[pa.Table]:
        """The chunks with parameters and method, in parts that don't split a point."""
        point, shard = (self.chunks[name].to_numpy() for name in ("_place", "_shard"))
        outcomes, begin = np.array([shard.outcomes for shard in self.shards] or [1.0]), 0
        while begin < len(point):
            totals = outcomes[shard[begin : begin + PART]].cumsum()
            last = begin + min(int(np.searchsorted(totals, PART)), len(totals) - 1)
            end = int(np.searchsorted(point, point[last], "right"))
            yield with_params(self.sweep.points, self.chunks.slice(begin, end - begin))
            begin = end


def _points(chunks: pa.Table) -> int:
    """The number of points of these chunks, which are in the order of points."""
    point = chunks["_place"].to_numpy()
    return int(np.count_nonzero(point[1:] != point[:-1])) + bool(len(point))


def plan(sweep: Sweep, results: Path) -> Plan:
    """The plan of `sweep`, whose shards are below `results`."""
    store = Store(results, sweep.question)
    while True:
        with suppress(DamagedFileError):  # moved away, so its chunks are missing now
            return _plan(sweep, store)


def _plan(sweep: Sweep, store: Store) -> Plan:
    points = sweep.points
    bounded = np.flatnonzero(points.table["_until"].to_numpy() >= 0)
    rounds, first = list[Round](), np.zeros(len(points), np.int64)
    if len(bounded):
        rounds, trials = _rounds(points.taken(bounded), store), points.table["trials"].to_numpy()
        trials = trials.copy()
        trials[bounded], first[bounded] = [r.trials for r in rounds], [r.first for r in rounds]
        points = points.with_trials(trials)
    chunks, shards = located(store, points, cut(points, first))
    return Plan(
        replace(sweep, points=points),
        store,
        chunks,
        shards,
        tuple(point for point, r in zip(bounded.tolist(), rounds, strict=True) if not r.met),
    )


def _rounds(bounded: Points, store: Store) -> list[Round]:
    """For each point with a bound, the first round that is not stored, or else its last round."""
    shards, rows = list[Shard](), dict[tuple[int, int, int], tuple[int, int]]()
    for shard, chunks, index in stored_keys(store, bounded):
        for row, key in enumerate(_keys(index, chunks)):
            if key[0] >= 0:
                rows.setdefault(key, (len(shards), row))
        shards.append(shard)
    gathering = Gathering(store, shards)

    def look(point: Points, number: int, first: int, trials: int) -> Sample | None:
        chunks = with_params(point, cut(point.with_trials([trials]), first))
        rows_found = [rows.get(key) for key in _keys(np.full(len(chunks), number), chunks)]
        if None in rows_found:
            return None
        for name, column in zip(("_shard", "_row"), zip(*rows_found, strict=True), strict=True):
            chunks = chunks.append_column(name, pa.array(np.array(column)))
        return tally(gathering, chunks)

    rounds = []
    for number, size in enumerate(chunk_sizes(bounded.costs).tolist()):
        point = bounded.taken([number])
        until = point[0].until
        assert until
        rounds.append(next_round(until, bounded.asks, size, partial(look, point, number)))
    return rounds


def _keys(point: Whole, chunks: pa.Table) -> Iterator[tuple[int, int, int]]:
    """Chunk keys, as in `keyed`."""
    return zip(*keyed(point, chunks).to_pydict().values(), strict=True)


@dataclass(frozen=True)
class Round:
    """Trials from chunk `first` on; `met` is False if `max_trials` are not enough."""

    first: int
    trials: int
    met: bool = True


def next_round(until: Until, question: Question, chunk: int, look: Look) -> Round:
    """The first round that is not stored, or the last one; `chunk` is the size of a chunk."""
    trials, max_trials = chunk, max(until.max_trials // SHARE, 1)
    while True:
        trials = min(trials, max_trials)
        if (pilot := look(PILOT, trials)) is None:
            return Round(PILOT, trials)
        if trials == max_trials or until.settled(question, pilot):
            return _counted_round(until, question, chunk, pilot, look)
        trials *= 2


def _counted_round(
    until: Until, question: Question, chunk: int, pilot: Sample, look: Look
) -> Round:
    """The first counted round that is not stored, or the last one."""
    max_trials = until.max_trials - pilot.total
    trials = chunk * max(ceil(min(until.wanted(question, pilot), max_trials) / chunk), 1)
    while True:
        trials = min(trials, max_trials)
        sample = look(0, trials)
        if sample is None or until.met(question, sample):
            return Round(0, trials)
        if trials == max_trials:
            return Round(0, trials, met=False)
        trials *= 2
