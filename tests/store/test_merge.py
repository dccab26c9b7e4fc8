"""Small shards become a few sorted ones, and nothing is lost on the way."""

import json

import pytest

from stored import EXACT, QUESTION, flipped, gathered, key, put, sampled, stored, table
from sweepstake.store import merge
from sweepstake.store.merge import manifest
from sweepstake.store.shards import Store

CHUNKS = [sampled(number, number % 7, 10) for number in range(40)]


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path, QUESTION)
    for number, one in enumerate(reversed(CHUNKS)):
        put(store, one, task=f"{number:02}")
    put(store, EXACT, task="exact")
    return store


def test_many_small_shards_become_one_and_say_the_same(store):
    before = table(store, EXACT, *CHUNKS)
    own = gathered(store, *CHUNKS)
    merge.merge(store)
    [path] = store.paths()
    assert table(store, EXACT, *CHUNKS).equals(before)
    assert gathered(store, *CHUNKS).equals(own)
    assert manifest(store) == {path.name: False}


def test_a_merged_shard_is_sorted(store):
    merge.merge(store)
    [path] = store.paths()
    [group] = store.row_groups(path)
    names = ["ranks", "suits", "method", "point", "chunk"]
    order = [tuple(row.values()) for row in group.select(names).to_pylist()]
    assert order == sorted(order)


def test_full_shards_are_never_written_again(store, monkeypatch):
    monkeypatch.setattr(merge, "LARGE", 1)
    monkeypatch.setattr(merge, "GROUP", 16)
    merge.merge(store)
    full = {path: path.stat().st_mtime_ns for path in store.paths()}
    assert len(full) == 3
    assert set(manifest(store).values()) == {True}
    for number in range(100, 100 + merge.FEW + 1):
        put(store, sampled(number, 1, 10), task=str(number))
    merge.merge(store)
    assert {path: path.stat().st_mtime_ns for path in full} == full
    assert len(stored(store)) == len(CHUNKS) + 1 + merge.FEW + 1


def test_what_stands_in_two_shards_is_left_once(store):
    for number, one in enumerate(CHUNKS):
        put(store, one, task=f"again{number}")
    merge.merge(store)
    [path] = store.paths()
    assert sum(store.sizes(path)) == len(CHUNKS) + 1


def test_a_damaged_shard_does_not_stand_in_the_way(store):
    from sweepstake.store.parquet import DamagedFileError

    path = flipped(store.path("05"))
    with pytest.raises(DamagedFileError):
        merge.merge(store)
    assert not path.exists()
    merge.merge(store)
    assert len(stored(store)) == len(CHUNKS)
    assert key(EXACT) in stored(store)


@pytest.mark.parametrize(
    "said", ["", "{", "[]", '{"shards": [1]}', json.dumps({"shards": {"x": 1}})]
)
def test_a_manifest_that_is_none_is_made_anew(store, said):
    (store.folder / "manifest.json").write_text(said)
    merge.merge(store)
    [path] = store.paths()
    assert list(manifest(store)) == [path.name]
