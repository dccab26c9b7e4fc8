"""A puzzle is a file or a folder, of which a copy is run."""

import pickle
import re
import traceback
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import pytest

import sweepstake
from edits import ANSWER, HEAD, declared, file
from running import python
from sweepstake.errors import SweepstakeError
from sweepstake.puzzle import register
from sweepstake.run.chunk import answer as compute
from sweepstake.run.task import Chunk
from sweepstake.source import copies, identity
from sweepstake.source.read import MAX_FILES, normal, read

pytestmark = pytest.mark.usefixtures("unregistered")


PLAIN = file(f"K = 1\n{ANSWER}")
TABLES = (
    "from sweepstake.puzzle import Puzzle, Table\n"
    "PUZZLE = Puzzle('p', (), tables=tuple(Table(n, 'T', 't', ()) for n in ('{}', '{}')))\n"
)
IN_FOLDER = {
    "p/__init__.py": HEAD + "from .a import answer\n" + declared(),
    "p/a.py": f"K = 1\n{ANSWER}",
}


def written(folder, files):
    for path, held in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(held)
    return str(folder / "p.py" if "p.py" in files else folder / "p")


def answered(name="p_q"):
    [(outcome, *_)] = compute(Chunk(name, "m", {"n": 3}, 0, None, 1)).rows
    return outcome


def test_two_versions_compute_side_by_side(tmp_path):
    brought = []
    for k in (1, 2):
        register.load([written(tmp_path, file(f"K = {k}\n{ANSWER}"))])
        brought.append(pickle.loads(pickle.dumps(register.brought())))
    register._named.clear()
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        for thread, sources in zip((one, other), brought, strict=True):
            thread.submit(register.receive, sources).result()
        assert one.submit(answered).result() == 4
        assert other.submit(answered).result() == 5
        marks = {t.submit(register.fingerprint, "p_q").result() for t in (one, other)}
    assert len(marks) == 2
    assert "p_q" not in register.questions()


def test_the_name_and_the_place_of_a_puzzle_do_not_count(tmp_path):
    marks, held = set(), PLAIN["p.py"]
    written(tmp_path, {"a/p.py": held, "b/q.py": held})
    for name in ("a/p.py", "b/q.py"):
        register._named.clear()
        register.load([str(tmp_path / name)])
        marks.add(register.fingerprint("p_q"))
    assert len(marks) == 1


def test_a_file_a_folder_and_a_module_may_be_named(tmp_path, monkeypatch):
    held = PLAIN["p.py"]
    written(tmp_path, {"p.py": held, "f/__init__.py": held, "g/__init__.py": "", "g/h.py": held})
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv(register.VARIABLE)
    for name in ("p.py", str(tmp_path / "p.py"), "f", "./f", "p", "g.h"):
        register._named.clear()
        assert [puzzle.name for puzzle in register.load([name])] == ["p"]
        assert len(register.brought()) == 1
        assert answered() == 4


def test_a_built_in_puzzle_may_be_named():
    [named] = register.load(["sweepstake.puzzles.war"])
    assert named is register.puzzles()["war"]


def test_a_traceback_shows_the_lines_of_the_original_as_they_were_loaded(tmp_path):
    path = written(tmp_path, file("def answer(n):\n    # here\n    return {n: 1 / (n - 3)}\n"))
    register.load([path])
    (tmp_path / "p.py").write_text("other\n" * 9)
    with pytest.raises(ZeroDivisionError) as error:
        answered()
    text = "".join(traceback.format_exception(error.value))
    assert f'File "{path}", line 4, in answer\n    return {{n: 1 / (n - 3)}}\n' in text
    assert copies.place(register.source_of("p_q")).name not in text


def test_a_breakpoint_is_met_in_the_original(tmp_path):
    path = written(tmp_path, file("def answer(n):\n    k = n + 1\n    return {k: 1}\n"))
    program = (
        "import io, pdb, sys\nfrom sweepstake.puzzle import register\n"
        "sys.stdin = io.StringIO('c\\np k\\nc\\n')\n"
        f"register.load([{path!r}])\nask = register.question('p_q').methods['m'].answer\n"
        f"debugger = pdb.Pdb()\ndebugger.set_break({path!r}, 4)\ndebugger.runcall(ask, 3)\n"
    )
    ran = python("-c", program, cwd=tmp_path)
    assert f"> {path}(4)answer()" in ran.stdout
    assert "-> return {k: 1}" in ran.stdout
    assert "(Pdb) 4\n" in ran.stdout


def test_a_copy_that_a_cleaner_has_damaged_is_made_whole(tmp_path):
    source = read(Path(written(tmp_path, IN_FOLDER)))
    copies.write(source)
    (copies.place(source) / "a.py").write_text("K = 2\n")
    (copies.place(source) / "__init__.py").unlink()
    register.load([str(tmp_path / "p")])
    assert answered() == 4
    assert copies.place(source).parent.stat().st_mode & 0o777 == 0o700


def test_without_a_cache_folder_the_copy_is_temporary(tmp_path):
    path = written(tmp_path, PLAIN)
    program = (
        "from sweepstake.puzzle import register\nfrom sweepstake.source import read\n"
        f"register.load([{path!r}])\nprint(read.copies(), register.questions()['p_q'].name)"
    )
    nowhere = {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": "", "TMPDIR": str(tmp_path)}
    place, name = python("-c", program, **nowhere).stdout.split()
    assert name == "p_q"
    assert place.startswith(str(tmp_path))
    assert not [*tmp_path.glob("sweepstake-*")]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({f"p/{k}": "" for k in range(MAX_FILES + 1)}, "has over 1,000 files; keep only"),
        ({"p/results/.points/x": ""}, "has results; keep them outside of the puzzle's folder"),
        ({"p/a.py": "from .. import odds\n"}, "ImportError: attempted relative import beyond"),
        ({"p/a.py": "import q\n", "p/q.py": ""}, "q.py of its own folder without dots; write"),
        ({"p/a.py": "import p.q\n", "p/q.py": ""}, "__init__.py of its own folder without dots"),
        ({"p/__init__.py": TABLES.format("a", "a")}, "the table a is declared twice: by p (/"),
        ({"p/__init__.py": TABLES.format("a", "coverage")}, "twice: by every run and p (/"),
        ({"p/__init__.py": ""}, "declares no puzzle; it needs PUZZLE = Puzzle(name, questions)"),
        ({"p/__init__.py": "import sys\nsys.exit(3)\n"}, "can't be loaded: SystemExit: 3"),
    ],
)  # fmt: skip
def test_a_folder_that_is_no_puzzle_is_refused_in_a_line(tmp_path, files, says):
    before = register.questions()
    path = written(tmp_path, {"p/__init__.py": HEAD + "from . import a\n", **files})
    for _ in range(2):
        with pytest.raises(ValueError, match=re.escape(says)) as error:
            register.load([path])
        assert "\n" not in str(error.value)
    assert register.questions() == before


def test_an_error_of_syntax_in_one_file_names_its_line_and_no_other_file(tmp_path):
    (tmp_path / "p.py").write_text("x = (\n")
    with pytest.raises(ValueError, match=r"p\.py can't be loaded: .* \(line 1\)$"):
        register.load([str(tmp_path / "p.py")])


def test_a_refused_file_is_never_read_even_by_a_method_that_keeps_what_it_reads(tmp_path):
    (tmp_path / "k.csv").write_text("1")
    body = (
        "from functools import cache\nfrom pathlib import Path\n@cache\ndef k():\n"
        f"    return int(Path({str(tmp_path / 'k.csv')!r}).read_text())\n"
        "def answer(n):\n    return {n + k(): 1}\n"
    )
    register.load([written(tmp_path, file(body))])
    for _ in range(2):
        with pytest.raises(ValueError, match=r"^p reads k\.csv, which stands"):
            answered()
    with pytest.raises(SweepstakeError, match=r"^p reads k\.csv, which stands"):
        sweepstake.answer("p_q", n=3)


def test_what_python_and_packages_open_is_nobodys_mistake(tmp_path):
    body = (
        "import tempfile\nfrom importlib.metadata import version\nfrom pathlib import Path\n"
        "from zoneinfo import ZoneInfo\n"
        "def answer(n):\n    import colorsys, scipy.special, pandas\n    ZoneInfo('Europe/Rome')\n"
        "    version('numpy'), version('sweepstake'), Path('/proc/self/stat').read_text()\n"
        "    with tempfile.TemporaryDirectory() as folder:\n        memo = Path(folder, 'memo')\n"
        "        memo.write_text('1')\n        return {n + int(memo.read_text()): 1}\n"
    )
    register.load([written(tmp_path, file(body))])
    assert answered() == 4


def test_the_version_of_an_installed_package_is_recorded(tmp_path):
    register.load([written(tmp_path, file(f"import yaml, numpy, json\nK = 1\n{ANSWER}"))])
    assert identity.versions(register.source_of("p_q")) == {"PyYAML": metadata.version("PyYAML")}


@pytest.mark.parametrize(
    "text", ["x = (", "x = 1\0", f"x = {'(' * 999}1{')' * 999}", "x = 'é\udc80'"]
)
def test_a_module_that_is_no_python_counts_to_the_letter(text):
    held = text.encode("utf-8", "surrogatepass")
    assert normal(held) == held


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1", "x = True"), ("x = 'a'", "x = b'a'"), ("f(a, b)", "f((a, b))"),
        ("if a:\n  b\n  c", "if a:\n  b\nc"), ("[a, [b]]", "[[a], b]"), ("x = 0.0", "x = -0.0"),
        ("def f(*, a=1, b): 0", "def f(*, a, b=1): 0"), ("{**a, 1: b}", "{1: b, **a}"),
        ("import a as b", "import a, b"), ("from . import a", "from .. import a"),
    ],
)  # fmt: skip
def test_what_differs_has_another_normal_form(one, other):
    assert normal(one.encode()) != normal(other.encode())


def test_the_answers_of_games_do_not_depend_on_what_shows_them():
    """That folder does not count, so only declarations may name it."""
    game = Path(sweepstake.__file__).parent / "game"
    naming = [path for path in game.rglob("*.py") if "game.showing" in path.read_text()]
    paths = {path.relative_to(game).as_posix() for path in naming}
    others = {path for path in paths if not path.startswith("showing/")}
    assert others == {"declared.py"}
