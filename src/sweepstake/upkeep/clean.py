"""Finds and removes stored points that no config asks for any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.cluster import settings
from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.config.points import Points
from sweepstake.plan.chunks import cut
from sweepstake.plan.locations import KEY, keyed
from sweepstake.puzzle import register
from sweepstake.run import lock
from sweepstake.store import compaction, files
from sweepstake.store.columns import Places, Whole, named
from sweepstake.store.files import Place
from sweepstake.store.shards import Partition, Store


@dataclass(frozen=True)
class Unasked:
    """The stored chunks of one question that no config asks for."""

    stored: Store
    points: int
    """How many points have some of these chunks."""
    rows: tuple[tuple[Partition, tuple[tuple[Place, Whole], ...]], ...]
    """By partition, the rows of its shards."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return sum(len(rows) for _, of_shards in self.rows for _, rows in of_shards)


def unasked(configs: Iterable[Config], results: Path) -> list[Unasked]:
    """For each question, the chunks stored below `results` that no config asks for."""
    place = settings.store()
    every = [sweep.points for config in configs for sweep in spec.sweeps(config).values()]
    return [
        _unasked(Store(results, question, place), [p for p in every if p.question == name])
        for name, question in register.questions().items()
    ]


def _unasked(stored: Store, wanted: Sequence[Points]) -> Unasked:
    source = register.fingerprint(stored.question.name)
    rows, points = [], set[tuple[Any, ...]]()
    for partition in stored.partitions():
        is_current = partition.source == source[:16]
        asked = [*_asked(partition, wanted)] if is_current else []
        removable = []
        for shard, chunks in partition.contents():
            unwanted = np.ones(len(chunks), bool)
            for wish in asked:
                unwanted &= ~wish.has(chunks)
            if unwanted.any():
                removable.append((shard.path, np.flatnonzero(unwanted)))
                of_points = named(chunks, stored.question.parameter)
                gone = of_points.filter(pa.array(unwanted)).to_pylist()
                points |= {(partition.folder, *row.values()) for row in gone}
        if removable:
            rows.append((partition, tuple(removable)))
    return Unasked(stored, len(points), tuple(rows))


def _asked(partition: Partition, wanted: Iterable[Points]) -> Iterator[_Asked]:
    """The requests for chunks of a partition's method and seed."""
    for points in wanted:
        for method, places in points.methods():
            if method == partition.method and partition.seed in (None, points.seed):
                yield _Asked(points.taken(places))


class _Asked:
    """Tells which stored chunks the points of one method ask for."""

    def __init__(self, points: Points) -> None:
        self._names = points.asks.parameter
        self._places = Places(named(points.table, self._names))
        self._chunks = Places(cut(points).select(KEY))
        self._bounded = points.table["until"].to_numpy() >= 0

    def has(self, chunks: pa.Table) -> NDArray[np.bool_]:
        """For each stored chunk, True if it is asked for; with `until`, all of a point's are."""
        place = self._places.of(named(chunks, self._names))
        asked = self._chunks.of(keyed(place, chunks)) >= 0
        wanted: NDArray[np.bool_] = (place >= 0) & (asked | self._bounded[place])
        return wanted


def remove(unasked: Iterable[Unasked], results: Path) -> None:
    """Remove the chunks `unasked` and the half-written files of killed runs.

    Raises HeldError while a run uses the store.
    """
    roots = {results / ".points", *(of_question.stored.root for of_question in unasked)}
    with ExitStack() as stack:
        for root in roots:
            stack.enter_context(lock.unused(root))
        for of_question in unasked:
            for partition, rows in of_question.rows:
                compaction.remove(partition, rows)
        for root in roots:
            files.remove_partial(root)
