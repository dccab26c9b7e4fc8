"""Puzzles whose modules change each other, or read what declares them: all of that counts."""

import sys
from contextvars import copy_context
from functools import partial

import pytest

from sweepstake.cluster.preflight import needs, refusal
from sweepstake.config import spec
from sweepstake.config.limits import Limits
from sweepstake.plan.plan import plan
from sweepstake.puzzle import fingerprint, register
from sweepstake.run.task import tasks
from sweepstake.run.work import CHANGED, perform

pytestmark = pytest.mark.usefixtures("unregistered")

HELPER = '''
"""7 sides."""
from fractions import Fraction

SCALE = 1
RULES = {}


def rule(function):
    RULES[function.__name__] = function
    return function


class Base:
    heirs = []

    def __init_subclass__(cls):
        Base.heirs.append(cls)


def chance(n):
    return {True: Fraction(1, SCALE * n + 1), False: Fraction(SCALE * n, SCALE * n + 1)}
'''

ODD = """
from fractions import Fraction
import helper
from sweepstake.puzzle import Column, Method, Parameter, Published, Puzzle, Question

HERE
PUZZLE = Puzzle("odd", (
    Question(
        name="odd_won", text="Is it won?", parameters=(Parameter("n", "n", 1, 100),),
        outcomes=(Column("won", "bool", "won"),),
        methods={"a": Method(METHOD, "exact")}, published=PUBLISHED,
    ),
))
"""


@pytest.fixture
def identity(tmp_path):
    """The fingerprint of the method of a puzzle of two files."""

    def made(here, method="helper.chance", helper=HELPER, published="()"):
        (tmp_path / "helper.py").write_text(helper)
        text = ODD.replace("HERE", here).replace("METHOD", method).replace("PUBLISHED", published)
        (tmp_path / "odd.py").write_text(text)
        register.load([str(tmp_path / "odd.py")])
        return fingerprint.of_method("odd_won", "a")

    return made


@pytest.mark.parametrize(
    "here",
    [
        "helper.SCALE = 7",
        "helper.RULES['sides'] = 7",
        "helper.rule(lambda: 7)",
        "@helper.rule\ndef sides(n):\n    return 7 * n",
        "from helper import rule\n@rule\ndef sides(n):\n    return 7 * n",
        "from helper import RULES\nfor n in range(7):\n    RULES[n] = n",
        "setattr(helper, 'SCALE', 7)",
        "from helper import RULES\nRULES |= {'sides': 7}",
        "def setup():\n    helper.SCALE = 7\n\nsetup()",
        "table = helper.RULES\ntable.update(sides=7)",
        "class Die(helper.Base):\n    sides = 7",
        "vars(helper)['SCALE'] = 7",
        "import sys\nme = sys.modules[__name__]\nme.SIDES = 7",
        "dict.update(helper.RULES, sides=7)",
        "if helper.SCALE:\n    helper.SCALE = 7",
        "told = helper.rule(lambda: 7)",
        "(helper.SCALE, other) = (7, 0)",
        "del helper.RULES\nhelper.RULES = 7",
    ],
)
def test_what_is_put_into_another_module_counts(identity, here):
    assert identity(here) != identity(here.replace("7", "8"))


@pytest.mark.parametrize(
    "here",
    [
        "SIDES = 7",
        "def sides(n):\n    return 7 * helper.SCALE",
        "class Die:\n    sides = 7\n    def scale(self):\n        return helper.SCALE",
        "SCALES = tuple(helper.RULES)[:7]",
        "if __name__ == '__main__':\n    helper.SCALE = 7",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    SIDES = 7",
    ],
)
def test_what_is_put_into_none_does_not(identity, here):
    assert identity(here) == identity(here.replace("7", "8"))


def test_a_docstring_that_another_module_reads_counts(identity):
    here = "def a(n):\n    return {True: Fraction(1, int(helper.__doc__.split()[0])), False: 0}"
    others = HELPER.replace("7 sides", "8 sides")
    assert identity(here, "a") != identity(here, "a", others)
    assert identity("", "helper.chance") == identity("", "helper.chance", others)


@pytest.mark.parametrize(
    ("reads", "counts"),
    [
        ("KNOWN[0].value", True),
        ("dict(globals())['KNOWN'][0].value", True),
        ("getattr(KNOWN[0], 'value')", True),
        ("dataclasses.asdict(KNOWN[0])['value']", True),
        ("KNOWN[0].__dict__['value']", True),
        ("operator.attrgetter('value')(KNOWN[0])", True),
        ("Path('1').name", False),
        ("'1/2'", False),
    ],
)
def test_a_published_value_counts_if_a_method_may_read_it(identity, reads, counts):
    here = (
        "import dataclasses, operator\nfrom pathlib import Path\n"
        "KNOWN = (Published({'n': 1}, True, '1/7', 'a'),)\n"
        f"def a(n):\n    return {{True: Fraction({reads}), False: 1 - Fraction({reads})}}"
    )
    one, other = (identity(k, "a", published="KNOWN") for k in (here, here.replace("1/7", "1/8")))
    assert (one != other) == counts


@pytest.fixture
def packaged(tmp_path, monkeypatch):
    """`packaged(name, here, data)`: a package whose puzzle computes by `a`, which stands `here`."""

    def made(name, here, data="()"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").touch()
        text = ODD.replace("import helper\n", "").replace("HERE", here).replace("METHOD", "a")
        text = text.replace("PUBLISHED", "()").replace("    ),\n))", f"    ),\n), data={data})")
        (folder / "odd.py").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        return folder

    return made


def computing(package, folder):
    """What a worker does of two points of a package's puzzle."""
    sweep = {"question": "odd_won", "points": [{"grid": {"n": [1, 2]}, "methods": ["a"]}]}
    asked = spec.sweep({"puzzles": [f"{package}.odd"], "sweeps": {"s": sweep}}, "s")
    [task] = tasks("odd_won", 1, plan(asked, folder).missing)
    return partial(perform, task, Limits(60.0, 2**33), None, folder / "notes", {})


def asked_first():
    """What a worker says before it computes; what it is brought then stays with it."""
    return copy_context().run(refusal, needs(frozenset({("odd_won", "a")})))


def test_a_data_file_that_changes_during_a_run_fails_its_points(tmp_path, packaged):
    here = (
        "from pathlib import Path\nDATA = Path(__file__).with_name('t.txt')\n"
        "def a(n):\n    k = int(DATA.read_text())\n"
        "    return {True: Fraction(1, k), False: 1 - Fraction(1, k)}"
    )
    data = packaged("odd_package", here, "(DATA,)") / "t.txt"
    data.write_text("7")
    compute = computing("odd_package", tmp_path)
    assert not compute().failures
    data.write_text("8")
    said = compute()
    assert [failure.error for failure in said.failures] == [CHANGED] * 2
    assert all(failure.final and not failure.traceback for failure in said.failures)
    assert not said.answers
    data.unlink()
    assert len(compute().failures) == 2
    data.write_text("7")
    assert not compute().failures


def test_a_module_that_is_imported_by_a_call_and_has_changed_fails_its_points(tmp_path, packaged):
    here = (
        "def a(n):\n    from late_package.odds import K\n"
        "    return {True: Fraction(1, K), False: 1 - Fraction(1, K)}"
    )
    folder = packaged("late_package", here)
    (folder / "odds.py").write_text("K = 7\n")
    compute = computing("late_package", tmp_path)
    assert asked_first() is None
    assert "late_package.odds" not in sys.modules
    (folder / "odds.py").write_text("K = 8\n")
    for _ in range(2):
        assert [failure.error for failure in compute().failures] == [CHANGED] * 2


def test_a_module_that_was_imported_before_may_be_edited(tmp_path, packaged):
    here = "def a(n):\n    return {True: Fraction(1, 7), False: Fraction(6, 7)}"
    folder = packaged("early_package", here)
    compute = computing("early_package", tmp_path)
    assert asked_first() is None
    (folder / "odd.py").write_text("# edited\n")
    assert not compute().failures
