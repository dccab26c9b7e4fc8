"""What a plan holds in memory, and what it finds stored."""

import tracemalloc

import pytest

from sweepstake.sweep import spec
from sweepstake.sweep.plan import PART, plan


def asked(ranks):
    part = {"grid": {"ranks": {"range": [2, 2 * ranks, 2]}, "suits": {"range": [1, 12]}}}
    sweep = {"question": "war_sweep", "points": [part | {"methods": ["formula"]}]}
    return spec.sweep({"sweeps": {"s": sweep}}, "s")


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """Bytes that a plan of so many points holds, and the most it took to make."""

    def bytes_of(ranks):
        tracemalloc.start()
        planned = plan(asked(ranks), tmp_path_factory.mktemp("empty"))
        held, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return len(planned.sweep.points), held, peak

    bytes_of(2)
    return bytes_of


def test_a_point_more_takes_no_more_than_sixteen_numbers(held):
    """Parameters, id, method, trials, bound; point, chunk, trials and cost of its piece, file."""
    (few, small, least), (many, large, most) = held(20), held(200)
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
