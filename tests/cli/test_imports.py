"""What each command may import: a prompt that answers at once imports little."""

import re

import pandas as pd
import pytest

from running import ROOT, python, sweepstake

SLOW = {"dask", "distributed", "matplotlib", "numba", "numpy", "pandas", "pyarrow", "rich", "scipy"}
"""Packages that take a tenth of a second or more of processor time."""
MAY = {
    "--help": set(),
    "": set(),
    "answer --help": set(),
    "questions": {"numpy", "rich"},
    "answer toy_won coins=2..5": {"numpy", "pyarrow", "pandas", "rich"},
    "plan --config config/tiny.yaml": {"numpy", "pyarrow", "pandas", "rich"},
}
LIGHT = """
import sys
from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question

HEAVY = Question(
    "light_heavy", "Is pandas imported?", (Parameter("n", "a number", 1, 9),),
    (Column("heavy", "bool", "it is"),),
    {"look": Method(lambda n: {"pandas" in sys.modules: 1}, "exact")},
)
PUZZLE = Puzzle("light", (HEAVY,))
"""
LIGHT_CONFIG = """
puzzles: [light.py]
sweeps:
  light:
    question: light_heavy
    points: [{grid: {n: [1]}, methods: [look]}]
"""


@pytest.mark.parametrize("words", MAY)
def test_what_a_command_imports(words):
    code = (
        f"import sys; from sweepstake import cli\n"
        f"try: cli.main({words.split()})\n"
        f"except SystemExit: pass\n"
        f"print(*sys.modules)"
    )
    ran = python("-c", code, cwd=ROOT)
    imported = {name.partition(".")[0] for name in ran.stdout.splitlines()[-1].split()}
    assert "sweepstake" in imported
    assert imported & SLOW <= MAY[words]


PROCESS = """
import gc, locale, os, random, signal, sys, threading
def process():
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    hooks = sys.excepthook, sys.unraisablehook, sys.displayhook, threading.excepthook
    mine = os.getcwd(), dict(os.environ), [*sys.path], [*sys.path_hooks], [*sys.meta_path]
    rest = gc.get_threshold(), gc.isenabled(), locale.setlocale(locale.LC_ALL)
    rest += (sys.get_int_max_str_digits(),)
    return handlers, hooks, mine, rest, random.getstate(), threading.enumerate()
before = process()
import sweepstake, sweepstake.game, sweepstake.puzzle
assert process() == before
"""
"""A script that compares its process before and after it imports us."""


def test_importing_changes_nothing_of_the_users_process():
    python("-c", PROCESS)


def test_a_process_that_computes_does_not_import_pandas(tmp_path):
    (tmp_path / "light.py").write_text(LIGHT)
    (tmp_path / "light.yaml").write_text(LIGHT_CONFIG)
    table = "results/data/light.parquet"
    sweepstake("run", "light.yaml", table, "--directory", ".", cwd=tmp_path)
    assert not pd.read_parquet(tmp_path / table)["heavy"].any()


def test_the_first_answer_says_that_it_compiles(tmp_path):
    words = ("hands_orderable", "cards=5", "--method", "simulate", "--trials=1000")
    notes = []
    for _ in range(2):
        ran = python("-m", "sweepstake.cli", "answer", *words, XDG_CACHE_HOME=str(tmp_path))
        notes.append(re.findall(r"hands_orderable: its kernels were compiled in", ran.stderr))
    assert [len(lines) for lines in notes] == [1, 0]
