"""Stored points that no config asks for any more: which they are, and their removal."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.cluster import settings
from sweepstake.config import spec
from sweepstake.config.file import Config
from sweepstake.config.points import Points
from sweepstake.plan.chunks import cut
from sweepstake.puzzle import register
from sweepstake.run import lock
from sweepstake.store import files, merge
from sweepstake.store.index import KEY
from sweepstake.store.shards import Store


@dataclass(frozen=True)
class Unasked:
    """The stored chunks of one question that no config asks for."""

    stored: Store
    chunks: pa.Table

    @property
    def points(self) -> int:
        """How many points they belong to, wholly or in part."""
        return len(pc.unique(self.chunks["point"]))


def unasked(configs: Iterable[Config], results: Path) -> list[Unasked]:
    """By question, what is stored below `results` and none of `configs` asks for."""
    place = settings.store()
    every = [sweep for config in configs for sweep in spec.sweeps(config).values()]
    wanted: dict[str, list[Points]] = {name: [] for name in register.questions()}
    for sweep in every:
        wanted[sweep.question.name].append(sweep.points)
    return [
        Unasked(stored, _unwanted(stored.index().table, wanted[name]))
        for name, question in register.questions().items()
        for stored in [Store(results, question, place)]
    ]


def _unwanted(stored: pa.Table, wanted: Iterable[Points]) -> pa.Table:
    """The stored chunks that are not wanted; of a point with `until`, all are wanted."""
    for points in wanted:
        stored = stored.join(cut(points).select(KEY), list(KEY), join_type="left anti")
        bounded = points.taken(np.flatnonzero(points.table["until"].to_numpy() >= 0)).ids
        stored = stored.filter(pc.invert(pc.is_in(stored["point"], value_set=bounded)))
    return stored


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
            merge.remove(one.stored, one.chunks)
        for root in roots:
            files.remove_partial(root)
