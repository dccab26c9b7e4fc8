"""A store at a URI does what one in a folder does, here in a file system in memory."""

import time
from contextlib import suppress
from uuid import uuid4

import numpy as np
import pytest
from pyarrow import fs

from stored import (
    EXACT,
    MANY,
    SAMPLED,
    compacted,
    found,
    gathered,
    key,
    partition,
    paths,
    put,
    stored,
    table,
)  # fmt: skip
from stored import QUESTION as WAR
from sweepstake.errors import DamagedFileError
from sweepstake.store import files, remote, tables
from sweepstake.store.compaction import remove
from sweepstake.store.export import Gathering
from sweepstake.store.remote import Remote, UnreachableError
from sweepstake.store.shards import Store
from sweepstake.text.shown import address


@pytest.fixture
def root():
    return Remote(f"mock:///{uuid4().hex}/store")


@pytest.fixture
def store(tmp_path, root):
    return Store(tmp_path, WAR, root)


def everything(root):
    """Every file below a place at a URI."""
    system, path = remote.filesystem(root.uri)
    found = system.get_file_info(fs.FileSelector(path, recursive=True, allow_not_found=True))
    return {one.path.removeprefix(f"{path}/") for one in found if one.is_file}


def test_a_store_at_a_uri_says_what_one_in_a_folder_says(store, tmp_path):
    here = Store(tmp_path / "here", WAR)
    for each in (store, here):
        for number, one in enumerate(MANY):
            put(each, one, task=f"{number:02}")
        compacted(each, MANY)
        [path] = partition(each, SAMPLED).paths()
        remove(partition(each, SAMPLED), [(path, np.array([1, 2]))])
    left = [MANY[0], MANY[1], *MANY[4:]]
    assert stored(store) == stored(here) == {key(one) for one in left}
    assert table(store, *left).equals(table(here, *left))
    assert [path.name for path in paths(store)] == [path.name for path in paths(here)]
    assert list(tmp_path.iterdir()) == [tmp_path / "here"]


def test_a_damaged_file_is_moved_away_and_its_neighbours_stay(store, root):
    path = put(store, MANY[1], task="one")
    put(store, EXACT, task="two")
    files.write(path, path.read_bytes()[:-20], root)
    assert stored(store) == {key(EXACT)}
    assert store.rejected == [path]
    names = {name.split("/")[0] for name in everything(root)}
    assert names == {"toy_won", ".rejected"}


def test_a_connection_that_fails_is_no_damage(store, root, monkeypatch):
    put(store, EXACT)
    before = paths(store)

    class Broken:
        def __init__(self, system):
            self.get_file_info = system.get_file_info

        def open_input_stream(self, path):
            raise OSError("AWS Error NETWORK_CONNECTION")

    system, path = remote.filesystem(root.uri)
    monkeypatch.setattr(remote, "filesystem", lambda uri: (Broken(system), path))
    for read in (lambda: stored(store), lambda: gathered(store, EXACT)):
        with pytest.raises(UnreachableError, match="NETWORK_CONNECTION"):
            read()
    monkeypatch.undo()
    assert paths(store) == before
    assert store.rejected == []


def test_an_object_that_goes_while_it_is_read_is_gone(store, root, monkeypatch):
    path = put(store, EXACT)
    chunks, shards = found(store, EXACT)

    def vanish(self):
        raise FileNotFoundError

    monkeypatch.setattr(Remote, "read_bytes", vanish)
    with pytest.raises(DamagedFileError, match="is gone"):
        Gathering(store, shards).rows(chunks)
    assert path.exists()


def test_a_file_that_is_not_finished_is_not_there(root, tmp_path):
    for folder in (root, tmp_path):
        file = folder / "file"
        with suppress(RuntimeError), files.writing(file, folder) as stream:
            stream.write(b"half")
            raise RuntimeError
        assert not file.exists()
        files.write(file, b"whole", folder)
        assert file.read_bytes() == b"whole"
        assert list((folder / ".partial").glob("*")) == []


def test_files_that_were_left_half_written_are_removed_when_they_are_old(root, monkeypatch):
    files.write(root / ".partial" / "old", b"half", root)
    files.remove_partial(root)
    assert everything(root) == {".partial/old"}
    monkeypatch.setattr(files, "HOUR", -1.0)
    files.remove_partial(root)
    assert everything(root) == set()


def test_results_at_a_uri_are_looked_for_there():
    with pytest.raises(ValueError, match="no sweep 's' in mock:///results/data; there: none yet"):
        tables.load("s", "mock:///results")


def test_a_folder_may_be_named_by_its_uri(tmp_path):
    assert files.named(tmp_path.as_uri()) == tmp_path
    (tmp_path / "a:b").mkdir()
    assert files.named(f"{tmp_path}/a:b") == tmp_path / "a:b"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("foo://bucket/x", "Unrecognized filesystem type"),
        ("http://bucket/x", "Unrecognized filesystem type"),
        ("s3://", "it names no folder"),
        ("s3:bucket", "s3:bucket can't be used"),
        ("s3://a b/x", "Cannot parse URI"),
        ("s3://key:secret@a b/x", "Cannot parse URI: 's3://a b/x'"),
        ("s3://bucket/x?colour=red", "Unexpected query parameter"),
    ],
)
def test_what_is_no_place_is_said_in_one_line(given, says):
    with pytest.raises(ValueError, match=r"allowed: a folder, or a URI") as told:
        files.named(given)
    assert says in str(told.value)
    assert "\n" not in str(told.value)
    assert "secret" not in str(told.value)


def test_a_place_that_does_not_answer_is_given_up(monkeypatch):
    monkeypatch.setattr(files, "SOON", 0.1)
    monkeypatch.setattr(remote, "filesystem", lambda *given: time.sleep(2))
    with pytest.raises(UnreachableError, match=r"s3://bucket/x can't be used: no answer within"):
        files.named("s3://bucket/x")


def test_a_probe_is_written_and_read_back_and_removed(root, tmp_path):
    for folder in (root, tmp_path):
        files.probe(folder)
        assert list((folder / ".partial").glob("*")) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(UnreachableError, match="can't be used"):
        files.probe(tmp_path / "file")


def test_credentials_are_not_shown():
    for uri in ("s3://k:s/e@bucket/x?a=b", "s3://k:s@bucket/x/", "s3://k@bucket/x"):
        assert address(uri) == str(Remote(uri)) == "s3://bucket/x"
    assert repr(Remote("s3://k:s@bucket/x", "/y")) == "Remote(below='/y')"
    assert address("s3://bucket/a@b") == "s3://bucket/a@b"
