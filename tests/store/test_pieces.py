"""The point store: what tasks leave, found again and read back."""

import pandas as pd
import pyarrow.parquet as pq
import pytest

from stored import EXACT, QUESTION, SAMPLED, WHOLE, origin, sampled, stored, table, wanted
from sweepstake.core.distribution import Distribution
from sweepstake.store import keys, tables
from sweepstake.store.parquet import DamagedFileError
from sweepstake.store.pieces import PointStore
from sweepstake.store.rows import Computed


@pytest.fixture
def points(tmp_path):
    return PointStore(tmp_path, QUESTION)


def packed(*some):
    return set(map(bytes, keys.packed(some)))


def test_what_is_stored_twice_counts_once(points):
    points.write([sampled(0, 3, 10)], origin("one"))
    points.write([sampled(0, 3, 10), sampled(1, 4, 20)], origin("two"))
    frame = tables.frame(table(points, {(SAMPLED, 0, 10): 0, (SAMPLED, 1, 20): 0}))
    assert frame["count"].sum() == 30


def test_chunks_are_counted_together(points):
    points.write([sampled(0, 3, 10), sampled(1, 4, 20)], origin())
    sample = points.tally(wanted(points, {(SAMPLED, 0, 10): 0, (SAMPLED, 1, 20): 0}))
    assert (sample.counts[True], sample.counts[False], sample.total) == (7, 23, 30)


def test_rows_that_nobody_asked_for_stay_in_the_store(points):
    points.write([sampled(0, 3, 10), EXACT], origin())
    assert len(table(points, {(WHOLE, 0, 0): 1})) == 2
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
    assert tables.frame(table(points, {(WHOLE, 0, 0): 1}))["probability"].tolist() == [0.5, 0.5]
    [record] = next(points.origins(wanted(points, {(WHOLE, 0, 0): 1}))).to_pylist()
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


def test_a_flipped_bit_in_the_rows_is_noticed(points):
    path = points.write([sampled(0, 3, 10)], origin())
    asked = wanted(points, {(SAMPLED, 0, 10): 0})
    content = bytearray(path.read_bytes())
    start = pq.read_metadata(path).row_group(0).column(2).data_page_offset
    content[start + 30] ^= 0xFF
    path.write_bytes(bytes(content))
    with pytest.raises(DamagedFileError):
        points.gather(asked)
    assert stored(points) == set()
