from fractions import Fraction

import pandas as pd
import pyarrow.parquet as pq
import pytest

from sweepstake import puzzles, store
from sweepstake.core.distribution import Distribution, event
from sweepstake.store import Computed, DamagedFileError, Origin, PointStore

QUESTION = puzzles.question("war_sweep")
POINTS = [
    {"ranks": 2, "suits": 2, "method": "simulate", "trials": 30},
    {"ranks": 2, "suits": 1, "method": "exact", "trials": None},
]


def origin(task="t"):
    return Origin(task, "here/1", "2026-01-01T00:00:00+00:00", {"python": "3"})


def sampled(chunk, ways, trials):
    return Computed(("a", chunk, trials), "sampled", event(ways, trials), 0.1)


EXACT = Computed(("b", 0, 0), "exact", event(1, 2), 0.1)


@pytest.fixture
def points(tmp_path):
    return PointStore(tmp_path, QUESTION)


def table(points, keys):
    rows = points.gather(keys, points.index())
    return store.finished(QUESTION, POINTS, rows)


def test_chunks_are_pooled_and_exact_points_kept(points):
    points.write([sampled(0, 3, 10), EXACT], origin("one"))
    points.write([sampled(1, 4, 20)], origin("two"))
    keys = {("a", 0, 10): 0, ("a", 1, 20): 0, ("b", 0, 0): 1}
    frame = store.frame(table(points, keys))
    assert frame["method"].tolist() == ["exact", "exact", "simulate", "simulate"]
    assert frame["swept"].tolist() == [False, True, False, True]
    assert frame["count"].tolist()[2:] == [23, 7]
    assert frame["trials"].tolist()[2:] == [30, 30]
    assert frame["probability"].tolist()[3] == 7 / 30
    assert Fraction(frame["exact"][1]) == Fraction(1, 2)
    p = 7 / 30
    assert frame["standard_error"][3] == pytest.approx((p * (1 - p) / 30) ** 0.5, rel=1e-15)


def test_what_is_stored_twice_counts_once(points):
    points.write([sampled(0, 3, 10)], origin("one"))
    points.write([sampled(0, 3, 10), sampled(1, 4, 20)], origin("two"))
    frame = store.frame(table(points, {("a", 0, 10): 0, ("a", 1, 20): 0}))
    assert frame["count"].sum() == 30


def test_rows_that_nobody_asked_for_stay_in_the_store(points):
    points.write([sampled(0, 3, 10), EXACT], origin())
    assert len(table(points, {("b", 0, 0): 1})) == 2
    assert set(points.index()) == {("a", 0, 10), ("b", 0, 0)}


def test_a_point_without_rows_is_stored_all_the_same(points):
    points.write([Computed(("c", 0, 0), "exact", Distribution({}, 1), 0.0)], origin())
    assert set(points.index()) == {("c", 0, 0)}
    assert len(points.gather({("c", 0, 0): 0}, points.index())) == 0


@pytest.mark.parametrize("damage", [b"", b"PAR1", b"not ours at all" * 100, None])
def test_a_damaged_or_foreign_file_is_put_aside_and_kept(points, damage):
    path = points.write([sampled(0, 3, 10)], origin())
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert points.index() == {}
    assert not path.exists()
    assert len(list((points.results / ".points" / ".rejected").iterdir())) == 1


def test_a_parquet_file_of_somebody_else_is_put_aside(points):
    path = points.write([sampled(0, 3, 10)], origin())
    pd.DataFrame({"x": [1]}).to_parquet(path)
    assert points.index() == {}


def test_a_flipped_bit_in_the_rows_is_noticed(points):
    path = points.write([sampled(0, 3, 10)], origin())
    index = points.index()
    content = bytearray(path.read_bytes())
    start = pq.read_metadata(path).row_group(0).column(2).data_page_offset
    content[start + 30] ^= 0xFF
    path.write_bytes(bytes(content))
    with pytest.raises(DamagedFileError):
        points.gather({("a", 0, 10): 0}, index)
    assert points.index() == {}


def test_the_declared_schema_says_units_question_and_version(points, tmp_path):
    points.write([sampled(0, 3, 10), EXACT], origin())
    store.write_sweep(tmp_path, "s", table(points, {("b", 0, 0): 1}))
    schema = pq.read_schema(tmp_path / "data" / "s.parquet")
    assert schema.metadata[b"schema_version"] == b"1"
    assert schema.metadata[b"text"].decode() == QUESTION.text
    assert all(schema.field(name).metadata[b"meaning"] for name in schema.names)
    assert schema.names == [
        *("ranks", "suits", "method", "swept", "probability", "exact"),
        *("log10_probability", "count", "trials", "standard_error"),
    ]


def test_plain_pandas_reads_a_sweep(points, tmp_path):
    points.write([EXACT], origin())
    store.write_sweep(tmp_path, "s", table(points, {("b", 0, 0): 1}))
    frame = pd.read_parquet(tmp_path / "data" / "s.parquet")
    assert frame.query("swept").probability.tolist() == [0.5]


def test_loading_what_is_not_there_says_what_is(tmp_path):
    with pytest.raises(ValueError, match="there: none yet"):
        store.load("war", tmp_path)


@pytest.mark.parametrize("folder", ["a=b", "2024", "c d"])
def test_folder_names_are_only_names(folder, tmp_path):
    results = tmp_path / folder
    points = PointStore(results, QUESTION)
    points.write([EXACT], origin())
    store.write_sweep(results, "s", table(points, {("b", 0, 0): 1}))
    assert next(iter(store.load("s", results))) == "ranks"
