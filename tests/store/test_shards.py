"""The point store: what tasks leave, found again and read back."""

import os
import re
import resource
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from stored import EXACT, QUESTION, SAMPLED, WHOLE, flipped, origin, sampled, stored, table, wanted
from sweepstake.core.distribution import Distribution
from sweepstake.store import keys, tables
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.rows import Computed
from sweepstake.store.shards import PointStore


@pytest.fixture
def points(tmp_path):
    return PointStore(tmp_path, QUESTION)


def packed(*some):
    return set(map(bytes, keys.packed(some)))


def test_what_is_stored_twice_counts_once(points):
    points.write([sampled(0, 3, 10)], origin("one"))
    points.write([sampled(0, 3, 10), sampled(1, 4, 20)], origin("two"))
    frame = tables.frame(table(points, {(SAMPLED, 0, 10): 1, (SAMPLED, 1, 20): 1}))
    assert frame["count"].sum() == 30


def test_chunks_are_counted_together(points):
    points.write([sampled(0, 3, 10), sampled(1, 4, 20)], origin())
    sample = points.tally(wanted(points, {(SAMPLED, 0, 10): 1, (SAMPLED, 1, 20): 1}))
    assert (sample.counts[True], sample.counts[False], sample.total) == (7, 23, 30)


def test_rows_that_nobody_asked_for_stay_in_the_store(points):
    points.write([sampled(0, 3, 10), EXACT], origin())
    assert len(table(points, {(WHOLE, 0, 0): 0})) == 2
    assert stored(points) == packed((SAMPLED, 0, 10), (WHOLE, 0, 0))


def test_a_point_without_rows_is_stored_all_the_same(points):
    points.write([Computed((WHOLE, 0, 0), "exact", Distribution({}, 1), 0.0)], origin())
    assert stored(points) == packed((WHOLE, 0, 0))
    assert len(points.gather(wanted(points, {(WHOLE, 0, 0): 0}))) == 0


def test_what_is_removed_leaves_its_neighbours(points):
    points.write([sampled(0, 3, 10), EXACT], origin("one"))
    points.write([sampled(1, 4, 20)], origin("two"))
    points.remove(keys.packed([(SAMPLED, 0, 10), (SAMPLED, 1, 20)]))
    assert stored(points) == packed((WHOLE, 0, 0))
    assert tables.frame(table(points, {(WHOLE, 0, 0): 0}))["probability"].tolist() == [0.5, 0.5]
    [record] = next(points.origins(wanted(points, {(WHOLE, 0, 0): 0}))).to_pylist()
    assert record["worker"] == "here/1"


@pytest.mark.parametrize("damage", [b"", b"PAR1", b"not ours at all" * 100, None])
def test_a_damaged_or_foreign_file_is_put_aside_and_kept(points, damage):
    path = points.write([sampled(0, 3, 10)], origin())
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert stored(points) == set()
    assert not path.exists()
    assert len(list((points.results / ".points" / ".rejected").iterdir())) == 1


def test_a_parquet_file_of_somebody_else_is_put_aside(points):
    path = points.write([sampled(0, 3, 10)], origin())
    pd.DataFrame({"x": [1]}).to_parquet(path)
    assert stored(points) == set()
    assert not path.exists()


def rewritten(path, change):
    """The file at `path`, its rows changed and written whole, with what it said of itself."""
    table = pq.read_table(path)
    made = change(table)
    pq.write_table(made.replace_schema_metadata(table.schema.metadata), path)


def other_type(name, kind):
    return lambda table: table.set_column(
        table.column_names.index(name), name, table[name].cast(kind)
    )


ALTERED = {
    "another type": other_type("count", pa.int32()),
    "a column of text": other_type("count", pa.string()),
    "another name": lambda table: table.rename_columns(
        ["won" if name == "swept" else name for name in table.column_names]
    ),
    "a column less": lambda table: table.drop_columns(["exact"]),
    "a column more": lambda table: table.append_column("x", table["count"]),
    "columns in another order": lambda table: table.select(table.column_names[::-1]),
    "rows in another order": lambda table: table.take(pa.array(range(len(table)))[::-1]),
    "a row less": lambda table: table.slice(1),
    "a row twice": lambda table: pa.concat_tables([table, table.slice(1)]),
    "another count": lambda table: table.set_column(
        table.column_names.index("count"), "count", pc.add(table["count"], 1)
    ),
    "a null": lambda table: table.set_column(
        table.column_names.index("count"), "count", pa.nulls(len(table), pa.int64())
    ),
    "another outcome": lambda table: table.set_column(
        table.column_names.index("swept"), "swept", pc.invert(table["swept"])
    ),
}


@pytest.mark.parametrize("change", ALTERED.values(), ids=ALTERED)
def test_rows_that_were_altered_are_noticed(points, change):
    path = points.write([sampled(0, 3, 10)], origin())
    asked = wanted(points, {(SAMPLED, 0, 10): 1})
    rewritten(path, lambda table: table)
    assert len(points.gather(asked)) == 2  # the same rows in another layout are as good
    rewritten(path, change)
    with pytest.raises(DamagedFileError):
        points.gather(asked)
    assert stored(points) == set()
    assert points.rejected == [path]


@pytest.mark.parametrize("name", ["another type", "a column less", "another name"])
def test_a_file_that_is_not_as_declared_is_not_listed(points, name):
    rewritten(points.write([sampled(0, 3, 10)], origin()), ALTERED[name])
    assert stored(points) == set()


@pytest.mark.parametrize("kind", ["folder", "link to itself"])
def test_what_is_no_file_is_put_aside(points, kind):
    points.write([EXACT], origin("one"))
    path = points.path("two")
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path)
    assert stored(points) == packed((WHOLE, 0, 0))
    assert len(list(points.folder.iterdir())) == 1


def test_a_flipped_bit_in_the_rows_is_noticed(points):
    path = points.write([sampled(0, 3, 10)], origin())
    asked = wanted(points, {(SAMPLED, 0, 10): 1})
    flipped(path)
    with pytest.raises(DamagedFileError):
        points.gather(asked)
    assert stored(points) == set()


@pytest.mark.parametrize("said", [b'"task"', WHOLE.encode(), b"_piece", b"digest", b"swept"])
def test_a_flipped_bit_in_what_a_file_says_of_itself_is_noticed(points, said):
    path = points.write([sampled(0, 3, 10), EXACT], origin())
    asked = wanted(points, {(WHOLE, 0, 0): 0, (SAMPLED, 0, 10): 1})
    content = path.read_bytes()
    places = [found.start() + 1 for found in re.finditer(re.escape(said), content)]
    for place in places:
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        try:
            read = tables.frame(table(points, {(WHOLE, 0, 0): 0, (SAMPLED, 0, 10): 1}))
            list(points.origins(asked))
        except (DamagedFileError, IndexError):
            assert not path.exists()
        else:
            assert read["count"].sum() == 10  # it was said twice, and the other is what is read
    assert places


def test_a_piece_that_has_gone_since_is_noticed(points):
    path = points.write([sampled(0, 3, 10), EXACT], origin())
    asked = wanted(points, {(SAMPLED, 0, 10): 1})
    points.write([EXACT], origin())
    for read in (points.gather, lambda asked: list(points.origins(asked))):
        with pytest.raises(DamagedFileError, match="has changed since it was listed"):
            read(asked)
    assert stored(points) == packed((WHOLE, 0, 0))
    path.unlink()
    with pytest.raises(DamagedFileError, match="is gone"):
        points.gather(asked)


def test_a_damaged_file_does_not_stand_in_the_way_of_removing(points):
    points.write([sampled(0, 3, 10), EXACT], origin("one"))
    flipped(points.write([sampled(1, 4, 20)], origin("two")))
    points.remove(keys.packed([(SAMPLED, 0, 10), (SAMPLED, 1, 20)]))
    assert stored(points) == packed((WHOLE, 0, 0))


def test_a_system_that_can_not_read_just_now_costs_no_file(points):
    path = points.write([EXACT], origin())
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path(os.devnull).open() as last:
        resource.setrlimit(resource.RLIMIT_NOFILE, (last.fileno() + 1, hard))
        try:
            with pytest.raises(OSError, match="Too many open files"):
                points.index()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert path.exists()
