"""What a sweep asks for, against what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sweepstake.store.index import Index, Wanted
from sweepstake.store.pieces import PointStore
from sweepstake.sweep import columns
from sweepstake.sweep.columns import Pieces, Points
from sweepstake.sweep.point import chunk_size
from sweepstake.sweep.spec import Sweep

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

    @cached_property
    def missing(self) -> Pieces:
        """What has to be computed."""
        return self.pieces.taken(self.file < 0)

    @property
    def points_done(self) -> int:
        """The points of which every piece is stored."""
        return len(self.sweep.points) - len(np.unique(self.missing.point))

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
    index = stored.index()
    points = _with_trials(sweep.points, stored, index)
    pieces = columns.pieces(points)
    return Plan(replace(sweep, points=points), pieces, index.files, index.file_of(pieces.keys))


def _with_trials(points: Points, stored: PointStore, index: Index) -> Points:
    """`points`, those with a bound having the trials that this round asks of them."""
    if not points.untils:
        return points
    trials = points.rows["trials"].copy()
    for place in np.flatnonzero(points.rows["until"] >= 0):
        trials[place] = _enough(points.taken(np.array([place])), stored, index)
    return points.with_trials(trials)


def _enough(point: Points, stored: PointStore, index: Index) -> int:
    """The trials of the first round of one point that is not stored, or that was enough."""
    [asked] = point
    assert asked.until
    trials = chunk_size(asked)
    while True:
        trials = min(trials, asked.until.max_trials)
        pieces = columns.pieces(point.with_trials([trials]))
        wanted = index.wanted(pieces.keys, pieces.point)
        if trials == asked.until.max_trials or (wanted.file < 0).any():
            return trials
        if asked.until.met(asked.asks, stored.tally(wanted)):
            return trials
        trials *= 2
