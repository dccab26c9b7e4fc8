"""What a sweep asks for, against what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sweepstake.config.point import chunk_size
from sweepstake.config.points import Points
from sweepstake.config.precision import Round, next_round
from sweepstake.config.spec import Sweep
from sweepstake.core.distribution import Distribution
from sweepstake.plan.chunks import Pieces, cut
from sweepstake.store.index import Index, Wanted
from sweepstake.store.keys import Places
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.shards import PointStore

PART = 10_000
"""Pieces read at a time, or as many as one point has."""


@dataclass(frozen=True)
class Plan:
    """The pieces that a sweep asks for, and which of them are stored."""

    sweep: Sweep
    pieces: Pieces
    files: tuple[Path, ...]
    file: NDArray[np.int32]
    """Of each piece, the number of the file that has it; -1 if none has."""
    unmet: Places
    """The points that took all the trials they may without meeting their bound."""
    rejected: tuple[Path, ...] = ()
    """The stored files that were damaged, or foreign, and are put aside."""

    @cached_property
    def missing(self) -> Pieces:
        """What has to be computed."""
        return self.pieces.taken(self.file < 0)

    @property
    def points_done(self) -> int:
        """The points of which every piece is stored."""
        return len(self.sweep.points) - len(np.unique(self.missing.point))

    @property
    def percent_done(self) -> int:
        """How much of the work is stored, by its predicted cost; 100 only if all is."""
        return int(100 * (1 - self.missing.cost / self.pieces.cost))

    def points_over(self, seconds: float) -> int:
        """How many points have a piece to compute that is predicted to take over `seconds`."""
        return len(np.unique(self.missing.point[self.missing.rows["cost"] > seconds]))

    def parts(self) -> Iterator[Wanted]:
        """The pieces, once all are stored, some thousand at a time: those of a point together."""
        ends = np.flatnonzero(np.diff(self.pieces.point)) + 1
        cuts = ends[np.diff(ends // PART, prepend=0) > 0]
        for begin, end in pairwise([0, *cuts, len(self.pieces)]):
            its = self.pieces.taken(slice(begin, end))
            yield Wanted(its.keys, its.point, self.files, self.file[begin:end])


def plan(sweep: Sweep, results: Path) -> Plan:
    """What `sweep` asks for, against what is stored below `results`."""
    stored = PointStore(results, sweep.question)
    while True:
        with suppress(DamagedFileError):  # it is out of the way now: what it had is missing
            return _plan(sweep, stored)


def _plan(sweep: Sweep, stored: PointStore) -> Plan:
    index, points = stored.index(), sweep.points
    places = np.flatnonzero(points.rows["until"] >= 0)
    rounds = [_round(points.taken(np.array([place])), stored, index) for place in places]
    trials, first = points.rows["trials"].copy(), np.zeros(len(points), np.int64)
    trials[places], first[places] = [r.trials for r in rounds], [r.first for r in rounds]
    points = points.with_trials(trials)
    pieces, unmet = cut(points, first), places[[not r.met for r in rounds]]
    file = np.empty(len(pieces), np.int32)
    for begin in range(0, len(pieces), PART):  # their keys are longer than they are
        part = slice(begin, begin + PART)
        file[part] = index.file_of(pieces.taken(part).keys)
    return Plan(
        replace(sweep, points=points), pieces, index.files, file, unmet, (*stored.rejected,)
    )


def _round(point: Points, stored: PointStore, index: Index) -> Round:
    """The first round of one point that is not stored, or that ends it."""

    def look(first: int, trials: int) -> Distribution | None:
        pieces = cut(point.with_trials([trials]), first)
        wanted = index.wanted(pieces.keys, pieces.point)
        return None if (wanted.file < 0).any() else stored.tally(wanted)

    [asked] = point
    assert asked.until
    return next_round(asked.until, asked.asks, chunk_size(asked), look)
