"""The campaign of random faults: a short one and a long one."""

import os

import pytest

from running import ROOT, python


def injected(folder, faults, seed, *more):
    """The faults of a campaign as `make test-campaign` runs it, its folders below `folder`."""
    path = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    words = ("-m", "faults.campaign", "--faults", faults, "--seed", seed, *more)
    where = {"PYTHONPATH": path, "TMPDIR": str(folder)}
    total = python(*words, cwd=folder, timeout=None, **where).stdout.splitlines()[-1]
    return int(total.split()[1])


@pytest.mark.system
def test_a_round_of_random_faults_is_survived(tmp_path):
    """It has every kind of edit, a second run, a full disk and a failing one."""
    assert injected(tmp_path, "13", "59", "--round", "1") > 8


@pytest.mark.long
def test_a_hundred_random_faults_are_survived(tmp_path):
    assert injected(tmp_path, "100", "2") > 70
