"""What a plan holds in memory, and what it finds stored."""

import subprocess
import sys

from sweepstake.config import spec
from sweepstake.plan.plan import PART, plan

HELD = """
import sys, tracemalloc
from pathlib import Path
from sweepstake.config import spec
from sweepstake.plan.plan import plan

def asked(ranks):
    part = {"grid": {"ranks": {"range": [2, 2 * ranks, 2]}, "suits": {"range": [1, 12]}}}
    sweep = {"question": "war_sweep", "points": [part | {"methods": ["formula"]}]}
    return spec.sweep({"sweeps": {"s": sweep}}, "s")

plan(asked(2), Path(sys.argv[1]))
for ranks in (20, 200):
    tracemalloc.start()
    planned = plan(asked(ranks), Path(sys.argv[1]))
    print(len(planned.sweep.points), *tracemalloc.get_traced_memory())
    tracemalloc.stop()
"""


def test_a_point_more_takes_no_more_than_sixteen_numbers(tmp_path):
    """Parameters, id, method, trials, bound; point, chunk, trials and cost of its piece, file."""
    alone = [sys.executable, "-c", HELD, tmp_path]  # other threads would be counted as well
    said = subprocess.run(alone, capture_output=True, text=True, check=True).stdout
    (few, small, least), (many, large, most) = (
        map(int, line.split()) for line in said.splitlines()
    )
    assert (large - small) / (many - few) < 16 * 8
    assert (most - least) / (many - few) < 4 * 16 * 8


def test_parts_keep_the_pieces_of_a_point_together_and_are_of_a_size(tmp_path):
    part = {"list": [{"ranks": 13, "suits": 4}], "methods": {"simulate": {"trials": 10**12}}}
    many = {"grid": {"ranks": {"range": [1, 400]}, "suits": [2, 4, 6]}, "methods": ["formula"]}
    sweep = {"question": "war_sweep", "points": [many, part, many | {"methods": ["independent"]}]}
    planned = plan(spec.sweep({"sweeps": {"s": sweep}}, "s"), tmp_path)
    parts = [wanted.number.tolist() for wanted in planned.parts()]
    assert [number for part in parts for number in part] == planned.pieces.point.tolist()
    assert sum(len(set(part)) for part in parts) == len(planned.sweep.points)
    assert max(map(len, parts)) > PART
    assert sorted(map(len, parts))[-2] < 2 * PART
