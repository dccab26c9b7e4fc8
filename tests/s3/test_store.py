"""The store on an S3 server: shards, merges, damage, and results that are loaded."""

from contextlib import suppress

import pytest
from pyarrow.fs import FileSelector

from s3.server import system
from stored import EXACT, QUESTION, key, put, rows, sampled, stored, table
from sweepstake import load
from sweepstake.store import files, merge, place, tables
from sweepstake.store.export import export
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.remote import UnreachableError
from sweepstake.store.shards import Store

CHUNKS = [EXACT, *(sampled(number, number % 7, 10) for number in range(20))]


@pytest.fixture
def store(tmp_path, uri):
    return Store(tmp_path, QUESTION, place.named(uri))


def filled(store):
    for number, one in enumerate(CHUNKS):
        put(store, one, task=f"{number:02}")
    return store


def names(port, folder):
    """Every object of the folder."""
    found = system(port).get_file_info(FileSelector(folder, recursive=True))
    return {one.path.removeprefix(f"{folder}/") for one in found if one.is_file}


def test_small_shards_become_one_and_say_the_same(store, tmp_path, port, folder):
    here = filled(Store(tmp_path / "here", QUESTION))
    before = table(filled(store), *CHUNKS)
    assert before.equals(table(here, *CHUNKS))
    for each in (store, here):
        merge.merge(each)
    assert table(store, *CHUNKS).equals(before)
    [path] = store.paths()
    assert path.name == here.paths()[0].name
    assert names(port, folder) == {f"war_sweep/{path.name}", "war_sweep/manifest.json"}
    assert merge.manifest(store) == merge.manifest(here)
    assert path.read_bytes() == here.paths()[0].read_bytes()


def truncated(content):
    return content[: len(content) // 2]


def overwritten(content):
    return content[:40] + bytes(len(content) - 80) + content[-40:]


@pytest.mark.parametrize("damage", [truncated, overwritten, lambda content: b""])
def test_a_damaged_object_is_moved_away(store, damage, port, folder):
    path = put(store, CHUNKS[1], task="one")
    put(store, EXACT, task="two")
    with system(port).open_output_stream(f"{folder}/war_sweep/one.parquet") as stream:
        stream.write(damage(path.read_bytes()))
    with pytest.raises(DamagedFileError, match=r"^s3://bucket/.*/one.parquet is (damaged|gone)"):
        store.row_group(path, 0)
    assert stored(store) == {key(EXACT)}
    assert store.rejected == [path]
    kept = names(port, folder) - {"war_sweep/two.parquet"}
    assert len(kept) == 1
    assert kept.pop().startswith(".rejected/war_sweep-")


def test_a_large_file_comes_whole_or_not_at_all(store):
    file, content = store.folder / "large", bytes(range(256)) * (1 << 17)
    with suppress(KeyboardInterrupt), files.writing(file, store.root) as stream:
        stream.write(content[: 20 << 20])
        raise KeyboardInterrupt
    assert not file.exists()
    files.write(file, content, store.root)
    assert file.read_bytes() == content


def test_sweeps_are_loaded_from_a_bucket(store, port, folder, uri, tmp_path):
    here = filled(Store(tmp_path, QUESTION))
    index = here.index()
    export(here, "s", [index.found(rows(CHUNKS))], index.shards, "")
    with system(port).open_output_stream(f"{folder}/data/s.parquet") as stream:
        stream.write((tmp_path / "data" / "s.parquet").read_bytes())
    assert load("s", results=uri).equals(tables.load("s", tmp_path))
    with pytest.raises(ValueError, match=r"no sweep 'x' in s3://bucket/.*/data; there: s$"):
        load("x", results=uri)
    with pytest.raises(UnreachableError, match="there is no bucket nowhere"):
        load("s", results=uri.replace("@bucket", "@nowhere"))
