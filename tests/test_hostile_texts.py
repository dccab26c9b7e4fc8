"""A puzzle whose texts are hostile: escapes of terminals, HTML and paths are only text."""

import re
from xml.etree import ElementTree

import pytest

from computing import run, sweep
from pages import Page
from running import snakemake
from sweepstake import cli
from sweepstake.errors import FailedPointsError
from sweepstake.puzzle import register
from sweepstake.snakemake import parsing
from sweepstake.store import tables

ESCAPE = "\x1b]0;owned\x07\x1b[2J"
MARKUP = '</title></style></script><img src=x onerror=alert(1)><b>" onload="alert(1)'
TEXT = f"{ESCAPE}{MARKUP}[link=file:///etc]\u202e ../../up \r\n=cmd|'/c calc'!A1 {{{{ 7 * 7 }}}}"
PUZZLE = f"""
from fractions import Fraction

import pandas as pd

from sweepstake.puzzle import *

TEXT = {TEXT!r}


def exact(n):
    if n == 3:
        raise ArithmeticError(TEXT)
    return {{TEXT: Fraction(1, 2), "../../up": Fraction(1, 2)}}


HOSTILE = Question(
    name="hostile_words", text=TEXT, parameters=(Parameter("n", TEXT, 1, 9),),
    outcomes=(Column("words", "string", TEXT),),
    methods={{
        name: Method(exact, "exact", lambda n: 1e-6, says=TEXT) for name in ("one", "other")
    }},
)


WORDS = (
    TEXT, "<script>alert(1)</script>", "$x$", "$", "$\\\\nope{{$", "[bold]", "{{0}}", "%s", "|",
    "`", "\\n", "\\t", '"', "x" * 10_000, "", "\u05d0", "e\u0301", "\\0", "\\x85", "\\u2028",
    "\\ufffe", "../x", "=1",
)


def many(n, word):
    return dict.fromkeys(WORDS, Fraction(1, len(WORDS)))


MANY = Question(
    name="hostile_many", text="$\\\\nope{{$ <script>",
    parameters=(Parameter("n", "$", 1, 9), Choice("word", "$x$", WORDS)),
    outcomes=(Column("o", "string", "$\\\\nope{{$ {{0}} %s"),),
    methods={{"one": Method(many, "exact", says="$x$ {{0}} %s")}}, unit="$\\\\nope{{$ {{0}} %s <i>",
)


def rows(frames):
    return frames["hostile_words"][["n", "words", "probability"]].assign(**{{TEXT: TEXT}})


def drawn(frames):
    frame = frames["hostile_words"]
    series = Series(TEXT, frame["n"], frame["probability"])
    return [Panel(TEXT, TEXT, TEXT, (series,))]


PUZZLE = Puzzle(
    name="hostile", questions=(HOSTILE, MANY), title=TEXT, source=TEXT,
    tables=(Table("hostile_table", TEXT, TEXT, ("hostile_words",), rows),),
    plots=(Plot("hostile_plot", TEXT, ("hostile_words",), drawn),),
    findings=(Finding(TEXT, TEXT, "hostile_table", lambda table: True),),
)
"""
CONFIG = """
puzzles: [hostile.py]
sweeps:
  hostile:
    question: hostile_words
    points:
      - grid: {n: [NUMBERS]}
        methods: [one, other]
  many:
    question: hostile_many
    points:
      - grid: {n: [1, 2], word: ["$", "|", "<script>alert(1)</script>"]}
        methods: [one]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile") / "project"
    folder.mkdir()
    (folder / "hostile.py").write_text(PUZZLE)
    for name, numbers in (("good", "1, 2"), ("bad", "1, 2, 3")):
        (folder / f"{name}.yaml").write_text(CONFIG.replace("NUMBERS", numbers))
    return folder


def printed_by_run(folder, config, code):
    """All that a run prints that ends with a `code`."""
    done = snakemake("--cores", "1", "--configfile", config, cwd=folder, code=code)
    return done.stdout + done.stderr


def check_plain(text):
    """May `text` be sent to a terminal?"""
    control = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
    assert [line for line in text.splitlines() if re.search(control, line)] == []


@pytest.mark.slow
def test_what_a_run_makes_of_hostile_texts_is_text(folder):
    check_plain(printed_by_run(folder, "good.yaml", 0))
    page = (folder / "results" / "report.html").read_text()
    read = Page(page)
    assert len(read.all("script")) == 1
    assert not any(name.startswith("on") for _, given in read.elements for name in given)
    assert "<img src=x" not in page
    assert MARKUP in read.text
    assert "{{ 7 * 7 }}" in page
    check_plain(page)
    for table in (folder / "results" / "tables").glob("*.md"):
        assert not re.search(r"<[a-z]|(?<!\\)[`$]", table.read_text())
    plots = [*(folder / "results" / "plots").glob("*.svg")]
    assert plots
    for plot in plots:
        assert "img" not in {node.tag.rpartition("}")[2] for node in ElementTree.parse(plot).iter()}
    files = [str(path.relative_to(folder)) for path in folder.rglob("*")]
    assert all(re.fullmatch(r"[\w./@=-]+", file) for file in files if ".snakemake" not in file)
    assert [path.name for path in folder.parent.iterdir()] == ["project"]


@pytest.mark.slow
def test_what_a_failed_run_says_of_hostile_texts_is_plain(folder):
    printed = printed_by_run(folder, "bad.yaml", 1)
    assert "ArithmeticError" in printed
    check_plain(printed)


@pytest.mark.parametrize(
    ("words", "code"),
    [("check hostile.py", 2), ("plan --config good.yaml", 0), ("status --config good.yaml", 0),
     ("questions", 0), ("questions hostile_words", 0), ("answer hostile_words n=2", 0),
     ("answer hostile_words n=2 --all", 0), ("answer hostile_words n=3", 2),
     ("completion bash", 0)],
)  # fmt: skip
@pytest.mark.usefixtures("unregistered")
def test_commands_print_hostile_texts_plainly(folder, words, code, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    register.load(["hostile.py"])
    assert cli.main(words.split()) == code
    printed = capsys.readouterr()
    check_plain(printed.out + printed.err)
    assert printed.err.count("\n") <= 1


SURROGATE = "caf\udce9.txt"
"""A text that UTF-8 can't hold, as `os.fsdecode` makes it from a file's name in Latin-1."""
ODD = f"""
from sweepstake.puzzle import *


class Odd(Exception):
    def __str__(self):
        raise self


def run(n):
    if n == 1:
        raise ValueError({SURROGATE!r})
    if n == 2:
        raise Odd
    return {{n: 1}}


ODD = Question(
    "odd_q", "Which?", (Parameter("n", "n", 1, 3),), (Column("o", "int", "o"),),
    {{"run": Method(run, "exact")}},
)
PUZZLE = Puzzle("odd", (ODD,))
"""


def test_a_failure_whose_text_is_not_utf_8_is_recorded_and_the_rest_is_stored(loaded, tmp_path):
    loaded(ODD)
    with pytest.raises(FailedPointsError, match=r"2 of 3 .* n=1 .*caf\\udce9.txt"):
        run(sweep("odd_q", {"grid": {"n": [1, 2, 3]}, "methods": ["run"]}), tmp_path)
    assert tables.failures(tmp_path, "s") == 2


@pytest.mark.parametrize(
    "edit",
    [
        ('"Which?"', repr(SURROGATE)),
        ('"int", "o"', f'"int", {SURROGATE!r}'),
        ('(ODD,)', f'(ODD,), source={SURROGATE!r}'),
    ],
)  # fmt: skip
def test_a_declared_text_is_utf_8(loaded, edit):
    with pytest.raises(ValueError, match=r"odd.* has the text 'caf\\udce9.txt'; leave out"):
        loaded(ODD, edit)


def test_a_run_needs_a_folder_whose_name_is_utf_8(tmp_path, monkeypatch, refused):
    folder = tmp_path / "caf\udce9"
    folder.mkdir()
    (folder / "own.yaml").write_text(
        "sweeps: {s: {question: guess_win, points: [{grid: {cards: 2}, methods: [exact]}]}}"
    )
    assert r"caf\udce9/own is not valid UTF-8; use another name" in refused(
        "run", folder / "own.yaml"
    )
    monkeypatch.chdir(folder)
    with pytest.raises(ValueError, match="is not valid UTF-8"):
        parsing.check_writable()
