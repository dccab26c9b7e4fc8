"""Find and remove stored points that no config asks for any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.config.points import Points
from sweepstake.plan.chunks import KEY, cut, keyed, stored_keys
from sweepstake.puzzle import register
from sweepstake.run import lock
from sweepstake.store import compaction, files
from sweepstake.store.columns import RowIndex, Whole, named
from sweepstake.store.shards import Partition, Store


@dataclass(frozen=True)
class Unasked:
    """The stored chunks of one question that no config asks for."""

    store: Store
    points: int
    """How many points have some of these chunks."""
    rows: tuple[tuple[Partition, tuple[tuple[Path, Whole], ...]], ...]
    """By partition, the rows of its shards."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return sum(len(rows) for _, of_shards in self.rows for _, rows in of_shards)


def unasked(configs: Iterable[Config], results: Path) -> list[Unasked]:
    """For each question, the chunks stored below `results` that no config asks for."""
    all_points = [sweep.points for config in configs for sweep in spec.sweeps(config).values()]
    return [
        _unasked(Store(results, question), [p for p in all_points if p.question == name])
        for name, question in register.questions().items()
    ]


def _unasked(store: Store, all_points: Sequence[Points]) -> Unasked:
    rows, points, masks = [], set[tuple[Any, ...]](), dict[Path, NDArray[np.bool_]]()
    for of_sweep in all_points:
        for path, is_asked in _masks(store, of_sweep):
            masks[path] = masks.get(path, False) | is_asked
    for partition in store.partitions():
        removable = []
        for shard, chunks in partition.contents():
            unwanted = ~masks.get(shard.path, np.zeros(len(chunks), bool))
            if unwanted.any():
                removable.append((shard.path, np.flatnonzero(unwanted)))
                of_points = named(chunks, store.question.parameter)
                params = of_points.filter(pa.array(unwanted)).to_pylist()
                points |= {(partition.folder, *row.values()) for row in params}
        if removable:
            rows.append((partition, tuple(removable)))
    return Unasked(store, len(points), tuple(rows))


def _masks(store: Store, points: Points) -> Iterator[tuple[Path, NDArray[np.bool_]]]:
    """For each shard and each of its chunks, True if `points` ask for it.

    Points with `until` ask for all of their chunks.
    """
    index, bounded = RowIndex(cut(points).select(KEY)), points.table["_until"].to_numpy() >= 0
    for shard, chunks, point in stored_keys(store, points):
        is_asked = index.of(keyed(point, chunks)) >= 0
        yield shard.path, (point >= 0) & (is_asked | bounded[point])


def remove(unasked: Iterable[Unasked], results: Path) -> None:
    """Remove the chunks `unasked` and the half-written files of killed runs.

    Raises HeldError while a run uses the store.
    """
    root = results / ".points"
    with lock.unused(root):
        for of_question in unasked:
            for partition, rows in of_question.rows:
                compaction.remove(partition, rows)
        files.remove_partial(root)
