"""Stored chunks laid out anew: in shards as runs leave them, or merges that were interrupted."""

from itertools import groupby
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from sweepstake.puzzle import register
from sweepstake.store.shards import NAME, Store


def spread(paths: list[Path], results: Path, rng, share=1.0):
    """Lay a `share` of the chunks of the shards `paths` out below `results`, in a random way.

    Some shards have one chunk, some many, in several row groups. Returns the shards.
    """
    made = set()
    for folder, own in groupby(sorted(paths), lambda path: path.parent):
        store = Store(results, register.question(folder.parent.name))
        m = NAME.fullmatch(folder.name)
        partition = store.partition(m["method"], m["source"], m["seed"] and int(m["seed"]))
        made |= _spread([*own], partition, rng, share)
    return made


def _spread(paths, partition, rng, share):
    tables = [pq.read_table(path).replace_schema_metadata(None) for path in paths]
    table = pa.concat_tables(tables).unify_dictionaries()
    left = [row for row in range(len(table)) if rng.random() < share]
    rng.shuffle(left)
    most, made = max(4, len(table) // 8), set()
    while left:
        taken = [left.pop() for _ in range(min(rng.choice((1, 1, 2, most)), len(left)))]
        part = table.take(pa.array(taken))
        made |= {*partition.write_rows(_groups(part, rng))}
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
