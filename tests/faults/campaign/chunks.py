"""Which chunks stand whole in a store, and who computed them, read without sweepstake."""

from functools import cache
from hashlib import sha256

import pyarrow.parquet as pq

ORIGIN = ("seconds", "task", "worker", "started", "versions")
"""The columns in which the same chunk may differ."""
ANSWER = "_answer"
"""The first column that holds what was found; those before it name the chunk."""


def folders(results):
    """Where the shards are, a folder a question, method, source and seed."""
    return sorted(path for path in (results / ".points").glob("[!.]*/*") if path.is_dir())


def shards(results):
    """The shards, in the order of their folders and names."""
    found = [path for folder in folders(results) for path in folder.glob("*.parquet")]
    return sorted(path for path in found if path.is_file())


def mark(path):
    """What tells this very file from one that takes its place."""
    seen = path.stat()
    return path.name, seen.st_ino, seen.st_mtime_ns


def computed(results, touched=frozenset()):
    """Chunk -> {digest of its row: who computed it and when}, but for shards that are `touched`."""
    while True:
        found = {}
        try:
            for path in shards(results):
                if (seen := mark(path)) not in touched:
                    for key, digest, origin in _listed(path, seen):
                        found.setdefault(key, {}).setdefault(digest, set()).add(origin)
        except FileNotFoundError:  # merged meanwhile: what it had is in a shard not yet listed
            continue
        return found


def whole(results, truth, touched=frozenset()):
    """Chunk -> who computed it, for the chunks that are as in `truth`."""
    return {
        key: by_digest[truth[key]]
        for key, by_digest in computed(results, touched).items()
        if truth.get(key) in by_digest
    }


@cache
def _listed(path, _):
    """(chunk, digest of its row, who computed it and when) for each of a shard, if it is ours.

    It is read once for each mark that it has.
    """
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        kinds = str(table.schema.remove_metadata())
        return [_seen(path.parent.name, row, kinds) for row in table.to_pylist()]
    except FileNotFoundError:
        raise
    except Exception:  # whatever reading a damaged file raises
        return []


def _seen(folder, row, kinds):
    own = {name: value for name, value in row.items() if name not in ORIGIN}
    digest = sha256(f"{kinds}{own}".encode()).hexdigest()
    names = [*own]
    key = (folder, *(own[name] for name in names[: names.index(ANSWER)]))
    return key, digest, (row["worker"], row["started"])
