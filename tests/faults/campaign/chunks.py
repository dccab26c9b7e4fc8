"""Which chunks stand whole in a store, and who computed them, read without sweepstake."""

from hashlib import sha256

import pyarrow.parquet as pq

QUESTION = "war_length"
ORIGIN = ("seconds", "task", "worker", "started", "versions")
"""The columns in which the same chunk may differ."""


def folder(results):
    """Where the shards are."""
    return results / ".points" / QUESTION


def shards(results):
    """The shards, in the order of their names."""
    return sorted(path for path in folder(results).glob("*.parquet") if path.is_file())


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
                if mark(path) not in touched:
                    for key, digest, origin in _listed(path):
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


def _listed(path):
    """(chunk, digest of its row, who computed it and when) for each of a shard, if it is ours."""
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        kinds = str(table.schema.remove_metadata())
        return [_seen(row, kinds) for row in table.to_pylist()]
    except FileNotFoundError:
        raise
    except Exception:  # whatever reading a damaged file raises
        return []


def _seen(row, kinds):
    own = {name: value for name, value in row.items() if name not in ORIGIN}
    digest = sha256(f"{kinds}{own}".encode()).hexdigest()
    key = row["point"].hex(), row["chunk"], row["trials"]
    return key, digest, (row["worker"], row["started"])
