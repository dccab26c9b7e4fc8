"""Programs that tests run as a user would."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import forked
from sweepstake.puzzle import register

ROOT = Path(__file__).parent.parent
BUILT_IN = [puzzle for puzzle in register.puzzles().values() if puzzle.name != "toy"]
"""The puzzles of the package."""

GOOD = """\
seed: 1
sweeps:
  war:
    question: toy_won
    points:
      - grid: {coins: 2, sides: 1}
        methods: [exact]
"""
"""A config of one point."""
WARS_CONFIG = """
sweeps:
  wars:
    question: war_length
    points:
      - grid: {ranks: [8, 13], suits: 4, down: [0, 3]}
        methods: {simulate: {trials: TRIALS}}
      - grid: {ranks: [2, 3, 4], suits: 2, down: [0, 1, 2]}
        methods: [chain]
"""
"""A config of some seconds, in which TRIALS stands for a number of them."""
MODULE = f"""
module sweepstake:
    snakefile: "{ROOT}/Snakefile"
    config: config
    prefix: "within"

use rule * from sweepstake as own_*
"""
"""A workflow that has ours as a module, and its results in the folder `within`."""

TOSS = """
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle import Column, Method, Question

HEADS = Question(
    name="toss_heads",
    text="Does a coin show heads?",
    parameters=(),
    outcomes=(Column("heads", "bool", "it shows heads"),),
    methods={
        name: Method(lambda: {True: 1, False: 1}, "exact", lambda: 1e-6)
        for name in ("exact", "formula")
    },
)
PUZZLE = Puzzle(name="toss", questions=(HEADS,))
"""
"""A puzzle whose question has no parameters."""

WALK = """
from sweepstake.puzzle import Choice, Column, ListOf, Method, Parameter, Puzzle, Question

WHERE = Question(
    name="walk_where",
    text="Where does a walk of some steps end?",
    parameters=(
        ListOf(
            Parameter("board", "where squares lead", -9, 99), 1, 9, {"tiny": [0, 2, 1]}, "tiny"
        ),
        ListOf(Choice("steps", "steps forward or back", ("f", "b")), 2, 5),
        ListOf(Choice("pace", "how it goes", ("slow", "fast")), default=["slow"]),
    ),
    outcomes=(Column("square", "int", "the last square"),),
    methods={
        name: Method(lambda board, steps, pace: {board[len(steps + pace) % len(board)]: 1}, "exact")
        for name in ("exact", "formula")
    },
)
PUZZLE = Puzzle("walk", (WHERE,))
"""
"""A puzzle whose question takes lists."""


def some(values, short):
    """Values for a test, or tuples of them, of which `make test` takes those of `short` only."""
    rows = [(one, one if isinstance(one, tuple) else (one,)) for one in values]
    return [
        one if one in short else pytest.param(*row, marks=pytest.mark.long) for one, row in rows
    ]


def snakemake(*arguments, cwd, root=ROOT, timeout=3600, code=0, **environment):
    """A real Snakemake run of the workflow at `root` in the folder `cwd`, in a process of its own.

    A run that hangs is an error after `timeout` seconds, and one that ends with another `code`.
    """
    words = ["-s", root / "Snakefile", "--directory", cwd, *arguments]
    if all(name.startswith("DASK_") for name in environment) and forked.is_possible():
        return _checked(forked.run("snakemake", words, cwd, timeout, environment), code)
    return python("-m", "snakemake", *words, cwd=cwd, code=code, timeout=timeout, **environment)


def sweepstake(*arguments, cwd, code=0):
    """A command of Sweepstake in the folder `cwd`, in a process of its own."""
    if forked.is_possible():
        return _checked(forked.run("sweepstake.cli", arguments, cwd, 600), code)
    return python("-m", "sweepstake.cli", *arguments, cwd=cwd, code=code)


def python(*words, cwd=None, code=0, timeout=3600, **environment):
    """Python that runs `words` with these variables, to its end; without a `code`, to any."""
    ran = subprocess.run(
        [sys.executable, *map(str, words)], cwd=cwd, check=False, timeout=timeout,
        capture_output=True, text=True, env={**os.environ, **environment},
    )  # fmt: skip
    return _checked(ran, code)


def _checked(ran, code):
    assert code in (None, ran.returncode), ran.stdout + ran.stderr
    return ran


def started(*words, cwd, **environment):
    """Python under way with `words`, a process group in itself; what it says is in `cwd/said`."""
    with (cwd / "said").open("w") as said:
        return subprocess.Popen(
            [sys.executable, *map(str, words)], cwd=cwd, stdout=said, stderr=said,
            start_new_session=True, env={**os.environ, **environment},
        )  # fmt: skip


def on_terminal(*words, **environment):
    """What a terminal gets on which Python runs `words`."""
    ours, its = pty.openpty()
    env = {**os.environ, **environment}
    subprocess.run([sys.executable, *words], stdout=its, check=True, env=env)
    os.close(its)
    printed = os.read(ours, 100_000).decode()
    os.close(ours)
    return printed
