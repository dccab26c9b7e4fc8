"""Stored chunks laid out anew: in shards as tasks leave them, or merges that were interrupted."""

from itertools import groupby
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from sweepstake.puzzle import register
from sweepstake.store.shards import Store, named


def spread(paths: list[Path], results: Path, rng, share=1.0):
    """Lay a `share` of the chunks of the shards `paths` out below `results`, in a random way.

    Some shards have one chunk, some many, in several row groups. Returns the shards.
    """
    made = set()
    for question, own in groupby(sorted(paths), lambda path: path.parent.name):
        made |= _spread([*own], Store(results, register.question(question)), rng, share)
    return made


def _spread(paths, store, rng, share):
    table = pa.concat_tables(pq.read_table(path).replace_schema_metadata(None) for path in paths)
    left = [row for row in range(len(table)) if rng.random() < share]
    rng.shuffle(left)
    most, made = max(4, len(table) // 8), set()
    while left:
        taken = [left.pop() for _ in range(min(rng.choice((1, 1, 2, most)), len(left)))]
        part = table.take(pa.array(taken))
        made.add(path := store.path(named(part)))
        store.write_rows(path, list(_groups(part, rng)))
    return made


def spread_anew(paths: list[Path], results: Path, rng):
    """Lay all chunks of the shards `paths` below `results` out anew in their place."""
    made = spread(paths, results, rng)  # one may have the name of an old one
    for path in {*paths} - made:
        path.unlink()


def _groups(part, rng):
    while len(part):
        size = rng.randint(1, len(part))
        yield part[:size]
        part = part[size:]
