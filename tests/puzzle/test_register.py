"""Puzzles that no package has: files and modules, found, loaded, brought along, and refused."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import sweepstake
from sweepstake.puzzle import fingerprint, register

FLIP = """
from fractions import Fraction
from sweepstake.puzzle import Column, Method, Parameter, Puzzle, Question

def exact(flips):
    return {True: Fraction(1, 2**flips), False: 1 - Fraction(1, 2**flips)}

PUZZLE = Puzzle("NAME", (
    Question(
        name="NAME_won", text="Are all heads?",
        parameters=(Parameter("flips", "flips", 1, 50),),
        outcomes=(Column("won", "bool", "all were heads"),),
        methods={"exact": Method(exact, "exact")},
    ),
))
"""


pytestmark = pytest.mark.usefixtures("unregistered")


@pytest.fixture
def file(tmp_path):
    """`file(name, ...)`: a puzzle's file, with some words replaced."""

    def write(name="flip", old="", new=""):
        path = tmp_path / f"{name}.py"
        path.write_text(
            FLIP.replace("NAME", name).replace(old, new) if old else FLIP.replace("NAME", name)
        )
        return str(path)

    return write


def cli(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "sweepstake.cli", *arguments],
        capture_output=True, text=True, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def test_the_built_in_puzzles_come_by_the_same_door():
    assert {"war", "coins", "hands", "guess"} <= register.puzzles().keys()


def test_a_file_is_a_puzzle(file):
    [puzzle] = register.load([file()])
    assert (puzzle.name, puzzle.title) == ("flip", "Flip")
    assert sweepstake.answer("flip_won", flips=3).query("won")["exact"].tolist() == ["1/8"]


def test_a_file_that_is_named_in_two_ways_is_one_puzzle(file, tmp_path, monkeypatch):
    name = file()
    register.load([name])
    monkeypatch.chdir(tmp_path)
    assert register.load(["flip.py"]) == register.load([name])
    assert len(register.brought()) == 1


def test_a_module_is_a_puzzle(file, tmp_path, monkeypatch):
    file("flip_module")
    monkeypatch.syspath_prepend(tmp_path)
    [puzzle] = register.load(["flip_module"])
    assert puzzle.name == "flip_module"


@pytest.mark.parametrize("names", [["flips"], ["flips.one", "flips.two"]])
def test_a_module_is_computed_by_its_text_not_by_older_bytecode_of_the_same_date(
    file, tmp_path, names
):
    if names != ["flips"]:
        (tmp_path / "flips").mkdir()
        (tmp_path / "flips" / "__init__.py").touch()
    paths = [Path(file(name.replace(".", "/"))) for name in names]
    for path in paths:  # what a file is called is no name of a puzzle
        path.write_text(path.read_text().replace("flips/", "flips_"))
    ask = (
        "import sweepstake; from sweepstake.puzzle import register\n"
        f"for puzzle in register.load({names}):\n"
        "    frame = sweepstake.answer(puzzle.questions[0].name, flips=1)\n"
        "    print(frame.query('won')['exact'].item())"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def answered():
        return subprocess.run(
            [sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True
        ).stdout.split()

    before = [path.stat() for path in paths]
    assert answered() == ["1/2"] * len(names)
    assert [*tmp_path.rglob("__pycache__/*.pyc")]
    for path, about in zip(paths, before, strict=True):
        path.write_text(path.read_text().replace("2**flips", "3**flips"))
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert answered() == ["1/3"] * len(names)


def test_a_file_that_changes_is_loaded_again_and_has_another_fingerprint(file):
    register.load([file()])
    before = fingerprint.of_method("flip_won", "exact")
    register.load([file(old="Are all heads?", new="Are they all heads?")])
    assert register.question("flip_won").text == "Are they all heads?"
    assert fingerprint.of_method("flip_won", "exact") == before
    register.load([file(old="2**flips", new="3**flips")])
    assert sweepstake.answer("flip_won", flips=1).query("won")["exact"].tolist() == ["1/3"]
    assert fingerprint.of_method("flip_won", "exact") != before


def test_what_stands_beside_a_file_is_loaded_and_counted_with_it(file, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)  # which may be stale within a second
    beside = tmp_path / "flip_odds.py"
    beside.write_text("SIDES = 2\n")
    name = file(old="2**flips", new="SIDES**flips")
    path = tmp_path / "flip.py"
    path.write_text("from flip_odds import SIDES\n" + path.read_text())
    register.load([name])
    before = fingerprint.of_method("flip_won", "exact")
    beside.write_text("SIDES = 4\n")
    register.load([name])
    assert sweepstake.answer("flip_won", flips=1).query("won")["exact"].tolist() == ["1/4"]
    assert fingerprint.of_method("flip_won", "exact") != before


def test_the_type_of_a_parameter_counts_for_methods_in_other_modules(file, tmp_path):
    odds, _, declared = FLIP.replace("NAME", "flip").partition("PUZZLE = ")
    (tmp_path / "flip_odds.py").write_text(odds)
    path = tmp_path / "flip.py"
    marks = []
    for kind in ("Parameter", "Rational"):
        path.write_text(
            "from sweepstake.puzzle import Column, Method, Puzzle, Question\n"
            f"from sweepstake.puzzle import {kind} as Kind\nfrom flip_odds import exact\n"
            f"PUZZLE = {declared.replace('Parameter(', 'Kind(')}"
        )
        register.load([str(path)])
        marks.append(fingerprint.of_method("flip_won", "exact"))
    assert marks[0] != marks[1]


def test_another_process_gets_the_file_and_what_it_needs(file, tmp_path):
    (tmp_path / "flip_odds.py").write_text("SIDES = 2\n")
    file()
    path = tmp_path / "flip.py"
    path.write_text("from flip_odds import SIDES\n" + path.read_text())
    register.load([str(path)])
    brought = pickle.dumps((register.brought(), fingerprint.of_method("flip_won", "exact")))
    path.unlink()
    (tmp_path / "flip_odds.py").unlink()
    there = subprocess.run(
        [sys.executable, "-c",
         ("import pickle, sys; from sweepstake.puzzle import fingerprint, register; "
         "brought, said = pickle.load(sys.stdin.buffer); register.receive(brought); "
         "register.receive(brought); assert fingerprint.of_method('flip_won', 'exact') == said; "
         "print(register.question('flip_won').methods['exact'].answer(flips=2)[True])")],
        input=brought, capture_output=True, check=False, cwd="/",
    )  # fmt: skip
    assert there.stdout.decode().strip() == "1/4", there.stderr.decode()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("PUZZLE = ", "OTHER = ", "declares no puzzle; it needs PUZZLE = Puzzle(name, questions)"),
        ('Puzzle("flip"', 'Puzzle("war"', "two puzzles have a puzzle war: war (sweepstake.puzzles"),
        ("flip_won", "war_sweep", "two puzzles have a question war_sweep: war (sweepstake.puzzles"),
        ('Puzzle("flip"', 'Puzzle("Flip!"', "can't be a puzzle's name"),
        ('Parameter("flips"', 'Parameter("row"', "can't have a column 'row': reserved"),
        ("flip_won", "findings", "every run has a table of that name; give another name"),
        ("1, 50", "1, 2**63", "whole numbers from -(2^63 - 1) to 2^63 - 1, the lower one first"),
        ("from fractions", "from no_such_place", "can't be loaded: ModuleNotFoundError"),
        ("def exact(", "def exact", "can't be loaded: SyntaxError"),
        ("from fractions", "raise SystemExit\nfrom fractions", "can't be loaded: SystemExit"),
        ("from fractions", "import flip.more\nfrom fractions", "No module named 'flip.more'"),
    ],
)
def test_a_bad_file_is_one_line_and_leaves_the_register_as_it_was(file, old, new, says):
    before = register.questions()
    with pytest.raises(ValueError) as error:  # noqa: PT011  # what it says is compared
        register.load([file(old=old, new=new)])
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert register.questions() == before


@pytest.mark.parametrize("name", ["flip.yaml", "no such", "there/flip"])
def test_what_is_neither_a_file_of_python_nor_a_module_is_said(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flip.yaml").touch()
    with pytest.raises(ValueError, match=r"loaded; name a file that ends in .py, or a module$"):
        register.load([name])


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(ValueError, match=r"there is no puzzle file .*; name a file that is there"):
        register.load([str(tmp_path / "none.py")])


@pytest.mark.slow
def test_the_command_line_finds_what_the_variable_names(file):
    said = cli("answer", "flip_won", "flips=2", "--format", "csv", SWEEPSTAKE_PUZZLES=file())
    assert said.returncode == 0, said.stderr
    assert "1/4" in said.stdout
    said = cli("show", "flip", SWEEPSTAKE_PUZZLES=file())
    assert said.returncode == 2
    assert said.stderr == "sweepstake: flip has nothing to show\n"
    said = cli("questions", SWEEPSTAKE_PUZZLES="none.py")
    assert said.returncode == 2
    assert "there is no puzzle file 'none.py'" in said.stderr


@pytest.mark.parametrize("puzzle", ["war", "coins", "hands", "guess"])
def test_an_installed_puzzle_may_be_named_by_its_module_too(puzzle):
    [named] = register.load([f"sweepstake.puzzles.{puzzle}"])
    assert named is register.puzzles()[puzzle]
