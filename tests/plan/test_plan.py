"""What a plan holds in memory, and what it finds stored."""

import pytest

from computing import sweep
from running import ROOT, python
from sweepstake.plan.plan import PART, plan

HELD = """
import sys, time
from pathlib import Path
import pyarrow as pa
from computing import sweep
from sweepstake.plan.plan import plan

def asked(coins):
    part = {"grid": {"coins": {"range": [2, 2 * coins, 2]}, "sides": {"range": [1, 12]}}}
    return sweep("toy_won", part | {"methods": ["formula"]})

def allocated():
    # the threads that join tables free what they used a little later
    found = []
    for _ in range(20):
        found.append(pa.total_allocated_bytes())
        time.sleep(0.02)
    return min(found)

plan(asked(2), Path(sys.argv[1]))
for coins in (20, 200):
    before = allocated()
    planned = plan(asked(coins), Path(sys.argv[1]))
    print(len(planned.sweep.points), allocated() - before)
    del planned
"""


@pytest.mark.slow
def test_a_point_more_takes_some_hundred_bytes(tmp_path):
    """Parameters, method, trials, bound; place, id, chunk, trials and cost of its chunk, shard."""
    said = python("-c", HELD, tmp_path, cwd=ROOT / "tests").stdout
    (few, small), (many, large) = (map(int, line.split()) for line in said.splitlines())
    assert (large - small) / (many - few) < 300


def test_parts_keep_the_chunks_of_a_point_together_and_are_of_a_size(tmp_path):
    part = {"list": [{"coins": 13, "sides": 4}], "methods": {"simulate": {"trials": 10**12}}}
    many = {"grid": {"coins": {"range": [1, 400]}, "sides": [2, 4, 6]}, "methods": ["formula"]}
    asked = sweep("toy_won", many, part, many | {"methods": ["nearly"]})
    planned = plan(asked, tmp_path)
    parts = [part["_place"].to_pylist() for part in planned.parts()]
    assert [place for part in parts for place in part] == planned.chunks["_place"].to_pylist()
    assert sum(len(set(part)) for part in parts) == len(planned.sweep.points)
    assert max(map(len, parts)) > PART
    assert sorted(map(len, parts))[-2] < 2 * PART
