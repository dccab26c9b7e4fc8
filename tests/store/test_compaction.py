"""Small shards become a few sorted ones, and nothing is lost on the way."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from stored import (
    EXACT,
    QUESTION,
    SAMPLED,
    compacted,
    flipped,
    found,
    gathered,
    key,
    partition,
    paths,
    put,
    sampled,
    stored,
    table,
)  # fmt: skip
from sweepstake.store import compaction, rows, shards
from sweepstake.store.shards import Store

CHUNKS = [sampled(number, number % 7, 10) for number in range(16)]


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path, QUESTION)
    for number, one in enumerate(reversed(CHUNKS)):
        put(store, one, task=f"{number:02}")
    put(store, EXACT, task="exact")
    return store


def own(store):
    return partition(store, SAMPLED).paths()


def test_many_small_shards_become_one_and_say_the_same(store):
    before, rows = table(store, EXACT, *CHUNKS), gathered(store, *CHUNKS)
    compacted(store, [EXACT, *CHUNKS[:9]], CHUNKS[9:])
    [path] = own(store)
    assert len(paths(store)) == 2
    assert table(store, EXACT, *CHUNKS).equals(before)
    assert gathered(store, *CHUNKS).to_pylist() == rows.to_pylist()
    assert pq.read_table(path)["chunk"].to_pylist() == [*range(16)]


def test_a_few_shards_are_left(store, tmp_path):
    few = Store(tmp_path / "few", QUESTION)
    for one in CHUNKS[: compaction.FEW]:
        put(few, one)
    before = paths(few)
    compacted(few, CHUNKS[: compaction.FEW])
    assert paths(few) == before


def sizes(store):
    """The bytes in memory of each shard of the sampled point."""
    return {one.path: one.bytes for one, _ in partition(store, SAMPLED).contents()}


def test_full_shards_are_never_written_again(store, monkeypatch):
    single = max(sizes(store).values())
    with monkeypatch.context() as patch:
        patch.setattr(shards, "FULL", 1_000)
        patch.setattr(rows, "GROUP", 2)
        compacted(store, *([one] for one in CHUNKS))
    full = sizes(store)
    assert 1 < len(full) < len(CHUNKS)
    assert min(full.values()) > single
    monkeypatch.setattr(compaction, "FULL", 2 * min(full.values()))
    more = [sampled(number, 1, 10) for number in range(100, 110)]
    for one in more:
        put(store, one)
    compacted(store, CHUNKS + more)
    assert full.items() < sizes(store).items()
    assert len(sizes(store)) == len(full) + 1


def test_a_shard_with_chunks_that_nobody_asks_for_stays(store):
    path = put(store, sampled(100, 1, 10), CHUNKS[0], task="mixed")
    compacted(store, CHUNKS)
    assert path in own(store)
    assert len(own(store)) == 2
    assert len(stored(store)) == len(CHUNKS) + 2


def test_small_shards_of_other_sweeps_are_merged_and_say_the_same(store):
    before = gathered(store, *CHUNKS)
    _, listed = found(store)
    compaction.merge(listed)
    assert len(own(store)) == 1
    assert gathered(store, *CHUNKS).to_pylist() == before.to_pylist()
    assert key(EXACT) in stored(store)


def test_a_merge_with_a_damaged_or_lost_shard_leaves_the_others(store):
    _, listed = found(store)
    flipped(own(store)[5])
    compaction.merge(listed)
    assert len(stored(store)) == len(CHUNKS)
    _, listed = found(store)
    own(store)[3].unlink()  # as another run does once it has merged
    compaction.merge(listed)
    assert len(stored(store)) == len(CHUNKS) - 1


def test_a_merge_that_is_killed_loses_nothing(store, monkeypatch):
    before, (_, listed) = stored(store), found(store)

    def killed(path, **_):
        if path in old:
            raise KeyboardInterrupt

    old = own(store)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", killed)
        with pytest.raises(KeyboardInterrupt):
            compaction.merge(listed)
    assert len(own(store)) == len(CHUNKS) + 1
    assert stored(store) == before


def test_a_damaged_shard_does_not_stand_in_the_way(store):
    path = flipped(own(store)[5])
    left = [one for one in CHUNKS if key(one) in stored(store)]
    assert not path.exists()
    assert len(left) == len(CHUNKS) - 1
    compacted(store, left)
    assert len(own(store)) == 1
    assert key(EXACT) in stored(store)
