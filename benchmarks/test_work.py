"""How long people wait: for an installation, for the first answers of a game, and for the tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from running import ROOT


def measured(benchmark, by, work, rounds=1, **asked):
    benchmark.extra_info.update(by=by, units=1, asked=asked)
    benchmark.pedantic(work, rounds=rounds)


def make(target, folder=ROOT, **environment):
    made = subprocess.run(
        ["make", target], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr


@pytest.mark.benchmark(group="an installation, from an empty cache")
@pytest.mark.parametrize(
    ("by", "target", "asked"),
    [
        ("with what tests need, too", ".venv/dev", {}),
        ("what a run needs", ".venv/ready", {"seconds": 45}),
    ],
)
def test_installation(benchmark, by, target, asked, tmp_path):
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    measured(
        benchmark, by, lambda: make(target, clone, PIP_CACHE_DIR=str(tmp_path / "empty")), **asked
    )


@pytest.mark.benchmark(group="an answer of a new game, simulated")
@pytest.mark.parametrize(("by", "seed", "seconds"), [("the first", 1, 8), ("the next", 2, 2)])
def test_new_game(benchmark, by, seed, seconds, tmp_path):
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def asked(*words):
        command = [Path(sys.executable).with_name("sweepstake"), *words]
        subprocess.run(command, cwd=tmp_path, check=True, env=environment, capture_output=True)

    def answered(seed):
        words = ("--puzzle", "coin.py", "--method", "simulate", "--seed", str(seed))
        asked("answer", "coin_heads", *words)

    asked("new", "coin")
    for earlier in range(1, seed):
        answered(earlier)
    measured(benchmark, by, lambda: answered(seed), seconds=seconds)


@pytest.mark.benchmark(group="tests")
class TestTests:
    def test_fast(self, benchmark):
        measured(benchmark, "make test-fast", lambda: make("test-fast"), seconds=45)

    def test_all(self, benchmark):
        both = ("test", "test-system")
        measured(benchmark, "make test test-system", lambda: [*map(make, both)], seconds=480)
