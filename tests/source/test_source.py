"""What a fingerprint covers: which edits change it, and which do not."""

import ast
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sweepstake.source import digest, modules, normal
from sweepstake.source.digest import fingerprint
from sweepstake.source.modules import depends_on

MODULE = '''
"""A module."""

from pips import SIDES
from games import rules


def odds(n):
    """The odds."""
    return rules.ways(n) / SIDES  # of all
'''


@pytest.fixture
def folder(tmp_path):
    tmp_path = tmp_path / "source"
    (tmp_path / "games").mkdir(parents=True)
    (tmp_path / "games" / "__init__.py").write_text("raise SystemExit('hashing imports nothing')\n")
    (tmp_path / "games" / "rules.py").write_text("def ways(n):\n    return n\n")
    (tmp_path / "pips.py").write_text("SIDES = 6\n")
    (tmp_path / "dice.py").write_text(MODULE)
    return tmp_path


def changed(folder, name, old, new):
    """Is the fingerprint another after `old` has become `new` in a copy of `folder`?"""
    other = folder.with_name("changed")
    shutil.copytree(folder, other)
    text = (other / name).read_text()
    assert old in text
    (other / name).write_text(text.replace(old, new))
    return fingerprint("dice", other / "dice.py") != fingerprint("dice", folder / "dice.py")


def test_a_module_depends_on_what_it_imports_and_on_nothing_else(folder):
    (folder / "other.py").write_text("")
    (folder / "games" / "other.py").write_text("")
    found = depends_on("dice", folder / "dice.py")
    assert set(found) == {"dice", "pips", "games", "games.rules"}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("dice.py", "/ SIDES", "// SIDES"),
        ("pips.py", "6", "8"),
        ("games/rules.py", "return n", "return n + 1"),
        ("games/__init__.py", "nothing", "something"),
    ],
)
def test_a_change_of_code_changes_the_fingerprint(folder, name, old, new):
    assert changed(folder, name, old, new)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("dice.py", "# of all", "# of none"),
        ("dice.py", "The odds.", "The chances."),
        ("dice.py", '"""A module."""', ""),
        (
            "dice.py",
            "return rules.ways(n) / SIDES",
            "return (\n        rules.ways(n) / SIDES\n    )",
        ),
    ],
    ids=["comment", "docstring", "no docstring", "layout"],
)
def test_what_a_computer_does_not_read_leaves_it(folder, name, old, new):
    assert not changed(folder, name, old, new)


def test_a_kernel_depends_on_the_core_kernels_it_calls(root):
    simulate = root / "src/sweepstake/puzzles/war/simulate.py"
    found = depends_on("sweepstake.puzzles.war.simulate", simulate)
    assert "sweepstake.core.stream" in found
    assert "sweepstake.puzzles.war.questions" not in found


def test_the_module_that_is_imported_later_counts(tmp_path):
    (tmp_path / "asks.py").write_text('answer = later("answers", "exact")\n')
    (tmp_path / "answers.py").write_text("exact = 1\n")
    assert set(depends_on("asks", tmp_path / "asks.py")) == {"asks", "answers"}


def test_of_an_installed_puzzle_only_its_own_package_counts(tmp_path):
    for name in ("coin", "other", "coin-1.dist-info"):
        (tmp_path / name).mkdir()
    (tmp_path / "coin/__init__.py").write_text("")
    (tmp_path / "other/__init__.py").write_text("")
    (tmp_path / "coin/odds.py").write_text("")
    (tmp_path / "coin/coin.py").write_text("import other\nfrom coin import odds\n")
    found = depends_on("coin.coin", tmp_path / "coin/coin.py")
    assert set(found) == {"coin", "coin.coin", "coin.odds"}


def test_modules_that_are_installed_together_count(tmp_path, monkeypatch):
    about = {"METADATA": "Name: coin\nVersion: 1\n", "top_level.txt": "coin\ncoin_odds\n"}
    (tmp_path / "coin-1.dist-info").mkdir()
    for name, text in about.items():
        (tmp_path / "coin-1.dist-info" / name).write_text(text)
    for name in ("coin_odds", "other"):
        (tmp_path / f"{name}.py").write_text("")
    (tmp_path / "coin.py").write_text("import coin_odds\nimport other\n")
    monkeypatch.syspath_prepend(tmp_path)
    modules._together.cache_clear()
    assert set(depends_on("coin", tmp_path / "coin.py")) == {"coin", "coin_odds"}


@pytest.mark.parametrize(
    "statement",
    ["import games.rules", "import games.rules as rules", "from games import rules",
     "from games.rules import ways", "from games import *"],
)  # fmt: skip
def test_a_package_is_imported_before_its_modules_and_counts(folder, statement):
    (folder / "games/__init__.py").write_text('from . import first\n__all__ = ["rules"]\n')
    (folder / "games/first.py").write_text("")
    (folder / "dice.py").write_text(statement)
    found = depends_on("dice", folder / "dice.py")
    assert set(found) == {"dice", "games", "games.first", "games.rules"}


def test_a_formula_of_hundreds_of_terms_is_hashed_too(tmp_path):
    said = []
    for last in (1, 2):
        (tmp_path / "sums.py").write_text("TOTAL = " + "1 + " * 500 + f"{last}\n")
        fingerprint.cache_clear()
        said.append(fingerprint("sums", tmp_path / "sums.py"))
    assert said[0] != said[1]


def test_a_long_formula_has_one_hash_whoever_asks(tmp_path):
    (tmp_path / "sums.py").write_text("TOTAL = " + "1 + " * 150 + "1\n")

    def hashed(frames):
        if frames:
            return hashed(frames - 1)
        normal.normal.cache_clear()
        fingerprint.cache_clear()
        return fingerprint("sums", tmp_path / "sums.py")

    assert hashed(0) == hashed(600)


def test_what_two_modules_hold_may_be_exchanged(folder):
    dice = (folder / "dice.py").read_text().replace("games import rules", "rules import ways")
    (folder / "dice.py").write_text(dice)
    for pips, rules in (("A = 1\n", "A = 2\n"), ("A = 2\n", "A = 1\n")):
        (folder / "pips.py").write_text(pips)
        (folder / "rules.py").write_text(rules)
        fingerprint.cache_clear()
        said = fingerprint("dice", folder / "dice.py")
        if pips == "A = 1\n":
            before = said
    assert said != before


@pytest.mark.parametrize("statement", ["import games", "import games as cards"])
def test_a_module_that_is_reached_through_its_package_counts(folder, statement):
    name = statement.split()[-1]
    (folder / "dice.py").write_text(
        f"{statement}\n\ndef odds(n):\n    return {name}.rules.ways(n)\n"
    )
    assert folder / "games" / "rules.py" in depends_on("dice", folder / "dice.py").values()


def test_so_may_what_modules_of_one_name_hold(folder):
    (folder / "dice.py").write_text("import one.tab\nimport two.tab\n")
    said = set()
    for one, two in (("A = 1\n", "A = 2\n"), ("A = 2\n", "A = 1\n")):
        for name, text in (("one", one), ("two", two)):
            (folder / name).mkdir(exist_ok=True)
            (folder / name / "tab.py").write_text(text)
        fingerprint.cache_clear()
        said.add(fingerprint("dice", folder / "dice.py"))
    assert len(said) == 2


def test_a_module_that_this_python_can_not_read_counts_as_it_is(folder):
    assert changed(folder, "pips.py", "SIDES = 6", "SIDES = = 6")


def test_dots_count_from_the_package(tmp_path):
    (tmp_path / "p" / "q").mkdir(parents=True)
    for name in ("p/__init__.py", "p/q/__init__.py", "p/one.py", "p/q/two.py", "p/q/three.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "p/q/three.py").write_text("from .. import one\nfrom .two import *\n")
    found = depends_on("p.q.three", tmp_path / "p/q/three.py")
    assert set(found) == {"p", "p.q", "p.q.three", "p.one", "p.q.two"}


def test_the_name_of_a_module_and_its_place_play_no_part(folder):
    (folder / "cubes").mkdir()
    for name in ("dice.py", "pips.py"):
        (folder / "cubes" / name).write_bytes((folder / name).read_bytes())
    (folder / "cubes" / "games").symlink_to(folder / "games")
    moved = folder / "cubes" / "cubes.py"
    (folder / "cubes" / "dice.py").rename(moved)
    assert fingerprint("cubes", moved) == fingerprint("dice", folder / "dice.py")


def test_threads_may_ask_at_once(root, tmp_path):
    """As on a worker, which is asked for its source while it computes."""
    text = (root / "src" / "sweepstake" / "core" / "markov.py").read_text()
    modules = [[tmp_path / f"{k}_{n}.py" for n in range(20)] for k in range(4)]
    for path in (path for own in modules for path in own):
        path.write_text(text)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            said = threads.map(lambda own: {fingerprint("m", path) for path in own}, modules)
            assert len(set().union(*said)) == 1
    finally:
        sys.setswitchinterval(before)


def test_what_editors_leave_in_the_package_does_not_count(tmp_path, root, monkeypatch):
    kept = shutil.ignore_patterns("__pycache__", "puzzles")
    copy = shutil.copytree(root / "src" / "sweepstake", tmp_path / "sweepstake", ignore=kept)
    monkeypatch.setattr(digest, "PACKAGE", copy)
    before = digest.read_package()
    assert before == digest.of_package()
    (copy / "run" / ".#engine.py").symlink_to("nobody@nowhere")
    (copy / "run" / "engine.py~").write_text("old")
    (copy / "run" / "engine.py.orig").write_text("old")
    assert digest.read_package() == before
    (copy / "report" / "page" / "templates" / "page.css").write_text("p {}")
    assert digest.read_package() != before


def test_a_docstring_counts_in_a_module_that_reads_docstrings(tmp_path):
    said = []
    for reads, first in (("__doc__", 0), ("__doc__", 7), ("None", 0), ("None", 7)):
        (tmp_path / "board.py").write_text(f'"""{first}: a board."""\nBOARD = {reads}\n')
        fingerprint.cache_clear()
        said.append(fingerprint("board", tmp_path / "board.py"))
    assert said[0] != said[1]
    assert said[2] == said[3]


def test_layout_does_not_count_and_what_is_computed_does(tmp_path):
    """Trees are written by ourselves: `ast.unparse` writes another text from 3.12 on."""
    said = []
    for text in ("a = f'{1:<{2}}'  # 3\nb = None, 1", "a = (f'{1:<{2}}')\nb = (None, 1)"):
        said.append("".join(normal._written(ast.parse(text))))
    for text in ("a = f'{1:<{3}}'\nb = None, 1", "a = f'{1:<{2}}'\nb = None, True", "a = 1\nb"):
        said.append("".join(normal._written(ast.parse(text))))
    assert said[0] == said[1]
    assert len(set(said)) == 4
