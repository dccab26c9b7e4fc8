"""`diff`: what two results do not have in common, and which answers do not agree."""

import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from computing import run
from sweepstake.config import spec
from sweepstake.report.differences import differences


def config(wait, trials=4_000, seed=1):
    block = {"grid": {"coins": [2, 3], "sides": 2, "wait": wait}, "methods": ["chain"]}
    games = {"grid": {"coins": 3, "sides": 2, "wait": wait}}
    games["methods"] = {"simulate": {"trials": trials}}
    war = {"question": "toy_rolls", "points": [block, games]}
    return {"seed": seed, "sweeps": {"wars": war}}


def computed(folder, wait, **how):
    run(spec.sweep(config(wait, **how), "wars"), folder)
    return folder


def changed(folder, change):
    """Change the table of a sweep, as another program might."""
    file = folder / "data" / "wars.parquet"
    table = pq.read_table(file)
    frame = change(table.to_pandas())
    again = table.schema.empty_table().from_pandas(frame, table.schema, preserve_index=False)
    pq.write_table(again.replace_schema_metadata(table.schema.metadata), file)


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        ({"wait": [0, 3]}, {"wait": [0, 3]}, (6, 0, 0, 0)),
        ({"wait": [0, 3]}, {"wait": [0, 3], "seed": 2}, (6, 0, 0, 0)),  # within their errors
        ({"wait": [0, 1]}, {"wait": [1, 2, 3]}, (3, 0, 3, 6)),
    ],
)
def test_answers_that_are_the_same_and_those_that_only_one_has_are_counted(
    tmp_path, first, second, counts
):
    one, other = computed(tmp_path / "one", **first), computed(tmp_path / "other", **second)
    [diff] = differences(one, other)
    assert (diff.same, diff.differ, diff.first_only, diff.second_only) == counts


def test_what_differs_is_named_with_the_largest_first(tmp_path, said):
    one, other = computed(tmp_path / "one", [0]), computed(tmp_path / "other", [0])

    def planted(frame):
        chain = frame.index[(frame.method == "chain") & (frame.coins == 2)]
        frame.loc[chain[0], "probability"] += 1e-6
        played = frame.index[frame.method == "simulate"]
        frame.loc[played[0], "probability"] += 0.2
        return frame

    changed(other, planted)
    [diff] = differences(one, other)
    assert diff.differ == 2
    assert diff.rows.method.tolist() == ["chain", "simulate"]
    assert diff.rows.difference.tolist() == pytest.approx([1e-6, 0.2])
    assert diff.rows.errors[1] > 10
    printed = said("diff", one, other)
    assert "wars" in printed
    assert "1 × 10⁻⁶" in printed
    [row] = json.loads(said("diff", one / "data/wars.parquet", other, "--format", "json"))
    assert [each["difference"] for each in row["rows"]] == diff.rows.difference.tolist()


def test_a_sweep_that_one_lacks(tmp_path):
    one, other = computed(tmp_path / "one", [0]), computed(tmp_path / "other", [0])
    (other / "data/wars.parquet").rename(other / "data/others.parquet")
    first, second = differences(one, other)
    assert (first.sweep, first.first_only, first.second_only) == ("others", 0, 3)
    assert (second.sweep, second.first_only, second.second_only) == ("wars", 3, 0)
    [diff] = differences(one / "data/wars.parquet", other / "data/others.parquet")
    assert diff.same == 3


def test_mistakes(tmp_path, refused):
    one = computed(tmp_path / "one", [0])
    line = refused("diff", one, tmp_path / "none")
    assert "has no results; name a results folder" in line
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "a.parquet")
    refused("diff", one / "data/wars.parquet", tmp_path / "a.parquet")
