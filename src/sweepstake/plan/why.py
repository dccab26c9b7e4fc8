"""Why chunks are missing: computed by other source, not stored, or more trials needed.

The store has the hashes of the files of each source that has computed answers, to tell which file
has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sweepstake.plan.chunks import located, predicted, stored_keys, with_params
from sweepstake.plan.plan import Plan
from sweepstake.puzzle import register
from sweepstake.source import identity
from sweepstake.store import files
from sweepstake.store.shards import Shard, Store
from sweepstake.text.shown import listed

SOURCES = ".sources"
LIBRARY = ("sweepstake.core", "sweepstake.game")


@dataclass(frozen=True)
class Stale:
    """Missing chunks of a sweep that other source has computed and stored."""

    source: str
    chunks: pa.Table
    """The columns `shard` and `row` say where they are stored."""
    shards: tuple[Shard, ...]


@dataclass(frozen=True)
class Reason:
    """Why some points of a sweep are to be computed."""

    why: str
    points: int
    seconds: float
    """Predicted seconds of these points on one core."""


def reasons(plan: Plan) -> Iterator[Reason]:
    """Why each missing point of a sweep is missing; a point is counted once."""
    missing, store = plan.missing, plan.store
    point = missing["_place"].to_numpy()
    remaining = np.ones(len(point), bool)
    for older in stale(plan):
        mask = remaining & np.isin(point, older.chunks["_place"].to_numpy())
        if mask.any():
            why = ("answered by other source", _changed(store, older.source))
            yield _reason(": ".join(filter(None, why)), missing, mask)
        remaining &= ~mask
    indices = [i[i >= 0] for _, _, i in stored_keys(store, plan.sweep.points)] or [point[:0]]
    if (mask := remaining & np.isin(point, np.concatenate(indices))).any():
        yield _reason("more trials than are stored", missing, mask)
        remaining &= ~mask
    if remaining.any():
        yield _reason("not stored", missing, remaining)


def _reason(why: str, missing: pa.Table, mask: np.ndarray) -> Reason:
    chunks = missing.filter(pa.array(mask))
    return Reason(why, len(np.unique(chunks["_place"].to_numpy())), predicted(chunks))


def note_source(store: Store) -> None:
    """Store the hashes of the files that answers depend on now; OSError if that fails."""
    source = register.source_of(store.question.name)
    path = store.root / SOURCES / f"{identity.of_source(source)[:16]}.json"
    if not path.exists():
        files.write(path, json.dumps(identity.parts(source)).encode(), store.root)


def _changed(store: Store, source: str) -> str:
    """Says which files have changed since `source` computed answers; empty if unknown."""
    try:
        content = (store.root / SOURCES / f"{source}.json").read_bytes()
        old_hashes: Mapping[str, str] = dict(json.loads(content))
    except (OSError, ValueError, TypeError):
        return ""
    current = register.source_of(store.question.name)
    hashes = identity.parts(current)
    names = [name for name in {**old_hashes, **hashes} if old_hashes.get(name) != hashes.get(name)]
    paths = [
        name if name in LIBRARY else current.original(name).rpartition("/")[2] for name in names
    ]
    return f"{listed(dict.fromkeys(paths))} changed" if names else ""


def notice(plan: Plan) -> str | None:
    """A notice about stored answers that this run can't use; None if there are none."""
    store = plan.store
    by_source = [*stale(plan)]
    count = sum(len(older.chunks) for older in by_source)
    if not count:
        return None
    share = f"all {count:,}" if count >= len(plan.chunks) else f"{count:,}"
    changed = _changed(store, by_source[-1].source)
    return (
        f"{share} answers were computed by other source{f' ({changed})' if changed else ''}: "
        f"compute anew ({predicted(plan.missing):,.0f} s), or `sweepstake adopt`"
    )


def stale(plan: Plan) -> Iterator[Stale]:
    """The missing chunks that other source has computed, for each such source."""
    if not len(plan.missing):
        return
    points, store = plan.sweep.points, plan.store
    current = register.fingerprint(points.question)[:16]
    for source in sorted({partition.source for partition in store.partitions()} - {current}):
        chunks, shards = located(store, points, plan.missing, source)
        old = chunks.filter(pc.greater_equal(chunks["_shard"], 0))
        if len(old):
            yield Stale(source, with_params(points, old), shards)
