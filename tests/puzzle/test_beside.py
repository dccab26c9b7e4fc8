"""Modules beside a puzzle's file: each puzzle has its own, and each version of it."""

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sweepstake.puzzle import fingerprint, register

PUZZLE = """
from sweepstake.puzzle import Column, Method, Puzzle, Question, later
{imports}

def at_once():
    return {{{value}: 1}}

def when_called():
    {imports}
    return {{{value}: 1}}

METHODS = {{"at_once": at_once, "when_called": when_called, "later": later("odds", "sides")}}
PUZZLE = Puzzle("{name}", (
    Question(
        name="{name}_sides", text="How many sides?", parameters=(),
        outcomes=(Column("sides", "int", "the sides"),),
        methods={{name: Method(answer, "exact") for name, answer in METHODS.items()}},
    ),
))
"""
ODDS = """
SIDES = {sides}

def sides():
    return {{SIDES: 1}}
"""

pytestmark = pytest.mark.usefixtures("unregistered")


def written(folder, sides, name="dice", imports="import odds", value="odds.SIDES"):
    """The path of a puzzle in `folder` that imports what says how many `sides` there are."""
    folder.mkdir(exist_ok=True)
    (folder / "odds.py").write_text(ODDS.format(sides=sides))
    path = folder / f"{name}.py"
    path.write_text(PUZZLE.format(name=name, imports=imports, value=value))
    return str(path)


def answers(name="dice"):
    methods = register.question(f"{name}_sides").methods.values()
    return [next(iter(method.answer())) for method in methods]


def test_puzzles_of_two_folders_each_import_their_own(tmp_path):
    register.load([written(tmp_path / "one", 6, "dice")])
    register.load([written(tmp_path / "two", 20, "icosahedron")])
    assert answers("dice") == [6, 6, 6]
    assert answers("icosahedron") == [20, 20, 20]


def test_an_older_version_still_imports_what_stood_beside_it(tmp_path):
    path = written(tmp_path, 6)
    register.load([path])
    before = register.question("dice_sides").methods
    written(tmp_path, 20)
    register.load([path])
    assert answers() == [20, 20, 20]
    assert [next(iter(method.answer())) for method in before.values()] == [6, 6, 6]


def test_a_module_beside_goes_before_an_installed_one_of_its_name(tmp_path):
    path = written(tmp_path, 6, imports="import statistics", value="statistics.SIDES")
    (tmp_path / "statistics.py").write_text("SIDES = 4\n")
    register.load([path])
    assert answers() == [4, 4, 6]
    import statistics

    assert statistics.mean([1, 3]) == 2


@pytest.mark.parametrize(
    ("imports", "value"),
    [
        ("import folder.inner", "folder.inner.SIDES"),
        ("import folder.inner as inner", "inner.SIDES"),
        ("from folder import inner", "inner.SIDES"),
        ("from folder.inner import SIDES", "SIDES"),
    ],
)
@pytest.mark.parametrize("package", [True, False])
def test_folders_of_modules_may_stand_beside(tmp_path, imports, value, package):
    path = written(tmp_path, 6, imports=imports, value=value)
    (tmp_path / "folder").mkdir()
    if package:
        (tmp_path / "folder" / "__init__.py").write_text("")
    (tmp_path / "folder" / "inner.py").write_text("from .more import SIDES\n")
    marks = set()
    for sides in (8, 12):
        (tmp_path / "folder" / "more.py").write_text(f"SIDES = {sides}\n")
        register.load([path])
        assert answers() == [sides, sides, 6]
        marks.add(fingerprint.of_method("dice_sides", "at_once"))
    assert len(marks) == 2


TOOLS = """
def count(sides):
    return {sides: 1}

def counter(sides):
    def answer():
        return count(sides)
    return answer

def through(of):
    return {of(): 1}

class Counter:
    def __init__(self, sides):
        self.sides = sides
    def __call__(self):
        return count(self.sides)
    def answer(self):
        return count(self.sides)
"""
DECLARED = """
from functools import partial
import numpy as np
from sweepstake.puzzle import Column, Method, Puzzle, Question
import odds, tools

PUZZLE = Puzzle("dice", (
    Question(
        name="dice_sides", text="How many sides?", parameters=(),
        outcomes=(Column("sides", "int", "the sides"),),
        methods={"at_once": Method(ANSWER, "exact")},
    ),
))
"""


@pytest.mark.parametrize(
    "answer",
    [
        "partial(tools.count, SIDES)",
        "partial(tools.count, sides=SIDES)",
        "tools.counter(SIDES)",
        "partial(partial(tools.count), SIDES)",
        "tools.Counter(SIDES)",
        "tools.Counter(SIDES).answer",
        "partial(tools.through, partial(max, [SIDES, 1]))",
        "partial(tools.through, partial(dict.get, {1: SIDES}, 1))",
        "partial(tools.through, partial(int, np.array(SIDES)))",
        "partial(tools.through, odds.sides)",
    ],
)
def test_values_that_a_function_holds_count(tmp_path, answer):
    """They stand in a module on which the module of the function does not depend."""
    (tmp_path / "tools.py").write_text(TOOLS)
    marks = {}
    for sides in (6, 20):
        (tmp_path / "odds.py").write_text(f"def sides():\n    return {sides}\n")
        path = tmp_path / "dice.py"
        path.write_text(DECLARED.replace("ANSWER", answer.replace("SIDES", str(sides))))
        register.load([str(path)])
        assert answers() == [sides]
        marks[sides] = fingerprint.of_method("dice_sides", "at_once")
    assert marks[6] != marks[20]
    said = subprocess.run(
        [sys.executable, "-c",
         ("from sweepstake.puzzle import fingerprint; "
         "print(fingerprint.of_method('dice_sides', 'at_once'))")],
        capture_output=True, text=True, check=True,
        env={**os.environ, "SWEEPSTAKE_PUZZLES": str(path)},
    )  # fmt: skip
    assert said.stdout.strip() == marks[20]


def test_what_stands_beside_may_import_the_puzzles_file(tmp_path):
    path = written(tmp_path, 6)
    with (tmp_path / "odds.py").open("a") as odds:
        odds.write("import dice\n\ndef name():\n    return dice.PUZZLE.name\n")
    [puzzle] = register.load([path])
    module = sys.modules[puzzle.questions[0].methods["at_once"].answer.__module__]
    assert module.odds.name() == "dice"
    assert module.odds.dice is module


@pytest.mark.parametrize("lazily", [False, True])
def test_it_is_as_it_was_loaded_however_it_is_edited(tmp_path, lazily):
    """Until it is loaded again: the id and the answer have to be of one version."""
    path = written(tmp_path, 6)
    register.load([path])
    methods = register.question("dice_sides").methods
    before = None if lazily else fingerprint.of_question("dice_sides")
    written(tmp_path, 20)
    assert [next(iter(method.answer())) for method in methods.values()] == [6, 6, 6]
    mark = fingerprint.of_question("dice_sides")
    register.load([path])
    assert fingerprint.of_question("dice_sides") != mark
    assert before in (None, mark)
    assert answers() == [20, 20, 20]


def test_a_module_beside_that_is_imported_by_another_name_is_refused(tmp_path, monkeypatch):
    (tmp_path / "dices").mkdir()
    (tmp_path / "dices" / "__init__.py").write_text("")
    path = written(tmp_path / "dices", 6, imports="from dices import odds")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="stands beside it; import it by its name from there"):
        register.load([path])
    for name in [name for name in sys.modules if name.partition(".")[0] == "dices"]:
        del sys.modules[name]


def test_a_package_may_be_installed_from_a_folder_below(tmp_path, monkeypatch):
    (tmp_path / "src" / "mine").mkdir(parents=True)
    (tmp_path / "src" / "mine" / "__init__.py").write_text("")
    (tmp_path / "src" / "mine" / "dots.py").write_text("SIDES = 8\n")
    monkeypatch.syspath_prepend(tmp_path / "src")
    register.load([written(tmp_path, 6, imports="from mine import dots", value="dots.SIDES")])
    assert answers() == [8, 8, 6]
    for name in ("mine", "mine.dots"):
        del sys.modules[name]


def test_threads_may_load_one_source_at_once(tmp_path):
    register.load([written(tmp_path, 6)])
    brought = pickle.dumps(register.brought())
    mark = fingerprint.of_question("dice_sides")
    register._named.clear()
    register._changes.append(None)

    def received(_):
        register._brought.cache_clear()  # it is loaded anew, while other threads have it
        fingerprint._of_method.cache_clear()
        register.receive(pickle.loads(brought))
        return fingerprint.of_question("dice_sides"), answers()

    with ThreadPoolExecutor(4) as threads:
        said = [*threads.map(received, range(40))]
    assert [found for _, found in said] == [[6, 6, 6]] * 40
    assert {mark for mark, _ in said} == {mark}


def test_a_process_that_received_an_older_version_computes_by_the_newer(tmp_path):
    versions = []
    for sides in (6, 20):
        register.load([written(tmp_path, sides)])
        versions.append((register.brought(), fingerprint.of_method("dice_sides", "at_once")))
    there = subprocess.run(
        [sys.executable, "-c",
         ("import pickle, sys\n"
         "from sweepstake.puzzle import fingerprint, register\n"
         "for brought, mark in pickle.load(sys.stdin.buffer):\n"
         "    register.receive(brought)\n"
         "    assert fingerprint.of_method('dice_sides', 'at_once') == mark\n"
         "    methods = register.question('dice_sides').methods.values()\n"
         "    print([next(iter(method.answer())) for method in methods])\n")],
        input=pickle.dumps(versions), capture_output=True, check=False, cwd="/",
    )  # fmt: skip
    said = there.stdout.decode().splitlines()
    assert said == ["[6, 6, 6]", "[20, 20, 20]"], there.stderr.decode()


def test_threads_that_received_puzzles_of_one_name_have_each_its_own(tmp_path):
    brought = []
    for sides in (6, 20):
        register.load([written(tmp_path / str(sides), sides)])
        brought.append(pickle.loads(pickle.dumps(register.brought())))
        register._named.clear()
        register._changes.append(None)

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        for thread, sources in zip((one, other), brought, strict=True):
            thread.submit(register.receive, sources).result()
        said = [thread.submit(answers).result() for thread in (one, other, one)]
        marks = {
            thread.submit(fingerprint.of_question, "dice_sides").result() for thread in (one, other)
        }
    assert said == [[6, 6, 6], [20, 20, 20], [6, 6, 6]]
    assert len(marks) == 2
    assert "dice_sides" not in register.questions()
