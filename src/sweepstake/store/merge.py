"""Shards are written anew: small ones as a few sorted ones, others without unwanted chunks.

Tasks leave many small shards. They are read in the order of their chunks and written anew, in
shards of bounded size; the old ones go only when the new ones are whole and the manifest names
them. A merge that is interrupted leaves chunks in two shards, of which one is used; the next merge
drops the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sweepstake.store import files
from sweepstake.store.files import Place
from sweepstake.store.gather import Gathering
from sweepstake.store.index import KEY, Index
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.shards import GROUP, Store, grouped, named

FEW = 8
"""Small shards that are left as they are."""
LARGE = 64 << 20
"""The bytes in memory at which a shard is full: it is never merged again."""


def merge(store: Store) -> None:
    """Merge the small shards of `store`, if there are more than a few."""
    marked = {name for name, is_full in manifest(store).items() if is_full}
    full = [path for path in store.paths() if path.name in marked]
    small = [path for path in store.paths() if path.name not in marked]
    if len(small) <= FEW:
        return
    order = [*store.question.parameter, "method"]
    index, there = store.index(order, small), store.index(paths=full).table.select(KEY)
    wanted = index.table.join(there, list(KEY), join_type="left anti")
    wanted = wanted.sort_by([(name, "ascending") for name in (*order, *KEY)])
    made = {path.name: is_full for path, is_full in _written(store, index, wanted)}
    _note(store, made)
    _unlink(path for path in index.shards if path.name not in made)


def remove(store: Store, unwanted: pa.Table) -> None:
    """Remove some chunks; a shard that has others as well is written anew without them."""
    index = store.index()
    left = index.found(unwanted.select(KEY)).drop_null()
    for number in pc.unique(left["shard"]).to_pylist():
        with suppress(DamagedFileError):  # it is out of the way then
            own = left.filter(pc.equal(left["shard"], number))
            _shrink(store, index.shards[number], own["row"].to_numpy())


def _shrink(store: Store, path: Place, unwanted: NDArray[np.int64]) -> None:
    """Write a shard anew without some rows."""
    whole = pa.concat_tables(store.row_groups(path))
    kept = np.setdiff1d(np.arange(len(whole)), unwanted)
    if len(kept):
        left = whole.take(pa.array(kept))
        store.write_rows(store.path(named(left)), grouped([left]))
    path.unlink(missing_ok=True)


def _unlink(paths: Iterable[Place]) -> None:
    for _ in files.each(lambda path: path.unlink(missing_ok=True), paths):
        pass


def manifest(store: Store) -> dict[str, bool]:
    """The merged shards by name, and whether each is full."""
    with suppress(OSError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        listed = json.loads(_file(store).read_bytes())["shards"]
        return {str(name): bool(about["full"]) for name, about in listed.items()}
    return {}


def _written(store: Store, index: Index, wanted: pa.Table) -> Iterator[tuple[Place, bool]]:
    """Write the chunks `wanted` as shards of bounded size; yields each, and whether it is full."""
    gathering = Gathering(store, index.shards)
    begin = 0
    while begin < len(wanted):
        parts, size, end = [], 0, begin
        while end < len(wanted) and size < LARGE:
            part = gathering.rows(wanted.slice(end, GROUP))
            parts.append(part)
            size, end = size + part.nbytes, end + len(part)
        path = store.path(named(wanted.slice(begin, end - begin)))
        store.write_rows(path, parts)
        begin = end
        yield path, size >= LARGE


def _note(store: Store, made: dict[str, bool]) -> None:
    """Leave a manifest of all merged shards."""
    shards = {
        name: {"full": full}
        for name, full in sorted((manifest(store) | made).items())
        if (store.folder / name).exists()
    }
    said = (json.dumps({"shards": shards}, indent=1) + "\n").encode()
    try:
        files.write(_file(store), said, store.root)
    except IsADirectoryError:  # which no file can replace
        store.reject(_file(store))
        files.write(_file(store), said, store.root)


def _file(store: Store) -> Place:
    return store.folder / "manifest.json"
