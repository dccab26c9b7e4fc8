"""Stored points that no config asks for any more: which they are, and their removal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from sweepstake.plan.found import KEY
from sweepstake.puzzle import fingerprint, register
from sweepstake.run import lock
from sweepstake.store import compaction, files
from sweepstake.store.columns import Places, Whole, named
from sweepstake.store.files import Place
from sweepstake.store.shards import Partition, Store


@dataclass(frozen=True)
class Unasked:
    """What is stored of one question and no config asks for."""

    stored: Store
    points: int
    """How many points it belongs to, wholly or in part."""
    rows: tuple[tuple[Partition, tuple[tuple[Place, Whole], ...]], ...]
    """By partition, the rows of its shards."""

    @property
    def chunks(self) -> int:
        """How many there are."""
        return sum(len(rows) for _, of_shards in self.rows for _, rows in of_shards)

    @property
    def older(self) -> list[Place]:
        """Files of an older form."""
        return self.stored.of_older_form()


def unasked(configs: Iterable[Config], results: Path) -> list[Unasked]:
    """By question, what is stored below `results` and none of `configs` asks for."""
    place = settings.store()
    every = [sweep for config in configs for sweep in spec.sweeps(config).values()]
    wanted: dict[str, list[Points]] = {name: [] for name in register.questions()}
    for sweep in every:
        wanted[sweep.question.name].append(sweep.points)
    return [
        _unasked(Store(results, question, place), wanted[name])
        for name, question in register.questions().items()
    ]


def _unasked(stored: Store, wanted: Sequence[Points]) -> Unasked:
    source = fingerprint.of_question(stored.question.name)
    rows, points = [], set[tuple[Any, ...]]()
    for partition in stored.partitions():
        own = [
            _of_method(one, partition.method)
            for one in wanted
            if partition == stored.partition(partition.method, source, partition.seed)
            and partition.seed in (None, one.seed)
        ]
        asks = [
            (one, Places(named(one.table, one.asks.parameter)), cut(one)) for one in own if len(one)
        ]
        found = []
        for contents in partition.contents():
            unwanted = np.ones(len(contents.chunks), bool)
            for one, places, chunks in asks:
                unwanted &= ~_is_wanted(contents.chunks, one, places, chunks)
            if unwanted.any():
                found.append((contents.path, np.flatnonzero(unwanted)))
                of_points = named(contents.chunks, stored.question.parameter)
                gone = of_points.filter(pa.array(unwanted)).to_pylist()
                points |= {(partition.folder, *row.values()) for row in gone}
        if found:
            rows.append((partition, tuple(found)))
    return Unasked(stored, len(points), tuple(rows))


def _of_method(points: Points, method: str) -> Points:
    own = [places for name, places in points.methods() if name == method]
    return points.taken(own[0] if own else np.zeros(0, np.int64))


def _is_wanted(keys: pa.Table, points: Points, places: Places, chunks: pa.Table) -> NDArray[Any]:
    """Which stored chunks are asked for; of a point with `until`, all are."""
    at = places.of(named(keys, points.asks.parameter))
    bounded = points.table["until"].to_numpy() >= 0
    columns = {"place": at, **{name: keys[name] for name in KEY[1:]}}
    asked = Places(chunks.select(KEY)).of(pa.table(columns)) >= 0
    wanted: NDArray[Any] = (at >= 0) & (asked | bounded[at])
    return wanted


def remove(found: Iterable[Unasked], configs: Iterable[Config], results: Path) -> None:
    """Remove the chunks `found` and the half-written files of killed runs.

    Raises HeldError while a run uses the store.
    """
    named = {name for config in configs for name in spec.declared(config)}
    roots = {results / ".points", *(one.stored.root for one in found)}
    with ExitStack() as stack:
        for name in sorted({*named, *lock.known(results)}):
            stack.enter_context(lock.held(results, name))
        for root in roots:
            stack.enter_context(lock.unused(root))
        for one in found:
            for partition, rows in one.rows:
                compaction.remove(partition, rows)
            for file in one.older:
                file.unlink(missing_ok=True)
        for root in roots:
            files.remove_partial(root)
