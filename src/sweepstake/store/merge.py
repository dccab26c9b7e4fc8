"""Small shards become a few sorted ones of bounded size.

Tasks leave many small shards. They are read in the order of their chunks and written anew; the old
ones go only when the new ones are whole and the manifest names them. A merge that is interrupted
leaves chunks in two shards, of which one is used; the next merge drops the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from sweepstake.store import parquet
from sweepstake.store.gather import Gathering
from sweepstake.store.shards import GROUP, KEY, Index, Store, named

FEW = 8
"""Small shards that are left as they are."""
LARGE = 128 << 20
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
    for path in small:
        if path.name not in made:
            path.unlink(missing_ok=True)


def manifest(store: Store) -> dict[str, bool]:
    """The merged shards by name, and whether each is full."""
    with suppress(OSError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        listed = json.loads(_file(store).read_text())["shards"]
        return {str(name): bool(about["full"]) for name, about in listed.items()}
    return {}


def _written(store: Store, index: Index, wanted: pa.Table) -> Iterator[tuple[Path, bool]]:
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
        name: {"full": full, "bytes": (store.folder / name).stat().st_size}
        for name, full in sorted((manifest(store) | made).items())
        if (store.folder / name).exists()
    }
    partial = parquet.partial_file(store.results, "json")
    partial.write_text(json.dumps({"shards": shards}, indent=1) + "\n")
    if _file(store).is_dir():  # which no file can replace
        store.reject(_file(store))
    partial.replace(_file(store))


def _file(store: Store) -> Path:
    return store.folder / "manifest.json"
