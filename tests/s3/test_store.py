"""The store on an S3 server: shards, merges, damage, and results that are loaded."""

from contextlib import suppress

import pytest
from pyarrow.fs import FileSelector

from s3.server import system
from stored import (
    EXACT,
    QUESTION,
    compacted,
    found,
    key,
    paths,
    put,
    stored,
    table,
)  # fmt: skip
from stored import MANY as CHUNKS
from sweepstake import load
from sweepstake.errors import DamagedFileError
from sweepstake.store import files, tables
from sweepstake.store.export import Gathering, export
from sweepstake.store.remote import UnreachableError
from sweepstake.store.shards import Store


@pytest.fixture
def store(tmp_path, uri):
    return Store(tmp_path, QUESTION, files.named(uri))


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
        compacted(each, CHUNKS)
    assert table(store, *CHUNKS).equals(before)
    assert len(paths(store)) == 2
    below = {f"toy_won/{path.parent.name}/{path.name}": path for path in paths(here)}
    assert names(port, folder) == {*below}
    for there, path in zip(paths(store), below.values(), strict=True):
        assert there.read_bytes() == path.read_bytes()


def truncated(content):
    return content[: len(content) // 2]


def overwritten(content):
    return content[:40] + bytes(len(content) - 80) + content[-40:]


@pytest.mark.parametrize("damage", [truncated, overwritten, lambda content: b""])
def test_a_damaged_object_is_moved_away(store, damage, port, folder):
    path = put(store, CHUNKS[1], task="one")
    put(store, EXACT, task="two")
    chunks, shards = found(store, CHUNKS[1])
    below = str(path).partition(f"{folder}/")[2]
    with system(port).open_output_stream(f"{folder}/{below}") as stream:
        stream.write(damage(path.read_bytes()))
    with pytest.raises(DamagedFileError, match=r"^s3://bucket/.*\.parquet is damaged"):
        Gathering(store, shards).rows(chunks)
    assert stored(store) == {key(EXACT)}
    assert store.rejected == [path]
    kept, [left] = names(port, folder), paths(store)
    assert len(kept) == 2
    assert sorted(kept)[0].startswith(".rejected/toy_won-")
    assert sorted(kept)[1].endswith(left.name)


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
    chunks, shards = found(here, *CHUNKS)
    export(here, "s", [Gathering(here, shards).rows(chunks)], "")
    with system(port).open_output_stream(f"{folder}/data/s.parquet") as stream:
        stream.write((tmp_path / "data" / "s.parquet").read_bytes())
    assert load("s", results=uri).equals(tables.load("s", tmp_path))
    with pytest.raises(ValueError, match=r"no sweep 'x' in s3://bucket/.*/data; there: s$"):
        load("x", results=uri)
    with pytest.raises(UnreachableError, match="there is no bucket nowhere"):
        load("s", results=uri.replace("@bucket", "@nowhere"))
