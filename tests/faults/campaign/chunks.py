"""Which chunks stand whole in a store, and who computed them, read without sweepstake."""

import json
from hashlib import sha256

import pyarrow.compute as pc
import pyarrow.parquet as pq

QUESTION = "war_length"


def folder(results):
    """Where the files of chunks are."""
    return results / ".points" / QUESTION


def files(results):
    """The files of chunks, in the order of their names."""
    return sorted(path for path in folder(results).glob("*.parquet") if path.is_file())


def mark(path):
    """What tells this very file from one that takes its place."""
    seen = path.stat()
    return path.name, seen.st_ino, seen.st_mtime_ns


def computed(results, touched=frozenset()):
    """Chunk -> {digest of its rows: who computed it and when}, but for files that are `touched`."""
    found = {}
    for path in files(results):
        try:
            if mark(path) not in touched:
                for key, digest, origin in _listed(path):
                    found.setdefault(key, {}).setdefault(digest, set()).add(origin)
        except Exception:  # gone meanwhile, or none of ours
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
    table = pq.read_table(path, page_checksum_verification=True)
    about = table.schema.metadata
    origin = json.loads(about[b"origin"])
    for place, (point, chunk, trials, *_) in enumerate(json.loads(about[b"pieces"])):
        rows = table.filter(pc.equal(table["_piece"], place)).drop_columns(["_piece"])
        said = f"{rows.schema.remove_metadata()}{rows.to_pydict()}"
        digest = sha256(said.encode()).hexdigest()
        yield (point, chunk, trials), digest, (origin["worker"], origin["started"])
