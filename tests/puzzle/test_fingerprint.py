"""Which edits of a puzzle have its answers computed again, and which do not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy
import pytest

SAY = """
from sweepstake.puzzle import fingerprint, register
for name, question in register.questions().items():
    for method in question.methods:
        print(name, method, fingerprint.of_method(name, method))
"""

FIRST = "from __future__ import annotations"
OTHER = (FIRST, f"{FIRST}\n\nOTHER = 1")


def fingerprints(source):
    """The fingerprint of every method, as a process says that finds the package in `source`."""
    ran = subprocess.run(
        [sys.executable, "-c", SAY], capture_output=True, text=True, check=False, cwd="/",
        env={**os.environ, "PYTHONPATH": str(source)},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    lines = map(str.split, ran.stdout.splitlines())
    return {f"{question} {method}": said for question, method, said in lines}


@pytest.fixture(scope="module")
def before(root):
    return fingerprints(root / "src")


@pytest.fixture
def edited(tmp_path, root, before):
    """`edited((name, old, new), ...)`: the methods whose fingerprints these edits change."""
    kept = shutil.ignore_patterns("__pycache__", "*.egg-info")
    source = shutil.copytree(root / "src", tmp_path / "src", ignore=kept)

    def edit(*edits):
        for name, old, new in edits:
            path = source / "sweepstake" / name
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new))
        after = fingerprints(source)
        return {method for method in before if after[method] != before[method]}

    return edit


def test_it_is_the_same_where_all_packages_are_installed_in_one_folder(tmp_path, root, before):
    (tmp_path / "sweepstake").symlink_to(root / "src" / "sweepstake")
    (tmp_path / "installed-1.dist-info").mkdir()
    for package in (numpy, numba):
        folder = Path(package.__file__).parent
        (tmp_path / folder.name).symlink_to(folder)
    assert fingerprints(tmp_path) == before


def of(before, *words):
    return {method for method in before if method.startswith(words)}


def test_a_methods_own_code_changes_that_method(edited):
    assert edited(("puzzles/guess/brute.py", *OTHER)) == {
        "guess_win brute", "guess_streak brute",
    }  # fmt: skip


def test_the_rules_change_every_method_that_plays_by_them(edited):
    changed = edited(("puzzles/guess/rules.py", *OTHER))
    assert changed
    assert {method.split("_")[0] for method in changed} == {"guess"}
    assert "guess_win exact" not in changed  # it counts, and plays no game


def test_the_core_changes_what_uses_it(edited, before):
    changed = edited(("core/stream.py", "_32 = np.uint64(32)", "_32 = np.uint64(32 + 0)"))
    assert changed >= {method for method in before if method.endswith(" simulate")}
    assert "guess_win exact" not in changed


def test_what_no_answer_depends_on_changes_none(edited):
    edits = [  # all at once: no two of them could undo each other
        ("puzzles/guess/exact.py", "Flipping cards by", "Turning cards by"),
        ("puzzles/guess/exact.py", "# 401: the notebook", "# 401, since the notebook"),
        ("puzzles/guess/questions.py", "every order, by the rules", "all orders, by the rules"),
        ("puzzles/guess/questions.py", "7e-6", "8e-6"),
        ("puzzles/guess/questions.py", '"0.008419397002884993"', '"0.008419397"'),
        ("puzzles/guess/report/tables.py", *OTHER),
        ("core/distribution.py", "A finite distribution:", "A distribution:"),
        ("run/engine.py", *OTHER),
        ("source/normal.py", *OTHER),
    ]
    assert edited(*edits) == set()


def test_the_name_of_a_folder_plays_no_part(tmp_path, root, before):
    kept = shutil.ignore_patterns("__pycache__", "*.egg-info")
    source = shutil.copytree(root / "src", tmp_path / "another" / "place", ignore=kept)
    assert fingerprints(source) == before


LAMBDAS = """
from sweepstake.puzzle.fingerprint import of_function

def holding(value):
    function = lambda n: (early, n + value)
    said = of_function(function)
    early = 0
    return said

print(of_function(lambda n: n in {"a", "b", "c"} and sorted(k for k in range(n))))
print(of_function(lambda n: n in {"a", "b", "c"} and sorted(k for k in range(n + 1))))
print(holding(3))
print(holding(4))
"""


def test_functions_without_a_name_are_told_apart_and_the_same_in_every_process(tmp_path):
    (tmp_path / "lambdas.py").write_text(LAMBDAS)
    said = [
        subprocess.run(
            [sys.executable, tmp_path / "lambdas.py"], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert said[0] == said[1]
    assert said[0][0] != said[0][1]
    assert said[0][2] != said[0][3]
