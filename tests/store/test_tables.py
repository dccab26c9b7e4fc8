"""The finished table of a sweep: pooled, declared, readable by anybody."""

from fractions import Fraction

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from stored import EXACT, POINTS, QUESTION, SAMPLED, WHOLE, origin, sampled, table, wanted
from sweepstake.store import tables
from sweepstake.store.shards import PointStore

ONLY = {(WHOLE, 0, 0): 0}


@pytest.fixture
def points(tmp_path):
    return PointStore(tmp_path, QUESTION)


def test_chunks_are_pooled_and_exact_points_kept(points):
    points.write([sampled(0, 3, 10), EXACT], origin("one"))
    points.write([sampled(1, 4, 20)], origin("two"))
    numbers = {(SAMPLED, 0, 10): 1, (SAMPLED, 1, 20): 1, **ONLY}
    frame = tables.frame(table(points, numbers))
    assert frame["method"].tolist() == ["exact", "exact", "simulate", "simulate"]
    assert frame["swept"].tolist() == [False, True, False, True]
    assert frame["count"].tolist()[2:] == [23, 7]
    assert frame["trials"].tolist()[2:] == [30, 30]
    assert frame["probability"].tolist()[3] == 7 / 30
    assert Fraction(frame["exact"][1]) == Fraction(1, 2)
    p = 7 / 30
    assert frame["standard_error"][3] == pytest.approx((p * (1 - p) / 30) ** 0.5, rel=1e-15)


def test_parts_make_the_table_of_the_whole(points):
    points.write([sampled(0, 3, 10), EXACT, sampled(1, 4, 20)], origin())
    parts = [ONLY, {(SAMPLED, 0, 10): 1, (SAMPLED, 1, 20): 1}]
    rows = (points.gather(wanted(points, part)) for part in parts)
    made = pa.concat_tables(tables.finished(QUESTION, POINTS, rows))
    assert made.equals(table(points, {**parts[0], **parts[1]}))


def test_the_declared_schema_says_units_question_and_version(points, tmp_path):
    points.write([sampled(0, 3, 10), EXACT], origin())
    tables.write_sweep(tmp_path, "s", [table(points, ONLY)])
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
    tables.write_sweep(tmp_path, "s", [table(points, ONLY)])
    frame = pd.read_parquet(tmp_path / "data" / "s.parquet")
    assert frame.query("swept").probability.tolist() == [0.5]


def test_provenance_names_point_piece_and_origin(points, tmp_path):
    points.write([sampled(1, 4, 20), EXACT], origin())
    asked = wanted(points, {(SAMPLED, 1, 20): 1, **ONLY})
    tables.write_runs(tmp_path, "s", POINTS, points.origins(asked))
    first, second = pd.read_parquet(tmp_path / "runs" / "s.parquet").to_dict("records")
    assert (first["method"], first["suits"], first["chunk"], first["trials"]) == (
        "simulate", 2, 1, 20,
    )  # fmt: skip
    assert (second["method"], second["suits"], second["chunk"], second["trials"]) == (
        "exact", 1, 0, 0,
    )  # fmt: skip
    assert (first["task"], first["worker"], first["seconds"]) == ("t", "here/1", 0.1)
    assert first["versions"] == '{"python": "3"}'


def test_loading_what_is_not_there_says_what_is(tmp_path):
    with pytest.raises(ValueError, match="there: none yet"):
        tables.load("war", tmp_path)


@pytest.mark.parametrize("folder", ["a=b", "2024", "c d"])
def test_folder_names_are_only_names(folder, tmp_path):
    results = tmp_path / folder
    points = PointStore(results, QUESTION)
    points.write([EXACT], origin())
    tables.write_sweep(results, "s", [table(points, ONLY)])
    assert next(iter(tables.load("s", results))) == "ranks"
