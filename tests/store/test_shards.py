"""The store: what runs leave, found again and read back."""

import os
import resource
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from running import some
from stored import (
    EXACT,
    QUESTION,
    SAMPLED,
    chunk,
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
from sweepstake.core.weighted import event
from sweepstake.errors import DamagedFileError
from sweepstake.puzzle.answer import Computed
from sweepstake.store import compaction, export, parquet, shards, tables
from sweepstake.store import rows as stored_rows
from sweepstake.store.export import Gathering, tally
from sweepstake.store.shards import Store

ONE, TWO, THREE = sampled(0, 3, 10), sampled(1, 4, 20), sampled(2, 5, 30)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path, QUESTION)


def test_rows_come_in_the_order_in_which_they_are_asked_for(store):
    put(store, TWO, task="one")
    put(store, EXACT, ONE, task="two")
    for asked in ([ONE, TWO, EXACT], [EXACT, ONE, TWO], [TWO, EXACT, ONE]):
        got = gathered(store, *asked)
        assert got["chunk"].to_pylist() == [row["chunk"] for row, _ in asked]
        assert got["sides"].to_pylist() == [1 + row["_place"] for row, _ in asked]


def test_an_empty_listing_is_stored_all_the_same(tmp_path):
    store = Store(tmp_path, replace(QUESTION, listing=True))
    none = (EXACT[0], Computed([], 0.0))
    put(store, none)
    assert stored(store) == {key(none)}
    [row] = export.pooled(store.question, gathered(store, none)).to_pylist()
    assert row["probability"] is None


def test_a_chunk_that_is_not_stored_is_nowhere(store):
    put(store, ONE)
    chunks, _ = found(store, TWO, ONE, EXACT)
    assert chunks["_shard"].to_pylist() == [-1, 0, -1]


def test_what_is_removed_leaves_its_neighbours(store):
    mixed = put(store, ONE, TWO, task="one")
    alone = put(store, THREE, task="two")
    own = partition(store, SAMPLED)
    compaction.remove(own, [(mixed, np.array([0])), (alone, np.array([0]))])
    assert stored(store) == {key(TWO)}
    assert not mixed.exists()
    assert not alone.exists()
    assert tables.frame(table(store, TWO))["count"].tolist() == [16, 4]
    [record] = gathered(store, TWO).to_pylist()
    assert (record["worker"], record["task"]) == ("here/1", "one")


@pytest.mark.parametrize("damage", [b"", b"PAR1", b"not ours at all" * 100, None])
def test_a_damaged_or_foreign_file_is_put_aside_and_kept(store, damage):
    path = put(store, ONE)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert stored(store) == set()
    assert not path.exists()
    assert len(list((store.results / ".points" / ".rejected").iterdir())) == 1
    assert store.rejected == [path]


def test_weights_of_chunks_come_together_and_have_an_error(store):
    weights = np.array([0.1, 0.2, 0.6, 0.3])
    parts = [
        (chunk(SAMPLED, k, 2), Computed.of(QUESTION, "rare", event(own), 0.1))
        for k, own in enumerate(np.split(weights, 2))
    ]
    put(store, *parts)
    made = tables.frame(table(store, *parts))
    [true] = made[made["won"]].to_dict("records")
    assert true["probability"] == pytest.approx(0.3)
    assert true["standard_error"] == pytest.approx(weights.std(ddof=1) / 2)
    assert pd.isna([true["low"], true["high"]]).all()  # of four trials there is no interval
    assert true["trials"] == 4
    assert pd.isna(true["count"])
    assert pd.isna(true["exact"])
    chunks, shards = found(store, *parts)
    whole = tally(Gathering(store, shards), chunks)
    assert whole.sums[True] == pytest.approx(event(weights).sums[True])


def test_what_was_never_counted_has_an_interval(store):
    none = sampled(0, 0, 1000)
    put(store, none)
    made = tables.frame(table(store, none)).set_index("won")
    assert made.loc[True, "standard_error"] == 0
    assert made.loc[True, ["low", "high"]].tolist() == pytest.approx([0, 0.003682], abs=1e-6)


def rewritten(path, change):
    """The rows at `path` changed, and written as another shard in its stead; its path."""
    table = pq.read_table(path)
    about = {**(table.schema.metadata or {}), **pq.read_metadata(path).metadata}
    about = {
        name.decode(): text.decode() for name, text in about.items() if name != b"ARROW:schema"
    }
    content = parquet.content([change(table)], about)
    path.unlink()
    other = path.with_name(parquet.name_of(content))
    other.write_bytes(content)
    return other


def replaced(name, change):
    return lambda table: table.set_column(table.column_names.index(name), name, change(table[name]))


OTHER_COLUMNS = {
    "another type": replaced("trials", lambda column: column.cast(pa.int32())),
    "a column of text": replaced("trials", lambda column: column.cast(pa.string())),
    "another name": lambda table: table.rename_columns(
        ["side" if name == "sides" else name for name in table.column_names]
    ),
    "a column less": lambda table: table.drop_columns(["seconds"]),
    "a column more": lambda table: table.append_column("x", table["trials"]),
    "columns in another order": lambda table: table.select(table.column_names[::-1]),
}


@pytest.mark.parametrize("change", OTHER_COLUMNS.values(), ids=OTHER_COLUMNS)
def test_a_shard_with_other_columns_is_left_and_not_read(store, change):
    path = rewritten(put(store, ONE, TWO), change)
    assert stored(store) == set()
    assert path.exists()
    assert store.rejected == []


def test_a_shard_that_lacks_a_value_is_put_aside(store):
    nulls = replaced("seconds", lambda column: pa.nulls(len(column), column.type))
    path = rewritten(put(store, ONE, TWO), nulls)
    with pytest.raises(DamagedFileError):
        gathered(store, ONE, TWO)
    assert stored(store) == set()
    assert store.rejected == [path]


@pytest.mark.parametrize("kind", ["folder", "link to itself"])
def test_what_is_no_file_is_put_aside(store, kind):
    path = put(store, EXACT, task="one").with_name("two.parquet")
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path)
    assert stored(store) == {key(EXACT)}
    assert len(list(path.parent.iterdir())) == 1


@pytest.mark.parametrize("step", some([7, 29], [29]))
def test_any_flipped_bit_is_noticed(store, step):
    path = put(store, ONE, TWO)
    content = path.read_bytes()
    for place in range(0, len(content), step):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(
            content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :]
        )
        assert stored(store) == set()


def test_a_system_that_can_not_read_just_now_costs_no_file(store):
    path = put(store, EXACT)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path(os.devnull).open() as last:
        resource.setrlimit(resource.RLIMIT_NOFILE, (last.fileno() + 1, hard))
        try:
            with pytest.raises(OSError, match="Too many open files"):
                stored(store)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert path.exists()


def test_large_answers_are_many_row_groups_and_shards(store, monkeypatch):
    monkeypatch.setattr(stored_rows, "GROUP", 4)
    monkeypatch.setattr(shards, "FULL", 2_000)
    many = [sampled(number, number, 50) for number in range(20)]
    put(store, *many)
    assert len(paths(store)) > 1
    groups = [pq.ParquetFile(path).num_row_groups for path in paths(store)]
    assert sum(groups) == 10
    assert gathered(store, *many)["chunk"].to_pylist() == [*range(20)]
