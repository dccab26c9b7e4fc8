"""The store: what tasks leave, found again and read back."""

import os
import re
import resource
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from stored import (
    EXACT,
    QUESTION,
    SAMPLED,
    chunk,
    found,
    gathered,
    key,
    put,
    rows,
    sampled,
    stored,
    table,
)  # fmt: skip
from sweepstake.core.weighted import event
from sweepstake.puzzle.question import Column
from sweepstake.store import merge, shards, tables
from sweepstake.store.gather import Gathering, tally
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.rows import Computed
from sweepstake.store.shards import Store, named

ONE, TWO = sampled(0, 3, 10), sampled(1, 4, 20)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path, QUESTION)


def test_what_is_stored_twice_counts_once(store):
    put(store, ONE, task="one")
    put(store, ONE, TWO, task="two")
    assert tables.frame(table(store, ONE, TWO))["count"].sum() == 30


def test_a_store_holds_a_task_only_if_its_shard_is_whole_and_has_its_chunks(store):
    one, two = (store.path(named(rows([each]))) for each in (ONE, TWO))
    assert not store.holds(rows([ONE]))
    put(store, ONE, task=one.name.removesuffix(".parquet"))
    put(store, TWO, task=two.name.removesuffix(".parquet"))
    assert store.holds(rows([ONE]))
    assert store.holds(rows([TWO]))
    two.write_bytes(one.read_bytes())
    assert not store.holds(rows([TWO]))
    one.write_bytes(one.read_bytes()[:-20])
    assert not store.holds(rows([ONE]))
    assert not one.exists()


def test_rows_come_in_the_order_in_which_they_are_asked_for(store):
    put(store, TWO, task="one")
    put(store, EXACT, ONE, task="two")
    for asked in ([ONE, TWO, EXACT], [EXACT, ONE, TWO], [TWO, EXACT, ONE]):
        got = gathered(store, *asked)
        assert got["chunk"].to_pylist() == [row["chunk"] for row, _ in asked]
        assert got["point"].to_pylist() == [row["point"] for row, _ in asked]


def test_an_empty_listing_is_stored_all_the_same(tmp_path):
    store = Store(tmp_path, replace(QUESTION, listing=True))
    none = (EXACT[0], Computed([], 0.0))
    put(store, none)
    assert stored(store) == {key(none)}
    assert len(table(store, none)) == 0


def test_a_chunk_that_is_not_stored_is_nowhere(store):
    put(store, ONE)
    assert found(store, TWO, ONE, EXACT)["shard"].to_pylist() == [None, 0, None]


def test_what_is_removed_leaves_its_neighbours(store):
    put(store, ONE, EXACT, task="one")
    put(store, TWO, task="two")
    merge.remove(store, rows([ONE, TWO]))
    assert stored(store) == {key(EXACT)}
    assert tables.frame(table(store, EXACT))["probability"].tolist() == [0.5, 0.5]
    [record] = gathered(store, EXACT).to_pylist()
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
    [true] = made[made["swept"]].to_dict("records")
    assert true["probability"] == pytest.approx(0.3)
    assert true["standard_error"] == pytest.approx(weights.std(ddof=1) / 2)
    assert pd.isna([true["low"], true["high"]]).all()  # of four trials there is no interval
    assert true["trials"] == 4
    assert pd.isna(true["count"])
    assert pd.isna(true["exact"])
    whole = tally(store, found(store, *parts), store.index().shards)
    assert whole.sums[True] == pytest.approx(event(weights).sums[True])


def test_what_was_never_counted_has_an_interval(store):
    none = sampled(0, 0, 1000)
    put(store, none)
    made = tables.frame(table(store, none)).set_index("swept")
    assert made.loc[True, "standard_error"] == 0
    assert made.loc[True, ["low", "high"]].tolist() == pytest.approx([0, 0.003682], abs=1e-6)


def rewritten(path, change):
    """The file at `path`, its rows changed and written whole, with what it said of itself."""
    table = pq.read_table(path)
    about = {**(table.schema.metadata or {}), **pq.read_metadata(path).metadata}
    about = {name: said for name, said in about.items() if name != b"ARROW:schema"}
    pq.write_table(change(table).replace_schema_metadata(about), path)


def replaced(name, change):
    return lambda table: table.set_column(table.column_names.index(name), name, change(table[name]))


def recounted(answers):
    """The same answers with other counts."""
    lists = answers.combine_chunks()
    flat = lists.values
    names = [field.name for field in flat.type]
    columns = [pc.add(flat.field(k), 1) if name == "count" else flat.field(k)
               for k, name in enumerate(names)]  # fmt: skip
    made = pa.StructArray.from_arrays(columns, fields=list(flat.type))
    return pa.ListArray.from_arrays(lists.offsets, made, type=lists.type)


ALTERED = {
    "another type": replaced("trials", lambda column: column.cast(pa.int32())),
    "a column of text": replaced("trials", lambda column: column.cast(pa.string())),
    "another name": lambda table: table.rename_columns(
        ["suit" if name == "suits" else name for name in table.column_names]
    ),
    "a column less": lambda table: table.drop_columns(["seconds"]),
    "a column more": lambda table: table.append_column("x", table["trials"]),
    "columns in another order": lambda table: table.select(table.column_names[::-1]),
    "rows in another order": lambda table: table.take(pa.array([1, 0])),
    "a row less": lambda table: table.slice(1),
    "a row twice": lambda table: pa.concat_tables([table, table.slice(1)]),
    "another count": replaced("answer", recounted),
    "another worker": replaced("worker", lambda column: pc.utf8_upper(column)),
    "a null": replaced("seconds", lambda column: pa.nulls(len(column), column.type)),
}


@pytest.mark.parametrize("change", ALTERED.values(), ids=ALTERED)
def test_rows_that_were_altered_are_noticed(store, change):
    path = put(store, ONE, TWO)
    index = store.index()
    asked = index.found(rows([ONE, TWO]))
    rewritten(path, lambda table: table)
    assert len(Gathering(store, index.shards).rows(asked)) == 2  # laid out anew
    rewritten(path, change)
    with pytest.raises(DamagedFileError):
        Gathering(store, index.shards).rows(asked)
    listed = store.index()
    if len(listed.table):  # rows are missing, but those that are left were not looked at
        with pytest.raises(DamagedFileError):
            Gathering(store, listed.shards).rows(listed.table)
    assert stored(store) == set()
    assert store.rejected == [path]


@pytest.mark.parametrize("kind", ["folder", "link to itself"])
def test_what_is_no_file_is_put_aside(store, kind):
    put(store, EXACT, task="one")
    path = store.path("two")
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path)
    assert stored(store) == {key(EXACT)}
    assert len(list(store.folder.iterdir())) == 1


@pytest.mark.parametrize("said", [b"here/1", b"a" * 32, b"groups", b"seconds", b"python"])
def test_a_flipped_bit_anywhere_is_noticed_or_harmless(store, said):
    path = put(store, ONE, EXACT)
    before = table(store, EXACT, ONE)
    content = path.read_bytes()
    places = [match.start() + 1 for match in re.finditer(re.escape(said), content)]
    for place in places:
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        index = store.index()
        try:
            where = index.found(rows([EXACT, ONE])).drop_null()
            read = Gathering(store, index.shards).rows(where) if len(where) == 2 else None
        except DamagedFileError:
            assert not path.exists()
        else:
            assert read is None or table(store, EXACT, ONE).equals(before)
    assert places


def test_a_chunk_that_has_gone_since_is_noticed(store):
    path = put(store, ONE, EXACT)
    index = store.index()
    asked = index.found(rows([ONE]))
    put(store, EXACT)
    with pytest.raises(DamagedFileError, match="has changed since it was listed"):
        Gathering(store, index.shards).rows(asked)
    assert stored(store) == {key(EXACT)}
    path.unlink()
    with pytest.raises(DamagedFileError, match="is gone"):
        Gathering(store, index.shards).rows(asked)


def test_a_system_that_can_not_read_just_now_costs_no_file(store):
    path = put(store, EXACT)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path(os.devnull).open() as last:
        resource.setrlimit(resource.RLIMIT_NOFILE, (last.fileno() + 1, hard))
        try:
            with pytest.raises(OSError, match="Too many open files"):
                store.index()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert path.exists()


def test_shards_of_another_version_of_a_question_are_left(store, monkeypatch):
    """A column more, and back: what was stored before is there again."""
    put(store, ONE)
    more = replace(store.question, outcomes=(*store.question.outcomes, Column("more", "int", "m")))
    other = Store(store.results, more)
    assert not other.index().shards
    other.write_rows(other.path("other"), [shards.shard_schema(more).empty_table()])
    monkeypatch.setattr(merge, "FEW", -1)
    merge.merge(store)
    assert other.path("other").exists()
    assert stored(store) == {key(ONE)}
    assert store.rejected == other.rejected == []
