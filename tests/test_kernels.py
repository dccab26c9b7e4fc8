"""Kernels: a short first compilation, and none in a second process."""

import os
import subprocess
import sys

import pytest

EVERY_METHOD = """
import time

from numba.core import event

from sweepstake import puzzles
from sweepstake.sweep.point import Piece, Point
from sweepstake.sweep.work import compute


class Compiled(event.Listener):
    begun = []

    def on_start(self, event):
        self.begun.append(time.process_time())

    def on_end(self, event):
        seconds = time.process_time() - self.begun.pop()
        print(event.data["dispatcher"].py_func.__qualname__, seconds)


def able(question, name, params):
    try:
        return question.method(name, params)
    except ValueError:
        return None


event.register("numba:compile", Compiled())
for question in puzzles.QUESTIONS.values():
    for name, method in question.methods.items():
        params = next(params for params in reversed(question.small) if able(question, name, params))
        trials = 10 if method.kind == "sampled" else None
        values = tuple(question.checked(params).items())
        compute(Piece(Point(question.name, name, values, trials, 1), 0, trials))
"""


def compiled(cache):
    """What a process that asks every method compiles: names, and seconds of CPU."""
    ran = subprocess.run(
        [sys.executable, "-c", EVERY_METHOD],
        capture_output=True, text=True, check=True, env={**os.environ, "NUMBA_CACHE_DIR": cache},
    )  # fmt: skip
    return [(name, float(seconds)) for name, seconds in map(str.split, ran.stdout.splitlines())]


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return str(tmp_path_factory.mktemp("kernels"))


@pytest.fixture(scope="module")
def first(cache):
    return compiled(cache)


def test_every_kernel_compiles_in_under_five_seconds(first):
    names = {name for name, _ in first}
    assert {"play_games", "count_sweeps", "count_moves", "settle", "count_streaks"} <= names
    assert max(seconds for _, seconds in first) < 5


def test_a_second_process_compiles_nothing(first, cache):
    assert first
    assert compiled(cache) == []
