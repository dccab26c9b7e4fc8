from functools import partial

import pytest

from sweepstake.cluster.pool import pool
from sweepstake.config import spec
from sweepstake.report.contents import contents
from sweepstake.run import engine
from sweepstake.store import tables


def config(**sweeps):
    return {
        "sweeps": {
            name: {
                "question": "war_sweep",
                "points": [
                    {"list": [{"ranks": 2, "suits": 2}], "methods": {"simulate": {"trials": t}}}
                ],
            }
            for name, t in sweeps.items()
        }
    }


def test_only_what_the_config_asks_for_is_made():
    made = contents(config(a=10))
    assert made.sweeps == ["a"]
    assert "war_sweep" in made.tables
    assert not [name for name in (*made.tables, *made.plots) if name.startswith("coins")]
    assert made.table_files["war_sweep"] == ["results/data/a.parquet"]


@pytest.mark.usefixtures("cluster")
def test_a_point_in_two_sweeps_counts_once_with_the_most_trials(tmp_path):
    asked = config(few=1_000, many=5_000)
    for sweep in spec.sweeps(asked).values():
        engine.run(sweep, tmp_path, partial(pool, 2), print)
    rows = contents(asked).frame("war_sweep", tmp_path)
    assert set(rows["trials"]) == {5_000}
    assert len(rows) == len(tables.load("many", tmp_path))
