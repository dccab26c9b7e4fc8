"""What a worker looks at before it computes."""

import subprocess
import sys

MODULE = """
from sweepstake.puzzle import *

PUZZLE = Puzzle("odd", (
    Question(
        name="odd_won", text="What comes?", parameters=(Parameter("n", "n", 1, 9),),
        outcomes=(Column("k", "int", "k"),),
        methods={name: Method(later(f"odd_{name}", "answer"), "exact") for name in ("one", "two")},
    ),
))
"""
ANSWER = "from fractions import Fraction\ndef answer(n): return {K: Fraction(1)}\n"
WORKER = """
import pathlib, sys
from sweepstake.cluster.preflight import needs, refusal
from sweepstake.puzzle import register

register.load(["odd"])
one, two = (frozenset({("odd_won", name)}) for name in ("one", "two"))
assert not {"odd_one", "odd_two"} & {*sys.modules}
print(refusal(needs(one)))
assert "odd_one" in sys.modules  # before a task may be an hour late
print(refusal(needs(one | two)) if len(sys.argv) == 1 else "not asked")
pathlib.Path("odd_two.py").write_text(pathlib.Path("odd_two.py").read_text().replace("K", "2"))
print(refusal(needs(one)))
print(refusal(needs(two)))
"""


def said(folder, *words):
    (folder / "odd.py").write_text(MODULE)
    for name in ("one", "two"):
        (folder / f"odd_{name}.py").write_text(ANSWER.replace("K", "1"))
    ran = subprocess.run(
        [sys.executable, "-B", "-c", WORKER.replace('"K", "2"', '"1:", "2:"'), *words],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return ran.stdout.splitlines()


def test_what_is_imported_after_its_source_has_changed_is_refused(tmp_path):
    fit, _, still, changed = said(tmp_path, "later")
    assert fit == still == "None"
    assert "has imported some source that has changed since; start its cluster again" in changed


def test_what_was_imported_before_is_that_of_its_run(tmp_path):
    assert said(tmp_path)[:3] == ["None"] * 3
