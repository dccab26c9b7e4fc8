"""The finished table of a sweep: pooled, declared, readable by anybody."""

from fractions import Fraction
from itertools import accumulate, pairwise

import pandas as pd
import pyarrow.parquet as pq
import pytest

from stored import EXACT, QUESTION, found, put, sampled, table
from sweepstake.store import tables
from sweepstake.store.export import Gathering, export
from sweepstake.store.shards import Store

ONE, TWO = sampled(0, 3, 10), sampled(1, 4, 20)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path, QUESTION)


def exported(store, *parts):
    """Write the sweep `s` of stored chunks, part by part."""
    chunks, shards = found(store, *(one for part in parts for one in part))
    begins = [0, *accumulate(map(len, parts))]
    cut = [chunks.slice(begin, end - begin) for begin, end in pairwise(begins)]
    export(store, "s", map(Gathering(store, shards).rows, cut), "")
    return tables.load("s", store.results)


def test_chunks_are_pooled_and_exact_points_kept(store):
    put(store, ONE, EXACT, task="one")
    put(store, TWO, task="two")
    frame = tables.frame(table(store, EXACT, ONE, TWO))
    assert frame["method"].tolist() == ["exact", "exact", "simulate", "simulate"]
    assert frame["won"].tolist() == [False, True, False, True]
    assert frame["count"].tolist()[2:] == [23, 7]
    assert frame["trials"].tolist()[2:] == [30, 30]
    assert frame["probability"].tolist()[3] == 7 / 30
    assert Fraction(frame["exact"][1]) == Fraction(1, 2)
    p = 7 / 30
    assert frame["standard_error"][3] == pytest.approx((p * (1 - p) / 30) ** 0.5, rel=1e-15)


def test_parts_make_the_table_of_the_whole(store):
    put(store, ONE, EXACT, TWO)
    whole = exported(store, [EXACT, ONE, TWO])
    pd.testing.assert_frame_equal(exported(store, [EXACT], [ONE, TWO]), whole)
    assert len(whole) == 4


def test_the_declared_schema_says_units_question_and_version(store, tmp_path):
    put(store, ONE, EXACT)
    exported(store, [EXACT])
    schema = pq.read_schema(tmp_path / "data" / "s.parquet")
    assert schema.metadata[b"schema_version"] == b"4"
    assert schema.metadata[b"text"].decode() == QUESTION.text
    assert all(schema.field(name).metadata[b"meaning"] for name in schema.names)
    assert schema.names == [
        *("question", "coins", "sides", "method", "won", "probability", "exact"),
        *("log10_probability", "count", "trials", "standard_error", "low", "high", "left_out"),
    ]


def test_provenance_names_point_chunk_and_origin(store, tmp_path):
    put(store, TWO, EXACT)
    exported(store, [EXACT, TWO])
    second, first = pd.read_parquet(tmp_path / "runs" / "s.parquet").to_dict("records")
    assert (first["method"], first["sides"], first["chunk"], first["trials"]) == (
        "simulate", 2, 1, 20,
    )  # fmt: skip
    assert (second["method"], second["sides"], second["chunk"], second["trials"]) == (
        "exact", 1, 0, 0,
    )  # fmt: skip
    assert (first["task"], first["worker"], first["seconds"]) == ("t", "here/1", 0.1)
    assert first["versions"] == '{"python": "3"}'


@pytest.mark.parametrize("folder", ["a=b", "2024", "c d"])
def test_folder_names_are_only_names(folder, tmp_path):
    store = Store(tmp_path / folder, QUESTION)
    put(store, EXACT)
    exported(store, [EXACT])
    assert next(iter(tables.load("s", store.results))) == "question"
